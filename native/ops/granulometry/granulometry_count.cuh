// SPDX-License-Identifier: BSD-2-Clause
#pragma once

#include <cuda_runtime.h>

#include <cstdint>

#include "ops/granulometry/granulometry_faces.cuh"

namespace bitvox::cuda {

struct SliceRange {
  std::int64_t first, end;
};

// Adds up how many voxels of the slices have each value from 1 on. One warp a tile, one value that
// occurs in it at a time, found bit by bit from the largest down.
template <int P>
__global__ void __launch_bounds__(256)
    count_values_kernel(TileGrid grid, SliceRange slices, const ValueRange* ranges,
                        const std::uint32_t* planes, unsigned long long* histogram) {
  constexpr bool kShared = P <= 8;  // few values: collect them in the block first
  constexpr int kBins = kShared ? 1 << P : 1;
  __shared__ unsigned block_histogram[kBins];
  for (int bin = static_cast<int>(threadIdx.x); bin < kBins; bin += static_cast<int>(blockDim.x)) {
    block_histogram[bin] = 0;
  }
  __syncthreads();

  const int lane = static_cast<int>(threadIdx.x) % kWarp;
  const std::int64_t warps = static_cast<std::int64_t>(gridDim.x) * blockDim.x / kWarp;
  for (std::int64_t tile =
           (static_cast<std::int64_t>(blockIdx.x) * blockDim.x + threadIdx.x) / kWarp;
       tile < grid.count; tile += warps) {
    if (ranges[tile].largest == 0) {
      continue;
    }
    const RowPair<P> pair = load_pair<P>(planes + row_offset<P>(tile, 2 * lane));
    const int3 at = grid.position(static_cast<int>(tile));
    const std::int64_t y = static_cast<std::int64_t>(at.y) * kTileSide + lane % 4 * 2;
    const std::int64_t z = static_cast<std::int64_t>(at.z) * kTileSide + lane / 4;
    const bool counted = z >= slices.first && z < slices.end;
    const std::uint32_t voxels = counted ? grid.inside_x(at.x) : 0U;
    std::uint32_t rest_a = 0;
    std::uint32_t rest_b = 0;
#pragma unroll
    for (int p = 0; p < P; ++p) {
      rest_a |= pair.a.word[p];
      rest_b |= pair.b.word[p];
    }
    rest_a &= y < grid.height ? voxels : 0U;
    rest_b &= y + 1 < grid.height ? voxels : 0U;
    while (__any_sync(kAllLanes, (rest_a | rest_b) != 0)) {
      std::uint32_t largest_a = rest_a;
      std::uint32_t largest_b = rest_b;
      unsigned value = 0;
#pragma unroll
      for (int p = P - 1; p >= 0; --p) {
        const std::uint32_t a = largest_a & pair.a.word[p];
        const std::uint32_t b = largest_b & pair.b.word[p];
        if (__any_sync(kAllLanes, (a | b) != 0)) {
          largest_a = a;
          largest_b = b;
          value |= 1U << p;
        }
      }
      rest_a &= ~largest_a;
      rest_b &= ~largest_b;
      unsigned voxel_count = static_cast<unsigned>(__popc(largest_a) + __popc(largest_b));
      for (int step = kWarp / 2; step > 0; step /= 2) {
        voxel_count += __shfl_down_sync(kAllLanes, voxel_count, static_cast<unsigned>(step));
      }
      if (lane == 0) {
        if (kShared) {
          atomicAdd(&block_histogram[value], voxel_count);
        } else {
          atomicAdd(&histogram[value], static_cast<unsigned long long>(voxel_count));
        }
      }
    }
  }
  __syncthreads();
  if (kShared) {
    for (int bin = static_cast<int>(threadIdx.x); bin < kBins;
         bin += static_cast<int>(blockDim.x)) {
      if (block_histogram[bin] != 0) {
        atomicAdd(&histogram[bin], static_cast<unsigned long long>(block_histogram[bin]));
      }
    }
  }
}

}  // namespace bitvox::cuda
