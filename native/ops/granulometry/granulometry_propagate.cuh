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

// A tile that can change in this step, with all that its warp needs to know about its neighbours.
struct __align__(16) ActiveTile {
  int tile;
  unsigned neighbours;  // bit Face: there is a tile beyond that face
  unsigned buffers;     // bit neighbour_bit(): the buffer of that neighbour's face towards us
  unsigned state;
};

// For dx, dy, dz in -1, 0, 1. Of a neighbour at an edge or a corner it is the face in x that is
// read, or else the one in y.
__device__ constexpr int neighbour_bit(int dx, int dy, int dz) {
  return (dz * 3 + dy) * 3 + dx + 13;
}

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

struct Surroundings {
  unsigned buffers;  // as in ActiveTile
  bool changed;      // did a neighbour change in the voxels that touch this tile
};

// A neighbour may have changed at an edge or corner when all the faces that meet there did.
template <Element kElement, bool kPlanar>
__device__ inline Surroundings look_around(const TileGrid& grid, const TileState* states, int tile,
                                           unsigned neighbours) {
  constexpr int kDepth = kPlanar ? 0 : 1;
  Surroundings around{0, false};
#pragma unroll
  for (int dz = -kDepth; dz <= kDepth; ++dz) {
#pragma unroll
    for (int dy = -1; dy <= 1; ++dy) {
#pragma unroll
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
        const unsigned state = states[tile + (dz * grid.ny + dy) * grid.nx + dx];
        const int read = __ffs(static_cast<int>(its)) - 1;  // x before y before z
        around.buffers |= (state >> read & 1U) << neighbour_bit(dx, dy, dz);
        around.changed = around.changed || (state >> kChangedShift & its) == its;
      }
    }
  }
  return around;
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
  ActiveTile entry{tile, 0, 0, 0};
  if (tile < grid.count) {
    const ValueRange range = lists.ranges[tile];
    if (range.largest >= m) {
      entry.state = lists.states[tile];
      lists.next_states[tile] = static_cast<TileState>(entry.state & kFaceMask);
      entry.neighbours = neighbours_of(grid, grid.position(tile));
      const Surroundings around =
          look_around<kElement, kPlanar>(grid, lists.states, tile, entry.neighbours);
      entry.buffers = around.buffers;
      active = range.smallest <= m || (entry.state & kAnyChanged) != 0 || around.changed;
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
    lists.active[warp_start[warp] + __popc(votes & ((1U << lane) - 1U))] = entry;
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
  constexpr int kEdgeBits = Faces<P>::kEdgeBits;
  const int warps = static_cast<int>(gridDim.x * blockDim.x) / kWarp;
  const int count = *lists.count;
  int i = static_cast<int>(blockIdx.x * blockDim.x + threadIdx.x) / kWarp;
  ActiveTile next = i < count ? lists.active[i] : ActiveTile{};
  for (; i < count; i += warps) {
    const ActiveTile active = next;
    const int tile = active.tile;
    const auto neighbour = [&](Face face, int step) {
      return (active.neighbours >> face & 1U) != 0 ? tile + step : grid.count;
    };
    const auto buffer = [&](int dx, int dy, int dz) {
      return active.buffers >> neighbour_bit(dx, dy, dz) & 1U;
    };
    std::uint32_t* rows = planes + row_offset<P>(tile, 2 * lane);
    const std::uint32_t* row_below = rows - 2;
    if (y == 0) {
      row_below = faces.rows(neighbour(kLowY, -grid.nx), kHighY, buffer(0, -1, 0)) + 2 * z;
    }
    const std::uint32_t* row_above = rows + 4;
    if (y == kTileSide - 2) {
      row_above = faces.rows(neighbour(kHighY, grid.nx), kLowY, buffer(0, 1, 0)) + 2 * z;
    }

    // All loads first, those of the next list entry too: one wait for memory, not three.
    const RowPair<P> old = load_pair<P>(rows);
    const Planes<P> below_y = load_row<P>(row_below);
    const Planes<P> above_y = load_row<P>(row_above);
    RowPair<P> below_z{};
    RowPair<P> above_z{};
    if (!kPlanar) {
      const int layer = grid.nx * grid.ny;
      const std::uint32_t* pair_below = rows - 2 * kTileSide;
      if (z == 0) {
        pair_below = faces.rows(neighbour(kLowZ, -layer), kHighZ, buffer(0, 0, -1)) + 2 * y;
      }
      const std::uint32_t* pair_above = rows + 2 * kTileSide;
      if (z == kTileSide - 1) {
        pair_above = faces.rows(neighbour(kHighZ, layer), kLowZ, buffer(0, 0, 1)) + 2 * y;
      }
      below_z = load_pair<P>(pair_below);
      above_z = load_pair<P>(pair_above);
    }
    const unsigned left = faces.edge_pairs(neighbour(kLowX, -1), kHighX, buffer(-1, 0, 0))[lane];
    const unsigned right = faces.edge_pairs(neighbour(kHighX, 1), kLowX, buffer(1, 0, 0))[lane];
    if (i + warps < count) {
      next = lists.active[i + warps];
    }
    __syncwarp();  // all lanes have read before any of them writes

    RowPair<P> most{larger(below_y, old.b), larger(above_y, old.a)};
    if (!kPlanar) {
      most.a = larger(most.a, larger(below_z.a, above_z.a));
      most.b = larger(most.b, larger(below_z.b, above_z.b));
    }
    most.a = larger(most.a, larger(shifted_up(old.a, left), shifted_down(old.a, right)));
    most.b = larger(most.b, larger(shifted_up(old.b, left >> kEdgeBits),
                                   shifted_down(old.b, right >> kEdgeBits)));
    take_larger<P>(most, old, m, rows, faces, lists, tile, active.state, lane);
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
  __shared__ Planes<P> all_rows[kWarps][kRows];

  const int lane = static_cast<int>(threadIdx.x) % kWarp;
  Planes<P>* const in_x = all_rows[threadIdx.x / kWarp];
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
      own[round] = load_row<P>(from);
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

}  // namespace bitvox::cuda
