// SPDX-License-Identifier: BSD-2-Clause
#pragma once

#include <cuda_runtime.h>

#include <cstdint>

#include "ops/granulometry/granulometry.hpp"
#include "ops/granulometry/granulometry_faces.cuh"

namespace bitvox::cuda {

// The recursion of granulometry.hpp, step by step. Before step m the voxels with F > m are those
// with d > m; the step changes none with d < m, and only next to a voxel that holds m (it may be
// reached for the first time) or that changed in the step before. So a list of the tiles that can
// change is made for every step, and a warp works on each of these.

struct ActiveTile {
  int tile;
  unsigned neighbours;  // bit Face: there is a tile beyond that face
};

struct TileLists {
  const ValueRange* ranges;
  const TileState* states;  // after the last step
  TileState* next_states;
  ActiveTile* active;
  int* count;          // of active tiles, for this step
  const int* largest;  // distance anywhere
};

// The faces that a neighbour at (dx, dy, dz) turns towards a tile.
__device__ inline unsigned facing(int dx, int dy, int dz) {
  return (dx < 0   ? 1U << kHighX
          : dx > 0 ? 1U << kLowX
                   : 0U) |
         (dy < 0   ? 1U << kHighY
          : dy > 0 ? 1U << kLowY
                   : 0U) |
         (dz < 0   ? 1U << kHighZ
          : dz > 0 ? 1U << kLowZ
                   : 0U);
}

__device__ inline unsigned neighbours_of(const TileGrid& grid, int3 at) {
  return (at.x > 0 ? 1U << kLowX : 0U) | (at.x + 1 < grid.nx ? 1U << kHighX : 0U) |
         (at.y > 0 ? 1U << kLowY : 0U) | (at.y + 1 < grid.ny ? 1U << kHighY : 0U) |
         (at.z > 0 ? 1U << kLowZ : 0U) | (at.z + 1 < grid.nz ? 1U << kHighZ : 0U);
}

// Did a neighbour change in the voxels that touch this tile? An edge or corner may have changed
// when all the faces that meet there did.
template <Element kElement, bool kPlanar>
__device__ inline bool neighbour_changed(const TileGrid& grid, const TileState* states, int tile,
                                         unsigned neighbours) {
  constexpr int kDepth = kPlanar ? 0 : 1;
  for (int dz = -kDepth; dz <= kDepth; ++dz) {
    for (int dy = -1; dy <= 1; ++dy) {
      for (int dx = -1; dx <= 1; ++dx) {
        const int axes = (dx != 0) + (dy != 0) + (dz != 0);
        if (axes == 0 || (kElement == Element::kCross && axes > 1)) {
          continue;
        }
        const unsigned own = facing(-dx, -dy, -dz);
        if ((neighbours & own) != own) {
          continue;
        }
        const unsigned its = facing(dx, dy, dz);
        const unsigned changed = states[tile + (dz * grid.ny + dy) * grid.nx + dx] >> kChangedShift;
        if ((changed & its) == its) {
          return true;
        }
      }
    }
  }
  return false;
}

// One thread a tile. Also carries the states of the tiles that stay as they are to the next step.
template <Element kElement, bool kPlanar>
__global__ void __launch_bounds__(1024)
    list_active_tiles_kernel(TileGrid grid, TileLists lists, int m) {
  if (*lists.largest <= m) {
    return;
  }
  __shared__ int warp_start[32];
  const int tile = static_cast<int>(blockIdx.x * blockDim.x + threadIdx.x);
  const unsigned lane = threadIdx.x % kWarp;
  const unsigned warp = threadIdx.x / kWarp;
  bool active = false;
  unsigned neighbours = 0;
  if (tile < grid.count) {
    const ValueRange range = lists.ranges[tile];
    if (range.largest >= m) {
      const unsigned state = lists.states[tile];
      lists.next_states[tile] = static_cast<TileState>(state & kFaceMask);
      neighbours = neighbours_of(grid, grid.position(tile));
      active = range.smallest <= m || (state & kAnyChanged) != 0 ||
               neighbour_changed<kElement, kPlanar>(grid, lists.states, tile, neighbours);
    }
  }
  const unsigned votes = __ballot_sync(kAllLanes, active);
  if (lane == 0) {
    warp_start[warp] = __popc(votes);
  }
  __syncthreads();
  if (warp == 0) {
    const int own = warp_start[lane];
    int sum = own;
    for (unsigned step = 1; step < kWarp; step *= 2) {
      const int below = __shfl_up_sync(kAllLanes, sum, step);
      if (lane >= step) {
        sum += below;
      }
    }
    int start = 0;
    if (lane == kWarp - 1 && sum > 0) {
      start = atomicAdd(lists.count, sum);
    }
    start = __shfl_sync(kAllLanes, start, kWarp - 1);
    warp_start[lane] = start + sum - own;
  }
  __syncthreads();
  if (active) {
    lists.active[warp_start[warp] + __popc(votes & ((1U << lane) - 1U))] = {tile, neighbours};
  }
}

// What both elements do with the largest neighbours M of a lane's two rows: where M > m and M > F,
// F becomes M. Then the changed rows, the faces with a change and the new state are written.
template <int P>
__device__ inline void take_larger(const RowPair<P>& most, const RowPair<P>& old, int m,
                                   std::uint32_t* rows, const Faces<P>& faces,
                                   const TileLists& lists, int tile, unsigned state, int lane) {
  const Planes<P> threshold = everywhere<P>(m);
  const std::uint32_t up_a = greater(most.a, threshold) & greater(most.a, old.a);
  const std::uint32_t up_b = greater(most.b, threshold) & greater(most.b, old.b);
  const RowPair<P> now{select(up_a, most.a, old.a), select(up_b, most.b, old.b)};
  const unsigned changed_a = __ballot_sync(kAllLanes, up_a != 0);
  const unsigned changed_b = __ballot_sync(kAllLanes, up_b != 0);
  const unsigned changed = changed_a | changed_b;
  if (changed == 0) {
    return;
  }
  if ((up_a | up_b) != 0) {
    store_pair<P>(rows, now);
  }
  const bool low_x = __any_sync(kAllLanes, ((up_a | up_b) & 1U) != 0);
  const bool high_x = __any_sync(kAllLanes, ((up_a | up_b) >> 31) != 0);
  const unsigned set = (low_x ? 1U << kLowX : 0U) | (high_x ? 1U << kHighX : 0U) |
                       ((changed_a & 0x11111111U) != 0 ? 1U << kLowY : 0U) |
                       ((changed_b & 0x88888888U) != 0 ? 1U << kHighY : 0U) |
                       ((changed & 0x0000000fU) != 0 ? 1U << kLowZ : 0U) |
                       ((changed & 0xf0000000U) != 0 ? 1U << kHighZ : 0U);
  const unsigned buffers = (state & kFaceMask) ^ set;
  store_faces<P>(faces, tile, set, buffers, now, lane);
  if (lane == 0) {
    lists.next_states[tile] = static_cast<TileState>(buffers | set << kChangedShift | kAnyChanged);
  }
}

// Cross: a warp a tile, each lane two rows, the neighbouring rows straight from memory (the rows of
// the same tile come from the first-level cache).
template <int P, bool kPlanar>
__global__ void __launch_bounds__(128)
    propagate_cross_kernel(TileGrid grid, TileLists lists, std::uint32_t* planes, Faces<P> faces,
                           int m) {
  if (*lists.largest <= m) {
    return;
  }
  const int lane = static_cast<int>(threadIdx.x) % kWarp;
  const int z = lane / 4;
  const int y = lane % 4 * 2;
  const int warps = static_cast<int>(gridDim.x * blockDim.x) / kWarp;
  const int count = *lists.count;
  for (int i = static_cast<int>(blockIdx.x * blockDim.x + threadIdx.x) / kWarp; i < count;
       i += warps) {
    const ActiveTile active = lists.active[i];
    const int tile = active.tile;
    const auto neighbour = [&](Face face, int step) {
      return (active.neighbours >> face & 1U) != 0 ? tile + step : grid.count;
    };
    // The face that the neighbour beyond `face` turns towards this tile, and where it is now.
    const auto buffer = [&](int which, Face its) { return lists.states[which] >> its & 1U; };
    const int low_x = neighbour(kLowX, -1);
    const int high_x = neighbour(kHighX, 1);
    const int low_y = neighbour(kLowY, -grid.nx);
    const int high_y = neighbour(kHighY, grid.nx);
    const unsigned state = lists.states[tile];

    std::uint32_t* rows = planes + row_offset<P>(tile, 2 * lane);
    using Edge = typename Faces<P>::Edge;
    const Edge* left = faces.edges(low_x, kHighX, buffer(low_x, kHighX)) + 2 * lane;
    const Edge* right = faces.edges(high_x, kLowX, buffer(high_x, kLowX)) + 2 * lane;
    const std::uint32_t* row_below =
        y > 0 ? rows - P : faces.rows(low_y, kHighY, buffer(low_y, kHighY)) + z * P;
    const std::uint32_t* row_above =
        y < kTileSide - 2 ? rows + 2 * P : faces.rows(high_y, kLowY, buffer(high_y, kLowY)) + z * P;

    const RowPair<P> old = load_pair<P>(rows);
    RowPair<P> most{larger(load_row<P>(row_below), old.b), larger(load_row<P>(row_above), old.a)};
    if (!kPlanar) {
      const int low_z = neighbour(kLowZ, -grid.nx * grid.ny);
      const int high_z = neighbour(kHighZ, grid.nx * grid.ny);
      const std::uint32_t* pair_below =
          z > 0 ? rows - kTileSide * P : faces.rows(low_z, kHighZ, buffer(low_z, kHighZ)) + y * P;
      const std::uint32_t* pair_above =
          z < kTileSide - 1 ? rows + kTileSide * P
                            : faces.rows(high_z, kLowZ, buffer(high_z, kLowZ)) + y * P;
      const RowPair<P> below = load_pair<P>(pair_below);
      const RowPair<P> above = load_pair<P>(pair_above);
      most.a = larger(most.a, larger(below.a, above.a));
      most.b = larger(most.b, larger(below.b, above.b));
    }
    most.a = larger(most.a, larger(shifted_up(old.a, left[0]), shifted_down(old.a, right[0])));
    most.b = larger(most.b, larger(shifted_up(old.b, left[1]), shifted_down(old.b, right[1])));
    __syncwarp();  // all lanes have read before any of them writes
    take_larger<P>(most, old, m, rows, faces, lists, tile, state, lane);
  }
}

// Cube: the same, but the largest of 27 is taken along x for all rows of the tile and around it,
// then, through shared memory, along z and y.
template <int P, bool kPlanar>
__global__ void __launch_bounds__(128)
    propagate_cube_kernel(TileGrid grid, TileLists lists, std::uint32_t* planes, Faces<P> faces,
                          int m) {
  if (*lists.largest <= m) {
    return;
  }
  constexpr int kHaloZ = kPlanar ? 0 : 1;
  constexpr int kSide = kTileSide + 2;  // rows in y
  constexpr int kRows = kSide * (kTileSide + 2 * kHaloZ);
  constexpr int kWarps = 4;
  __shared__ __align__(16) std::uint32_t all_rows[kWarps][kRows * P];

  const int lane = static_cast<int>(threadIdx.x) % kWarp;
  std::uint32_t* const in_x = all_rows[threadIdx.x / kWarp];
  const int warps = static_cast<int>(gridDim.x * blockDim.x) / kWarp;
  const int count = *lists.count;
  for (int i = static_cast<int>(blockIdx.x * blockDim.x + threadIdx.x) / kWarp; i < count;
       i += warps) {
    const ActiveTile active = lists.active[i];
    const int tile = active.tile;
    // The tile at (dx, dy, dz), or the one that stands for the outside.
    const auto tile_at = [&](int dx, int dy, int dz) {
      const unsigned needed = facing(-dx, -dy, -dz);
      return (active.neighbours & needed) == needed ? tile + (dz * grid.ny + dy) * grid.nx + dx
                                                    : grid.count;
    };
    for (int r = lane; r < kRows; r += kWarp) {
      const int z = r / kSide - kHaloZ;
      const int y = r % kSide - 1;
      const int dz = z < 0 ? -1 : z / kTileSide;
      const int dy = y < 0 ? -1 : y / kTileSide;
      const int row_z = z & 7;
      const int row_y = y & 7;
      const int row = row_z * kTileSide + row_y;
      const int middle = tile_at(0, dy, dz);
      const int left = tile_at(-1, dy, dz);
      const int right = tile_at(1, dy, dz);
      const std::uint32_t* from = planes + row_offset<P>(tile, row);
      if (dy != 0) {
        const Face face = dy < 0 ? kHighY : kLowY;
        from = faces.rows(middle, face, lists.states[middle] >> face & 1U) + row_z * P;
      } else if (dz != 0) {
        const Face face = dz < 0 ? kHighZ : kLowZ;
        from = faces.rows(middle, face, lists.states[middle] >> face & 1U) + row_y * P;
      }
      const unsigned left_edge = faces.edges(left, kHighX, lists.states[left] >> kHighX & 1U)[row];
      const unsigned right_edge = faces.edges(right, kLowX, lists.states[right] >> kLowX & 1U)[row];
      const Planes<P> own = load_row<P>(from);
      store_row<P>(in_x + r * P,
                   larger(own, larger(shifted_up(own, left_edge), shifted_down(own, right_edge))));
    }
    __syncwarp();

    const int z = lane / 4;
    const int y = lane % 4 * 2;
    Planes<P> in_xz[4];  // rows y - 1 .. y + 2
#pragma unroll
    for (int j = 0; j < 4; ++j) {
      const std::uint32_t* column = in_x + (z * kSide + y + j) * P;
      in_xz[j] = load_row<P>(column);
      if (!kPlanar) {
        in_xz[j] = larger(
            in_xz[j], larger(load_row<P>(column + kSide * P), load_row<P>(column + 2 * kSide * P)));
      }
    }
    const Planes<P> both = larger(in_xz[1], in_xz[2]);
    const RowPair<P> most{larger(in_xz[0], both), larger(in_xz[3], both)};
    std::uint32_t* rows = planes + row_offset<P>(tile, 2 * lane);
    const RowPair<P> old = load_pair<P>(rows);
    __syncwarp();
    take_larger<P>(most, old, m, rows, faces, lists, tile, lists.states[tile], lane);
  }
}

}  // namespace bitvox::cuda
