// SPDX-License-Identifier: BSD-2-Clause
#pragma once

#include <cstdint>
#include <type_traits>

#include "rays/volume_columns_together.cuh"
#include "rays/volume_walks.cuh"

// Kernels that measure how far rays go through each material.
namespace bitvox::rays {
namespace {

constexpr int kThreads = 128;       // of a block
constexpr int kBlocksTogether = 4;  // of a multiprocessor, so that registers suffice for these
extern __shared__ std::int64_t shared_ticks[];

template <class Volume, class Sums>
__global__ void __launch_bounds__(kThreads)
    walk_kernel(const Volume volume, const RayTiles tiles, std::int64_t first, std::int64_t end,
                float* lengths) {
  const int thread = static_cast<int>(threadIdx.x), threads = static_cast<int>(blockDim.x);
  const std::int64_t tile = first +
                            static_cast<std::int64_t>(blockIdx.x) * (threads / cuda::kWarp) +
                            thread / cuda::kWarp;
  if (tile >= end) return;
  if constexpr (std::is_same_v<Sums, OneSum>) {
    OneSum sum;
    walk_pixel(volume, tiles, tile, cuda::this_lane(), sum, lengths);
  } else {
    SharedSums sums{shared_ticks + thread, threads};
    walk_pixel(volume, tiles, tile, cuda::this_lane(), sums, lengths);
  }
}

template <int kPlanes>
__global__ void __launch_bounds__(kThreads)
    columns_kernel(const DeviceColumns columns, const ColumnTeams teams, std::int64_t first,
                   std::int64_t end, float* lengths) {
  const int thread = static_cast<int>(threadIdx.x), threads = static_cast<int>(blockDim.x);
  const std::int64_t team =
      first + (static_cast<std::int64_t>(blockIdx.x) * threads + thread) / teams.lanes;
  if (team >= end) return;
  ColumnSums<kPlanes> sums{shared_ticks + thread, threads, teams.slices_of_lane};
  measure_column<kPlanes>(columns, teams, team, thread % teams.lanes, sums, lengths);
}

template <int kPlanes, int kWords, class Vector>
__global__ void __launch_bounds__(kThreads, kBlocksTogether)
    together_kernel(const DeviceColumns columns, const ColumnTeams teams, std::int64_t first,
                    std::int64_t end, float* lengths) {
  const std::int64_t team =
      first + (static_cast<std::int64_t>(blockIdx.x) * kThreads + threadIdx.x) / cuda::kWarp;
  if (team >= end) return;
  measure_together<kPlanes, kWords, Vector>(columns, teams, team, cuda::this_lane(), lengths);
}

__global__ void __launch_bounds__(kThreads)
    rows_kernel(const DeviceColumns columns, const View* views, const DetectorPart part,
                std::int64_t all, std::int32_t* rows) {
  const std::int64_t i = static_cast<std::int64_t>(blockIdx.x) * kThreads + threadIdx.x;
  if (i >= all) return;
  const std::int64_t number = i / part.rows;
  find_row(columns, views[number], part, i % part.rows, rows + number * (columns.slices + 1));
}

}  // namespace
}  // namespace bitvox::rays
