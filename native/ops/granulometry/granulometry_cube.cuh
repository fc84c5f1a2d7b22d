// SPDX-License-Identifier: BSD-2-Clause
#pragma once

#include <cuda_runtime.h>

#include <cstdint>

#include "ops/granulometry/granulometry_propagate.cuh"

namespace bitvox::granulometry {

template <int P>
inline constexpr int kCubeWarps = P <= 8 ? 4 : 2;

// A step for the cube: a warp a tile. The largest of 27 is taken along x for all rows of the tile
// and around it, then, through shared memory, along z and y.
template <int P, bool kPlanar>
__global__ void __launch_bounds__(kCubeWarps<P>* kWarp)
    propagate_cube_kernel(TileGrid grid, TileLists lists, std::uint32_t* planes, Faces<P> faces,
                          int m) {
  constexpr int kHaloZ = kPlanar ? 0 : 1;
  constexpr int kSide = kTileSide + 2;  // rows in y
  constexpr int kRows = kSide * (kTileSide + 2 * kHaloZ);
  __shared__ Planes<P> all_rows[kCubeWarps<P>][kRows];

  const int lane = static_cast<int>(threadIdx.x) % kWarp;
  Planes<P>* const in_x = all_rows[threadIdx.x / kWarp];
  cuda::wait_for_previous_kernel();
  const int warps = static_cast<int>(gridDim.x * blockDim.x) / kWarp;
  const int count = *lists.count;
  int i = static_cast<int>(blockIdx.x * blockDim.x + threadIdx.x) / kWarp;
  ActiveTile next = i < count ? lists.active[i] : ActiveTile{};
  for (; i < count; i += warps) {
    const ActiveTile active = next;
    const int tile = active.tile;
    // The tile at (dx, dy, dz), or the one that stands for the outside.
    const auto tile_at = [&](int dx, int dy, int dz) {
      const unsigned needed = facing(-dx, -dy, -dz);
      return (active.neighbours & needed) == needed ? tile + (dz * grid.ny + dy) * grid.nx + dx
                                                    : grid.count;
    };
    const auto buffer = [&](int dx, int dy, int dz) {
      return active.buffers >> neighbour_bit(dx, dy, dz) & 1U;
    };
    constexpr int kRounds = (kRows + kWarp - 1) / kWarp;
    Planes<P> own[kRounds];
    unsigned left[kRounds];
    unsigned right[kRounds];
#pragma unroll
    for (int round = 0; round < kRounds; ++round) {
      const int r = min(round * kWarp + lane, kRows - 1);
      const int z = r / kSide - kHaloZ;
      const int y = r % kSide - 1;
      const int dz = z < 0 ? -1 : z / kTileSide;
      const int dy = y < 0 ? -1 : y / kTileSide;
      const int row_z = z & 7;
      const int row_y = y & 7;
      const int row = row_z * kTileSide + row_y;
      const std::uint32_t* from = planes + row_offset<P>(tile, row);
      if (dy != 0) {
        from =
            faces.rows(tile_at(0, dy, dz), dy < 0 ? kHighY : kLowY, buffer(0, dy, dz)) + 2 * row_z;
      } else if (dz != 0) {
        from = faces.rows(tile_at(0, 0, dz), dz < 0 ? kHighZ : kLowZ, buffer(0, 0, dz)) + 2 * row_y;
      }
      own[round] = load_row<P>(from, dy != 0 || dz != 0 ? Faces<P>::kPairStride : kPairStride);
      left[round] = faces.edges(tile_at(-1, dy, dz), kHighX, buffer(-1, dy, dz))[row];
      right[round] = faces.edges(tile_at(1, dy, dz), kLowX, buffer(1, dy, dz))[row];
    }
    std::uint32_t* rows = planes + row_offset<P>(tile, 2 * lane);
    const RowPair<P> old = load_pair<P>(rows);
    if (i + warps < count) {
      next = lists.active[i + warps];
    }
    __syncwarp();  // all lanes have read, also what the tile before left in shared memory
#pragma unroll
    for (int round = 0; round < kRounds; ++round) {
      const int r = round * kWarp + lane;
      if (r < kRows) {
        in_x[r] = larger(own[round], larger(shifted_up(own[round], left[round]),
                                            shifted_down(own[round], right[round])));
      }
    }
    __syncwarp();

    const int z = lane / 4;
    const int y = lane % 4 * 2;
    Planes<P> in_xz[4];  // rows y - 1 .. y + 2
#pragma unroll
    for (int j = 0; j < 4; ++j) {
      const Planes<P>* column = in_x + z * kSide + y + j;
      in_xz[j] = column[0];
      if (!kPlanar) {
        in_xz[j] = larger(in_xz[j], larger(column[kSide], column[2 * kSide]));
      }
    }
    const Planes<P> both = larger(in_xz[1], in_xz[2]);
    const RowPair<P> most{larger(in_xz[0], both), larger(in_xz[3], both)};
    take_larger<P>(most, old, m, rows, faces, lists, tile, active.state, lane);
  }
}

}  // namespace bitvox::granulometry
