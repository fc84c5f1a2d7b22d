// SPDX-License-Identifier: BSD-2-Clause
#pragma once

#include <cuda_runtime.h>

#include <cstdint>

#include "ops/granulometry/granulometry_tiles.cuh"

namespace bitvox::cuda {

// The widths 2F - 1 (0 outside the object) of the slices of one layer of tiles, as 16-bit slices.
// Four threads a row of a tile, eight voxels each.
template <int P>
__global__ void __launch_bounds__(256)
    write_map_kernel(TileGrid grid, int tile_z, const std::uint32_t* planes,
                     std::uint16_t* slices) {
  constexpr int kVoxels = 8;
  constexpr int kThreads = kTileWidth / kVoxels;
  const std::int64_t thread = static_cast<std::int64_t>(blockIdx.x) * blockDim.x + threadIdx.x;
  const std::int64_t threads_per_row = static_cast<std::int64_t>(grid.nx) * kThreads;
  const std::int64_t row = thread / threads_per_row;  // of the layer
  const std::int64_t x = (thread - row * threads_per_row) * kVoxels;
  const std::int64_t z = row / grid.height;  // within the layer
  const std::int64_t y = row - z * grid.height;
  if (z >= kTileSide || tile_z * kTileSide + z >= grid.depth || x >= grid.width) {
    return;
  }
  const std::int64_t tile =
      (static_cast<std::int64_t>(tile_z) * grid.ny + y / kTileSide) * grid.nx + x / kTileWidth;
  const Planes<P> values =
      load_row<P>(planes + row_offset<P>(tile, static_cast<int>(z * kTileSide + y % kTileSide)));

  // Two voxels in the halves of a word: bits 0 and 1 of `two` go to bits 0 and 16.
  std::uint32_t widths[kVoxels / 2];
#pragma unroll
  for (int i = 0; i < kVoxels / 2; ++i) {
    std::uint32_t pair = 0;
#pragma unroll
    for (int p = 0; p < P; ++p) {
      const std::uint32_t two = values.word[p] >> (x % kTileWidth + 2 * i);
      pair |= ((two & 1U) | (two << 15 & 0x10000U)) << p;
    }
    const std::uint32_t low = pair & 0xffffU;
    const std::uint32_t high = pair >> 16;
    widths[i] = (low == 0 ? 0 : 2 * low - 1) | (high == 0 ? 0 : 2 * high - 1) << 16;
  }
  std::uint16_t* to = slices + (z * grid.height + y) * grid.width + x;
  if (grid.width % kVoxels == 0) {
    *reinterpret_cast<uint4*>(to) = make_uint4(widths[0], widths[1], widths[2], widths[3]);
  } else {
    for (int i = 0; i < kVoxels && x + i < grid.width; ++i) {
      to[i] = static_cast<std::uint16_t>(widths[i / 2] >> i % 2 * 16);
    }
  }
}

}  // namespace bitvox::cuda
