// SPDX-License-Identifier: BSD-2-Clause
#pragma once

#include <cuda_runtime.h>

#include <cstdint>

#include "ops/granulometry/granulometry_tiles.cuh"

namespace bitvox::cuda {

// The widths 2F - 1 (0 outside the object) of the slices of one layer of tiles, as 16-bit slices.
// One warp a row of a tile, one lane a voxel.
template <int P>
__global__ void __launch_bounds__(256)
    write_map_kernel(TileGrid grid, int tile_z, const std::uint32_t* planes,
                     std::uint16_t* slices) {
  const int lane = static_cast<int>(threadIdx.x) % kWarp;
  const std::int64_t warp =
      (static_cast<std::int64_t>(blockIdx.x) * blockDim.x + threadIdx.x) / kWarp;
  const std::int64_t rows = grid.height * kTileSide;  // of the layer
  const std::int64_t row = warp / grid.nx;
  const std::int64_t tx = warp - row * grid.nx;
  const std::int64_t z = row / grid.height;  // within the layer
  const std::int64_t y = row - z * grid.height;
  const std::int64_t x = tx * kTileWidth + lane;
  if (row >= rows || tile_z * kTileSide + z >= grid.depth) {
    return;
  }
  const std::int64_t tile =
      (static_cast<std::int64_t>(tile_z) * grid.ny + y / kTileSide) * grid.nx + tx;
  const Planes<P> values =
      load_row<P>(planes + row_offset<P>(tile, static_cast<int>(z * kTileSide + y % kTileSide)));
  unsigned value = 0;
#pragma unroll
  for (int p = 0; p < P; ++p) {
    value |= (values.word[p] >> lane & 1U) << p;
  }
  if (x < grid.width) {
    slices[(z * grid.height + y) * grid.width + x] =
        static_cast<std::uint16_t>(value == 0 ? 0 : 2 * value - 1);
  }
}

}  // namespace bitvox::cuda
