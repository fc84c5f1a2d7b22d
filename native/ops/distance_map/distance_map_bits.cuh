// SPDX-License-Identifier: BSD-2-Clause
#pragma once

#include "cuda/warp.cuh"
#include "ops/distance_map/distance_map_lines.cuh"

namespace bitvox::distance_map {

// Distances along x on the GPU, from bits: a word tells what is near, a table what is not.

// The background nearest to a word of a row, in the words before and behind it.
struct Beside {
  int left;
  int right;
};

// A volume's packed rows.
struct BitRows {
  const std::uint64_t* words;
  const Beside* beside;  // of every word
  std::int64_t words_per_row;
  std::int64_t width;
  std::int64_t height;
  std::uint64_t invert;  // all ones: a set bit is background
  bool outside_is_background;

  // Where 1 is object; so are, if the outside is not background, voxels that are not there.
  __device__ std::uint64_t word(std::int64_t row, std::int64_t i) const {
    const std::uint64_t bits = words[row * words_per_row + i] ^ invert;
    const auto used = static_cast<unsigned>(width % 64);
    if (i + 1 < words_per_row || used == 0) return bits;
    const std::uint64_t voxels = (std::uint64_t{1} << used) - 1;
    return outside_is_background ? bits & voxels : bits | ~voxels;
  }
};

inline constexpr int kBesideThreads = 256;

// Lanes that go along a row together: one for each of its words, up to a warp.
__host__ __device__ inline int lanes_of_row(std::int64_t words_per_row) {
  int lanes = 1;
  while (lanes < cuda::kWarp && lanes < words_per_row) lanes *= 2;
  return lanes;
}

// From the left for the background before every word, and back.
static __global__ void __launch_bounds__(kBesideThreads)
    find_beside_kernel(BitRows rows, std::int64_t row_count, Beside* beside) {
  using cuda::kAllLanes;
  const int lanes = lanes_of_row(rows.words_per_row);
  const int lane = cuda::this_lane() % lanes;
  const int shift = cuda::this_lane() - lane;
  const std::int64_t row =
      (static_cast<std::int64_t>(blockIdx.x) * kBesideThreads + threadIdx.x) / lanes;
  const auto words = static_cast<int>(row < row_count ? rows.words_per_row : 0);
  Beside* const to = beside + row * rows.words_per_row;
  const auto background_of = [&](int i) { return i < words ? ~rows.word(row, i) : 0; };
  // Of the lanes of this row, as bits.
  const auto having = [&](std::uint64_t background) {
    const unsigned all = __ballot_sync(kAllLanes, background != 0) >> shift;
    return lanes == cuda::kWarp ? all : all & ((1U << lanes) - 1);
  };
  const auto of_lane = [&](int value, int of) {
    return __shfl_sync(kAllLanes, value, max(of, 0) + shift);
  };
  const auto groups = static_cast<int>((rows.words_per_row + lanes - 1) / lanes);
  int nearest = rows.outside_is_background ? -1 : -kNoBackground;
  for (int group = 0; group < groups; ++group) {
    const int i = group * lanes + lane;
    const std::uint64_t background = background_of(i);
    const int last = 64 * i + 63 - __clzll(static_cast<long long>(background));
    const unsigned all = having(background);
    const unsigned before = all & cuda::lanes_before(lane);
    const int found = of_lane(last, 31 - __clz(static_cast<int>(before)));
    if (i < words) to[i].left = before != 0 ? found : nearest;
    const int next = of_lane(last, 31 - __clz(static_cast<int>(all)));
    if (all != 0) nearest = next;
  }
  nearest = rows.outside_is_background ? static_cast<int>(rows.width) : kNoBackground;
  for (int group = groups - 1; group >= 0; --group) {
    const int i = group * lanes + lane;
    const std::uint64_t background = background_of(i);
    const int first = 64 * i + __ffsll(static_cast<long long>(background)) - 1;
    const unsigned all = having(background);
    const unsigned behind = all & ~cuda::lanes_before(lane) & ~(1U << lane);
    const int found = of_lane(first, __ffs(static_cast<int>(behind)) - 1);
    if (i < words) to[i].right = behind != 0 ? found : nearest;
    const int next = of_lane(first, __ffs(static_cast<int>(all)) - 1);
    if (all != 0) nearest = next;
  }
}

// What a team needs of a group of rows to know the distances along them of its cells, of which this
// lane's begins at column x: every lane looks up one row, and tells the others. All lanes of a warp
// call.
template <class V>
class RowGroup {
 public:
  using Cell = typename V::Cell;

  // Row number `row` for this lane, or behind the last one any that is there.
  __device__ RowGroup(const BitRows& rows, std::int64_t row, int x, const Cost& cost)
      : cost_(cost),
        bit_(x % 32),
        columns_(static_cast<int>(min(rows.width - x, std::int64_t{2}))) {
    const int at = min(x / 64, static_cast<int>(rows.words_per_row) - 1);
    const std::uint64_t background = ~rows.word(row, at);
    const Beside beside = rows.beside[row * rows.words_per_row + at];
    const auto low = static_cast<unsigned>(background);
    const auto high = static_cast<unsigned>(background >> 32);
    if (x / 32 % 2 == 0) {
      background_ = low;
      left_ = 64 * at - beside.left;
      right_ = (high != 0 ? 64 * at + 31 + __ffs(static_cast<int>(high)) : beside.right) -
               (64 * at + 31);
    } else {
      background_ = high;
      left_ = 64 * at + 32 - (low != 0 ? 64 * at + 31 - __clz(static_cast<int>(low)) : beside.left);
      right_ = beside.right - (64 * at + 63);
    }
  }

  // This lane's cell of row number i of the group.
  __device__ Cell cell(int i) const {
    const auto of_row = [i](auto value) { return __shfl_sync(cuda::kAllLanes, value, i, kWide); };
    const unsigned background = of_row(background_);
    const int left_of_word = of_row(left_);
    const int right_of_word = of_row(right_);
    const int last_bit = bit_ + V::kColumns - 1;
    // (Twice 2^31 is 0: all bits.)
    const unsigned before = background & ((2U << bit_) - 1);
    const unsigned behind = background & ~((1U << last_bit) - 1);
    // Of the first column to the left, and of the last one to the right.
    const int left = bit_ + (before != 0 ? __clz(static_cast<int>(before)) - 31 : left_of_word);
    const int right =
        (behind != 0 ? __ffs(static_cast<int>(behind)) - 32 : right_of_word) + 31 - last_bit;
    const int low = min(left, right + V::kColumns - 1);
    const int high = min(left + 1, right);
    return V::along_row(cost_, columns_ > 0 ? low : 0, columns_ > 1 ? high : 0);
  }

 private:
  Cost cost_;
  int bit_;      // of x in its half of a word
  int columns_;  // that are there, from x on
  // Of this lane's row:
  unsigned background_;  // in that half
  int left_;             // from the first voxel of the half to the background before it
  int right_;            // from the last one to the background behind it
};

}  // namespace bitvox::distance_map
