// SPDX-License-Identifier: BSD-2-Clause
#pragma once

#include "ops/distance_map/distance_map_kernels.cuh"

namespace bitvox::distance_map {

// The same for lines that are too long for shared memory: they are laid out in global memory, a
// bundle of 32 after the other, each as in shared memory. Bundle b of the field's plane p (a slice,
// or a row of every slice) is number p * bundles + b.

// Fills lines along y: a warp a row.
template <class V>
__global__ void __launch_bounds__(kSearchThreads)
    fill_bundles_kernel(BitRows bits, Cost along_x, typename V::Cell most, std::int64_t z,
                        typename V::Cell* bundles) {
  const int lane = cuda::this_lane();
  const int warp = static_cast<int>(threadIdx.x) / cuda::kWarp;
  const auto height = static_cast<int>(bits.height);
  const std::int64_t y = static_cast<std::int64_t>(blockIdx.y) * kSearchWarps + warp;
  if (y >= height) return;
  cells_along_rows<V, 1>(
      bits, z * bits.height + y, 0, 1, static_cast<int>(blockIdx.x) * cuda::kWarp, along_x,
      [&](int, typename V::Cell cell) {
        bundles[blockIdx.x * line_cells(height) + y * cuda::kWarp + lane] = V::least(cell, most);
      });
}

// Fills lines along z from a row of the field.
template <class V>
__global__ void __launch_bounds__(kSearchThreads)
    copy_bundles_kernel(CellField<V> field, int depth, std::int64_t row,
                        typename V::Cell* bundles) {
  const int lane = cuda::this_lane();
  const std::int64_t z =
      static_cast<std::int64_t>(blockIdx.y) * kSearchWarps + threadIdx.x / cuda::kWarp;
  const std::int64_t x = static_cast<std::int64_t>(blockIdx.x) * cuda::kWarp + lane;
  if (z >= depth) return;
  bundles[blockIdx.x * line_cells(depth) + z * cuda::kWarp + lane] =
      x < field.pitch ? field.cells[field.offset(z, row) + x] : typename V::Cell{0};
}

// The groups (level 0), then the groups of groups (level 1): a thread each.
template <class V>
__global__ void __launch_bounds__(kSearchThreads)
    group_bundles_kernel(int length, int level, typename V::Cell* bundles) {
  const int lane = cuda::this_lane();
  const int group =
      static_cast<int>(blockIdx.y) * kSearchWarps + static_cast<int>(threadIdx.x) / cuda::kWarp;
  const LinePlane<V> lines =
      line_plane<V>(bundles + blockIdx.x * line_cells(length) + lane, cuda::kWarp, length);
  const auto least = [](auto a, auto b) { return V::least(a, b); };
  constexpr int kOnly = 1 << 26;
  if (level == 0) {
    put_least(lines.places, length, lines.stride, lines.groups, group, kOnly, least);
  } else {
    put_least(lines.groups, lines.group_count, lines.stride, lines.supers, group, kOnly, least);
  }
}

// Searches; place `first` of the lines goes to `to`, the others `to_stride` cells apart.
template <class V>
__global__ void __launch_bounds__(kSearchThreads)
    search_bundles_kernel(typename V::Cell* bundles, SearchRule rule, int length, int first,
                          int end, typename V::Cell* to, std::int64_t to_stride, std::int64_t pitch,
                          unsigned long long* largest) {
  const int lane = cuda::this_lane();
  const std::int64_t x = static_cast<std::int64_t>(blockIdx.x) * cuda::kWarp + lane;
  const bool there = x < pitch;
  const LinePlane<V> lines =
      line_plane<V>(bundles + blockIdx.x * line_cells(length) + lane, cuda::kWarp, length);
  // A block takes what a warp of its size can search at a time.
  constexpr int kAtATime = kSearchWarps * kPlaces;
  const int begin = first + static_cast<int>(blockIdx.y) * kAtATime;
  search_lines(lines, rule, begin, min(end, begin + kAtATime), largest,
               [&](int place, typename V::Cell cell) {
                 if (there) to[(place - first) * to_stride + x] = cell;
               });
}

}  // namespace bitvox::distance_map
