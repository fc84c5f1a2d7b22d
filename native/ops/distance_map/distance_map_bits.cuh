// SPDX-License-Identifier: BSD-2-Clause
#pragma once

#include "cuda/warp.cuh"
#include "ops/distance_map/distance_map_cells.cuh"

namespace bitvox::distance_map {

// A volume's packed rows on the GPU.
struct BitRows {
  const std::uint64_t* words;
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

inline constexpr int kNoBackground = 1 << 30;  // so far away

// The background nearest to a word of a row, in the words before and behind it.
struct Beside {
  int left;
  int right;
};

// Words of a row that the lanes of a warp look at together: a group of 32, one each.
__device__ inline std::uint64_t word_of_group(const BitRows& rows, std::int64_t row, int group) {
  const int i = group * cuda::kWarp + cuda::this_lane();
  return i < rows.words_per_row ? rows.word(row, i) : ~std::uint64_t{0};
}

// All lanes of a warp call, with the same row and word; own: this lane's word of its group.
__device__ inline Beside background_beside(const BitRows& rows, std::int64_t row, int at,
                                           std::uint64_t own) {
  using cuda::kAllLanes;
  using cuda::kWarp;
  const auto words = static_cast<int>(rows.words_per_row);
  const int middle = at / kWarp;
  const auto word_of = [&](int group) {
    return group == middle ? own : word_of_group(rows, row, group);
  };
  Beside found{rows.outside_is_background ? -1 : -kNoBackground,
               rows.outside_is_background ? static_cast<int>(rows.width) : kNoBackground};
  for (int group = middle; group >= 0; --group) {
    const std::uint64_t word = word_of(group);
    unsigned having = __ballot_sync(kAllLanes, word != ~std::uint64_t{0});
    if (group == middle) having &= cuda::lanes_before(at % kWarp);
    if (having != 0) {
      const int from = 31 - __clz(static_cast<int>(having));
      const std::uint64_t background = ~__shfl_sync(kAllLanes, word, from);
      found.left = 64 * (group * kWarp + from) + 63 - __clzll(static_cast<long long>(background));
      break;
    }
  }
  for (int group = middle; group * kWarp < words; ++group) {
    const std::uint64_t word = word_of(group);
    unsigned having = __ballot_sync(kAllLanes, word != ~std::uint64_t{0});
    if (group == middle) having &= ~(cuda::lanes_before(at % kWarp) | 1U << (at % kWarp));
    if (having != 0) {
      const int from = __ffs(static_cast<int>(having)) - 1;
      const std::uint64_t background = ~__shfl_sync(kAllLanes, word, from);
      found.right = 64 * (group * kWarp + from) + __ffsll(static_cast<long long>(background)) - 1;
      break;
    }
  }
  return found;
}

// What voxel x of a row costs along the row, where word x / 64 is `word`.
template <class V>
__device__ typename V::Cell weight_along_row(std::uint64_t word, const Beside& beside, int x,
                                             const Cost& cost) {
  const auto bit = static_cast<unsigned>(x % 64);
  const int first = x - static_cast<int>(bit);
  if ((word >> bit & 1U) == 0) return typename V::Cell{0};
  const std::uint64_t before = ~word & ((std::uint64_t{1} << bit) - 1);
  const std::uint64_t behind = ~word & ~((std::uint64_t{2} << bit) - 1);
  const int left = before != 0 ? first + 63 - __clzll(static_cast<long long>(before)) : beside.left;
  const int right =
      behind != 0 ? first + __ffsll(static_cast<long long>(behind)) - 1 : beside.right;
  // (The differences of what is nowhere stay below 2^31.)
  const int k = min(x - left, right - x);
  return k < kNoBackground / 2 ? V::weight(cost, k) : V::infinite();
}

// This lane's cells of rows row, row + step, ... of bits, each of the 32 from number `first` on:
// put(i, cell) gets that of row number i of kRows, of which `count` are there. The rows' words are
// read before any of them is used.
template <class V, int kRows, class Put>
__device__ void cells_along_rows(const BitRows& rows, std::int64_t row, std::int64_t step,
                                 int count, int first, const Cost& cost, Put&& put) {
  using Cell = typename V::Cell;
  const int x = (first + cuda::this_lane()) * V::kColumns;
  const int at = first * V::kColumns / 64;  // the same word for all lanes
  std::uint64_t own[kRows];
#pragma unroll
  for (int i = 0; i < kRows; ++i) {
    own[i] = i < count ? word_of_group(rows, row + i * step, at / cuda::kWarp) : 0;
  }
#pragma unroll
  for (int i = 0; i < kRows; ++i) {
    if (i >= count) break;
    const Beside beside = background_beside(rows, row + i * step, at, own[i]);
    const std::uint64_t word = __shfl_sync(cuda::kAllLanes, own[i], at % cuda::kWarp);
    const Cell low = x < rows.width ? weight_along_row<V>(word, beside, x, cost) : Cell{0};
    const Cell high = V::kColumns > 1 && x + 1 < rows.width
                          ? weight_along_row<V>(word, beside, x + 1, cost)
                          : Cell{0};
    put(i, V::join(low, high));
  }
}

}  // namespace bitvox::distance_map
