// SPDX-License-Identifier: BSD-2-Clause
#pragma once

#include <cuda_runtime.h>

#include <cstdint>

#include "ops/granulometry/granulometry_tiles.cuh"

namespace bitvox::granulometry {

inline constexpr int kMapVoxels = 8;  // of a thread

__host__ __device__ inline std::int64_t map_threads_per_row(const TileGrid& grid) {
  return (grid.width + kMapVoxels - 1) / kMapVoxels;
}

// The widths 2F - 1 (0 outside the object) of `count` voxels from number `first` on, as 16-bit
// pixels. Each thread makes eight that lie side by side in a row.
template <int P>
__global__ void __launch_bounds__(256)
    write_map_kernel(TileGrid grid, std::int64_t first, std::int64_t count,
                     const std::uint32_t* planes, std::uint16_t* pixels) {
  constexpr int kVoxels = kMapVoxels;
  const std::int64_t thread = static_cast<std::int64_t>(blockIdx.x) * blockDim.x + threadIdx.x;
  const std::int64_t threads_per_row = map_threads_per_row(grid);
  const std::int64_t row_of_first = thread / threads_per_row;
  const std::int64_t x = (thread - row_of_first * threads_per_row) * kVoxels;
  const std::int64_t row = first / grid.width + row_of_first;  // of the volume
  const std::int64_t to = row * grid.width + x - first;        // where the first voxel goes
  if (to >= count || to + kVoxels <= 0) {
    return;
  }
  const std::int64_t z = row / grid.height;
  const std::int64_t y = row - z * grid.height;
  const std::int64_t tile = (z / kTileSide * grid.ny + y / kTileSide) * grid.nx + x / kTileWidth;
  const Planes<P> values = load_row<P>(
      planes + row_offset<P>(tile, static_cast<int>(z % kTileSide * kTileSide + y % kTileSide)));

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
  if (grid.width % kVoxels == 0 && to % kVoxels == 0 && to + kVoxels <= count) {
    *reinterpret_cast<uint4*>(pixels + to) = make_uint4(widths[0], widths[1], widths[2], widths[3]);
  } else {
#pragma unroll
    for (int i = 0; i < kVoxels; ++i) {
      if (x + i < grid.width && to + i >= 0 && to + i < count) {
        pixels[to + i] = static_cast<std::uint16_t>(widths[i / 2] >> i % 2 * 16);
      }
    }
  }
}

}  // namespace bitvox::granulometry
