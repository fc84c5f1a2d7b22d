// SPDX-License-Identifier: BSD-2-Clause
#pragma once

#include "ops/distance_map/distance_map_kernels.cuh"

namespace bitvox::distance_map {

// The same for lines that are too long for shared memory: they lie in global memory, kWide of them
// after the other. blockIdx.x is the number of these, and the teams of all blocks with the same one
// take their groups by turns.
inline constexpr int kLongThreads = 256;
inline constexpr int kLongTeams = kLongThreads / kWide;

template <class V>
struct LongLines {
  typename V::Cell* cells;
  int length;

  __device__ Lines<V> of_block() const {
    return {cells + blockIdx.x * Lines<V>::cells_of(length) + lane_of_team(), length};
  }
  __device__ static std::int64_t x() {
    return static_cast<std::int64_t>(blockIdx.x) * kWide + lane_of_team();
  }
  __device__ static int team() {
    return static_cast<int>(blockIdx.y) * kLongTeams + team_of_block();
  }
};

template <class V, class Fill>
__device__ void fill_long(const LongLines<V>& lines, const Fill& fill) {
  const int g = lines.team();
  typename V::Cell values[kGroup];
  fill(g, values);
  if (g < groups_of(lines.length)) lines.of_block().fill_group(g, values);
}

template <class V>
__global__ void __launch_bounds__(kLongThreads)
    fill_long_slice_kernel(BitRows bits, Cost along_x, typename V::Cell most, std::int64_t z,
                           LongLines<V> lines) {
  fill_long(lines, FillAlongY<V>{bits, along_x, most, z, static_cast<int>(lines.x())});
}

template <class V>
__global__ void __launch_bounds__(kLongThreads)
    fill_long_row_kernel(CellField<V> field, std::int64_t row, LongLines<V> lines) {
  fill_long(lines, FillAlongZ<V>{field, lines.length, row, lines.x()});
}

template <class V>
__global__ void __launch_bounds__(kLongThreads) fill_long_supers_kernel(LongLines<V> lines) {
  const int s = lines.team();
  if (s < supers_of(lines.length)) lines.of_block().fill_super(s);
}

// Searches; place `first` of the lines goes to `to`, the others `to_stride` cells apart.
template <class V>
__global__ void __launch_bounds__(kLongThreads)
    search_long_kernel(LongLines<V> lines, SearchRule<V> rule, int first, int end,
                       typename V::Cell* to, std::int64_t to_stride, std::int64_t pitch,
                       unsigned long long* largest) {
  const std::int64_t x = lines.x();
  search_lines(lines.of_block(), rule, first, end, lines.team(),
               static_cast<int>(gridDim.y) * kLongTeams, largest,
               [&](int place, typename V::Cell cell) {
                 if (x < pitch) to[(place - first) * to_stride + x] = cell;
               });
}

}  // namespace bitvox::distance_map
