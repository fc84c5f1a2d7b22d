// SPDX-License-Identifier: BSD-2-Clause
// See clean_planes(). Radii of 1, the usual ones, by one kernel in which a thread does all for some
// rows of a column of words; others by a kernel along x and one along y for each step.
#include <utility>

#include "colour/clean_words.hpp"
#include "colour/frame_kernels.hpp"
#include "cuda/copy.hpp"
#include "cuda/launch.hpp"
#include "cuda/overlap.cuh"

namespace bitvox::colour {
namespace {

constexpr int kThreads = 256;

struct Planes {
  int width;
  int height;
  int words;  // of a row
  std::int64_t count;
};

// What a thread is for, of items that lie side by side along x.
struct Place {
  std::int64_t plane;
  int y;  // in rows, or strips of them
  int word;

  __device__ static Place of(int words, int rows) {
    const std::int64_t item = std::int64_t{blockIdx.x} * kThreads + threadIdx.x;
    const std::int64_t row = item / words;
    return {row / rows, static_cast<int>(row % rows), static_cast<int>(item - row * words)};
  }
};

constexpr int kRows = 8;

template <int kOpen, int kClose>
__global__ void __launch_bounds__(kThreads)
    clean_kernel(Planes planes, const std::uint32_t* words, std::uint32_t* cleaned) {
  cuda::wait_for_previous_kernel();
  constexpr int kReach = 2 * (kOpen + kClose);
  constexpr int kCount = kRows + 2 * kReach;
  const int words_per_row = planes.words;
  const Place place = Place::of(words_per_row, (planes.height + kRows - 1) / kRows);
  if (place.plane >= planes.count) return;
  const int first = place.y * kRows - kReach;
  const std::int64_t plane = place.plane * planes.height * words_per_row;
  std::uint64_t rows[kCount];
  std::uint64_t any = 0;
#pragma unroll
  for (int i = 0; i < kCount; ++i) {
    const int y = first + i;
    rows[i] = 0;
    if (y >= 0 && y < planes.height) {
      const std::uint32_t* const at = words + plane + std::int64_t{y} * words_per_row + place.word;
      rows[i] = with_sides(place.word > 0 ? at[-1] : 0, at[0],
                           place.word + 1 < words_per_row ? at[1] : 0);
    }
    any |= rows[i];
  }
  const std::uint64_t inside = inside_sides(place.word, planes.width);
  if (any != 0) {  // else nothing grows either
    clean_rows<kOpen, kClose, kCount>(
        rows, [&](int i) { return first + i >= 0 && first + i < planes.height ? inside : 0; });
  }
#pragma unroll
  for (int i = kReach; i < kReach + kRows; ++i) {
    const int y = first + i;
    if (y < planes.height) {
      cleaned[plane + std::int64_t{y} * words_per_row + place.word] =
          without_sides(rows[i] & inside);
    }
  }
}

__device__ inline std::uint64_t inside_word(const Planes& planes, int word) {
  const int count = planes.width - 64 * word;
  return count >= 64 ? ~std::uint64_t{0} : (std::uint64_t{1} << count) - 1;
}

__global__ void __launch_bounds__(kThreads)
    grow_along_x_kernel(Planes planes, const std::uint64_t* from, std::uint64_t* to, int radius,
                        std::uint64_t flip) {
  cuda::wait_for_previous_kernel();
  const Place place = Place::of(planes.words, planes.height);
  if (place.plane >= planes.count) return;
  const std::int64_t row = (place.plane * planes.height + place.y) * planes.words;
  std::uint64_t words[5];
#pragma unroll
  for (int i = 0; i < 5; ++i) {
    const int word = place.word + i - 2;
    const bool is_there = word >= 0 && word < planes.words;
    words[i] = is_there ? (from[row + word] ^ flip) & inside_word(planes, word) : 0;
  }
  to[row + place.word] = grown_along_x(words, radius) & inside_word(planes, place.word);
}

__global__ void __launch_bounds__(kThreads)
    grow_along_y_kernel(Planes planes, const std::uint64_t* from, std::uint64_t* to, int radius,
                        std::uint64_t flip) {
  cuda::wait_for_previous_kernel();
  const Place place = Place::of(planes.words, planes.height);
  if (place.plane >= planes.count) return;
  const std::int64_t column = place.plane * planes.height * planes.words + place.word;
  const int begin = max(0, place.y - radius);
  const int end = min(planes.height, place.y + radius + 1);
  std::uint64_t bits = 0;
#pragma unroll 8
  for (int y = begin; y < end; ++y) bits |= from[column + std::int64_t{y} * planes.words];
  to[column + std::int64_t{place.y} * planes.words] =
      (bits ^ flip) & inside_word(planes, place.word);
}

template <int kOpen, int kClose>
void clean_by_one(const Shape& shape, std::int64_t count, const std::uint64_t* words,
                  std::uint64_t* cleaned, const cuda::Stream& stream) {
  const Planes planes{static_cast<int>(shape.width), static_cast<int>(shape.height),
                      static_cast<int>(2 * shape.words_per_row()), count};
  const std::int64_t items = count * planes.words * ((shape.height + kRows - 1) / kRows);
  cuda::launch_overlapping(
      clean_kernel<kOpen, kClose>, {cuda::blocks_for(items, kThreads), kThreads}, stream, planes,
      reinterpret_cast<const std::uint32_t*>(words), reinterpret_cast<std::uint32_t*>(cleaned));
}

}  // namespace

void clean_planes(const Cleaning& cleaning, const Shape& shape, std::int64_t count,
                  const std::uint64_t* words, std::uint64_t* cleaned, std::uint64_t* scratch,
                  const cuda::Stream& stream) {
  const auto is = [&](int open, int close) {
    return cleaning.open == open && cleaning.close == close;
  };
  if (is(1, 1)) return clean_by_one<1, 1>(shape, count, words, cleaned, stream);
  if (is(1, 0)) return clean_by_one<1, 0>(shape, count, words, cleaned, stream);
  if (is(0, 1)) return clean_by_one<0, 1>(shape, count, words, cleaned, stream);
  if (!cleaning.any()) return cuda::copy(cleaned, words, count * shape.words_per_slice(), stream);
  const Planes planes{static_cast<int>(shape.width), static_cast<int>(shape.height),
                      static_cast<int>(shape.words_per_row()), count};
  const unsigned blocks = cuda::blocks_for(count * shape.words_per_slice(), kThreads);
  constexpr std::uint64_t kErosion = ~std::uint64_t{0};
  for (const auto& [radius, flip] : {std::pair{cleaning.open, kErosion},
                                     {cleaning.open + cleaning.close, std::uint64_t{0}},
                                     {cleaning.close, kErosion}}) {
    if (radius == 0) continue;
    cuda::launch_overlapping(grow_along_x_kernel, {blocks, kThreads}, stream, planes, words,
                             scratch, radius, flip);
    cuda::launch_overlapping(grow_along_y_kernel, {blocks, kThreads}, stream, planes, scratch,
                             cleaned, radius, flip);
    words = cleaned;
  }
}

}  // namespace bitvox::colour
