// SPDX-License-Identifier: BSD-2-Clause
#pragma once

#include "ops/local_thickness/local_thickness_kernels.cuh"

namespace bitvox::local_thickness {

// In a nearly solid volume every ball reaches every tile, but a few balls cover most tiles as a
// whole. A ball smaller than one that covers a tile matters nowhere in the tile and does not come
// into its list. Balls that cover are looked for among the largest ones of all tiles.

// The largest ball with its centre in each tile; a square of 0 where there is none. A warp a tile.
template <class V>
__global__ void __launch_bounds__(256)
    find_largest_kernel(Volume<V> volume, const std::uint32_t* centres, std::int64_t first_tile,
                        std::int64_t tiles, Ball<V>* largest) {
  const std::int64_t warp =
      (static_cast<std::int64_t>(blockIdx.x) * blockDim.x + threadIdx.x) / kWarp;
  if (warp >= tiles) return;
  const std::int64_t tile = first_tile + warp;
  const auto tile_x = static_cast<int>(tile % volume.nx);
  const int y = static_cast<int>(tile / volume.nx % volume.ny) * kTile + cuda::this_lane();
  const std::int64_t first_z = tile / volume.nx / volume.ny * volume.tile_depth;
  Ball<V> best{0, 0, 0, 0};
  for (int k = 0; k < volume.tile_depth; ++k) {
    const auto z = static_cast<int>(first_z + k);
    if (y >= volume.height || z >= volume.depth) break;
    const std::int64_t row = static_cast<std::int64_t>(z) * volume.height + y;
    for (std::uint32_t bits = centres[row * volume.nx + tile_x]; bits != 0; bits &= bits - 1) {
      const int x = tile_x * kTile + __ffs(static_cast<int>(bits)) - 1;
      const auto square = static_cast<Square<V>>(volume.squares[volume.at(x, y, z)]);
      if (square > best.square) best = {x, y, z, square};
    }
  }
  for (int away = kWarp / 2; away > 0; away /= 2) {
    const Ball<V> other{
        __shfl_xor_sync(kAllLanes, best.x, away), __shfl_xor_sync(kAllLanes, best.y, away),
        __shfl_xor_sync(kAllLanes, best.z, away), __shfl_xor_sync(kAllLanes, best.square, away)};
    if (other.square > best.square) best = other;
  }
  if (cuda::this_lane() == 0) largest[tile] = best;
}

// The square of the largest of those balls that cover all of a tile, or 0. A thread a tile.
template <class V>
__global__ void __launch_bounds__(256)
    find_cover_kernel(Volume<V> volume, const Ball<V>* largest, std::int64_t first_tile,
                      std::int64_t tiles, Square<V>* cover) {
  const std::int64_t i = static_cast<std::int64_t>(blockIdx.x) * blockDim.x + threadIdx.x;
  if (i >= tiles) return;
  const std::int64_t tile = first_tile + i;
  const auto tile_x = static_cast<int>(tile % volume.nx);
  const auto tile_y = static_cast<int>(tile / volume.nx % volume.ny);
  const auto tile_z = static_cast<int>(tile / volume.nx / volume.ny);
  const auto farther = [](int place, int first, int side, int end) {
    return max(abs(place - first), abs(min(first + side, end) - 1 - place));
  };
  const double radius = sqrt(volume.largest);
  const auto around = [&](int at, double step, int side, int count, int& first, int& last) {
    const int reach = voxels_in(radius, step) / side + 1;
    first = max(0, at - reach);
    last = min(count - 1, at + reach);
  };
  int x0, x1, y0, y1, z0, z1;
  around(tile_x, volume.step_x, kTile, volume.nx, x0, x1);
  around(tile_y, volume.step_y, kTile, volume.ny, y0, y1);
  around(tile_z, volume.step_z, volume.tile_depth, volume.nz, z0, z1);
  if (volume.tile_depth == 1) z0 = z1 = tile_z;
  Square<V> best = 0;
  for (int k = z0; k <= z1; ++k) {
    for (int j = y0; j <= y1; ++j) {
      for (int t = x0; t <= x1; ++t) {
        const Ball<V> ball = largest[volume.tile(t, j, k)];
        if (ball.square > best &&
            volume.reaches(
                ball, farther(ball.x, tile_x * kTile, kTile, volume.width),
                farther(ball.y, tile_y * kTile, kTile, volume.height),
                farther(ball.z, tile_z * volume.tile_depth, volume.tile_depth, volume.depth))) {
          best = ball.square;
        }
      }
    }
  }
  cover[tile] = best;
}

}  // namespace bitvox::local_thickness
