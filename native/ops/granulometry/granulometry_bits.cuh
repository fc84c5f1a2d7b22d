// SPDX-License-Identifier: BSD-2-Clause
#pragma once

#include <cuda_runtime.h>

#include <cstdint>

#include "ops/granulometry/granulometry.hpp"
#include "ops/granulometry/granulometry_tiles.cuh"

namespace bitvox::granulometry {

// Bits as rows -> bits as tiles: a block takes 32 tiles side by side. With clipped edges the
// outside is object that never goes away.
static __global__ void __launch_bounds__(256)
    bits_to_tiles_kernel(TileGrid grid, Edges edges, const std::uint32_t* rows,
                         std::uint32_t* tiles) {
  __shared__ std::uint32_t block[kTileRows][kWarp + 1];
  const int warp = static_cast<int>(threadIdx.x) / kWarp;
  const int lane = static_cast<int>(threadIdx.x) % kWarp;
  const int groups = (grid.nx + kWarp - 1) / kWarp;  // of 32 tiles in x
  const int tile_row = static_cast<int>(blockIdx.x) / groups;
  const int first_tx = (static_cast<int>(blockIdx.x) - tile_row * groups) * kWarp;
  const std::int64_t first_y = static_cast<std::int64_t>(tile_row % grid.ny) * kTileSide;
  const std::int64_t first_z = static_cast<std::int64_t>(tile_row / grid.ny) * kTileSide;
  const std::int64_t words_per_row = (grid.width + 63) / 64 * 2;
  for (int row = warp; row < kTileRows; row += 8) {
    const std::int64_t y = first_y + row % kTileSide;
    const std::int64_t z = first_z + row / kTileSide;
    const int tx = first_tx + lane;
    if (tx < grid.nx) {
      const bool inside = y < grid.height && z < grid.depth;
      std::uint32_t word = inside ? rows[(z * grid.height + y) * words_per_row + tx] : 0U;
      if (edges == Edges::kClipped) {
        word |= inside ? ~grid.inside_x(tx) : kAllLanes;
      }
      block[row][lane] = word;
    }
  }
  __syncthreads();
  const std::int64_t first_tile = static_cast<std::int64_t>(tile_row) * grid.nx + first_tx;
  for (int i = warp; i < kWarp && first_tx + i < grid.nx; i += 8) {
    tiles[(first_tile + i) * kTileRows + lane] = block[lane][i];
    tiles[(first_tile + i) * kTileRows + kWarp + lane] = block[kWarp + lane][i];
  }
}

// 32 voxels of a row with the 16 on each side of them.
struct WideRow {
  std::uint32_t low, high;

  __device__ std::uint32_t middle() const { return __funnelshift_r(low, high, 16); }
};

__device__ inline WideRow operator&(WideRow a, WideRow b) {
  return {a.low & b.low, a.high & b.high};
}

// Eroded along x; the outermost voxels become meaningless, and only they.
__device__ inline WideRow eroded_in_x(WideRow row) {
  const WideRow left{row.low << 1, __funnelshift_l(row.low, row.high, 1)};
  const WideRow right{__funnelshift_r(row.low, row.high, 1), row.high >> 1};
  return row & left & right;
}

__device__ inline WideRow and_of_lanes_beside(WideRow row) {
  const WideRow below{__shfl_up_sync(kAllLanes, row.low, 1),
                      __shfl_up_sync(kAllLanes, row.high, 1)};
  const WideRow above{__shfl_down_sync(kAllLanes, row.low, 1),
                      __shfl_down_sync(kAllLanes, row.high, 1)};
  return below & above;
}

}  // namespace bitvox::granulometry
