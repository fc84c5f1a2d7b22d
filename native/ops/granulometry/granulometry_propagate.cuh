// SPDX-License-Identifier: BSD-2-Clause
#pragma once

#include <cuda_runtime.h>

#include <cstdint>

#include "cuda/overlap.cuh"
#include "ops/granulometry/granulometry.hpp"
#include "ops/granulometry/granulometry_faces.cuh"

namespace bitvox::granulometry {

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

// A neighbour may have changed at an edge or corner when all the faces that meet there did. Without
// branches, so that all loads are on their way together.
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
        const unsigned its = facing(dx, dy, dz);
        const bool there = (neighbours & own) == own;
        const unsigned found = states[there ? tile + (dz * grid.ny + dy) * grid.nx + dx : tile];
        const unsigned state = there ? found : 0U;          // the outside is in buffer 0
        const int read = __ffs(static_cast<int>(its)) - 1;  // x before y before z
        around.buffers |= (state >> read & 1U) << neighbour_bit(dx, dy, dz);
        around.changed |= (state >> kChangedShift & its) == its;
      }
    }
  }
  return around;
}

inline constexpr int kListThreads = 256;

// One thread a tile. Also carries the states of the tiles that stay as they are to the next step.
// Every other step begins with the last tiles: those are still in the second-level cache.
template <Element kElement, bool kPlanar>
__global__ void __launch_bounds__(kListThreads)
    list_active_tiles_kernel(TileGrid grid, TileLists lists, int m) {
  constexpr int kWarps = kListThreads / kWarp;
  __shared__ int counts[kWarps];
  __shared__ int start;
  const int lane = static_cast<int>(threadIdx.x) % kWarp;
  const int warp = static_cast<int>(threadIdx.x) / kWarp;
  const unsigned block = m % 2 == 0 ? blockIdx.x : gridDim.x - 1 - blockIdx.x;
  const std::int64_t number = static_cast<std::int64_t>(block) * kListThreads + threadIdx.x;
  const auto tile = static_cast<int>(min(number, static_cast<std::int64_t>(grid.count - 1)));
  const unsigned neighbours = neighbours_of(grid, grid.position(tile));
  cuda::wait_for_previous_kernel();
  const int largest = *lists.largest;
  const ValueRange range = lists.ranges[tile];
  const unsigned state = lists.states[tile];
  const Surroundings around = look_around<kElement, kPlanar>(grid, lists.states, tile, neighbours);
  if (largest <= m) {
    return;
  }
  bool active = false;
  if (number < grid.count && range.largest >= m) {
    lists.next_states[tile] = static_cast<TileState>(state & kFaceMask);
    active = range.smallest <= m || (state & kAnyChanged) != 0 || around.changed;
  }
  const unsigned votes = __ballot_sync(kAllLanes, active);
  if (lane == 0) {
    counts[warp] = __popc(votes);
  }
  __syncthreads();
  int before = 0;  // active tiles of the warps before this one
  int all = 0;
#pragma unroll
  for (int i = 0; i < kWarps; ++i) {
    before += i < warp ? counts[i] : 0;
    all += counts[i];
  }
  if (all == 0) {
    return;
  }
  if (threadIdx.x == 0) {
    start = atomicAdd(lists.count, all);
  }
  __syncthreads();
  if (active) {
    lists.active[start + before + __popc(votes & ((1U << lane) - 1U))] = {tile, neighbours,
                                                                          around.buffers, state};
  }
}

// What both elements do with the largest neighbours M of a lane's two rows: where M > m and M > F,
// F becomes M. Then the changed rows, the faces with a change and the new state are written; rows
// is null for lanes whose rows live in the faces alone.
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
  if (rows != nullptr && (up_a | up_b) != 0) {
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

}  // namespace bitvox::granulometry
