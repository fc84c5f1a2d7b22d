// SPDX-License-Identifier: BSD-2-Clause
#pragma once

#include <cstdint>

#include "cuda/warp.cuh"
#include "ops/distance_map/distance_map_cells.cuh"

namespace bitvox::distance_map {

// Lines on the GPU: kWide of them lie side by side, so that memory is read and written 32 bytes at
// a time. A warp is four teams of kWide lanes, a lane for each line. A team takes a group of places
// of these lines at a time.
inline constexpr int kWide = 8;
inline constexpr int kTeamsOfWarp = cuda::kWarp / kWide;
inline constexpr int kGroup = 8;
inline constexpr int kSuper = 16;  // groups
static_assert(kWide >= kGroup);    // so that a lane can look up what a place of the group needs

__host__ __device__ constexpr int groups_of(int length) { return (length + kGroup - 1) / kGroup; }
__host__ __device__ constexpr int supers_of(int length) {
  return (groups_of(length) + kSuper - 1) / kSuper;
}

// A thread's place in its team, and its team's among all of the block.
__device__ inline int lane_of_team() { return static_cast<int>(threadIdx.x) % kWide; }
__device__ inline int team_of_block() { return static_cast<int>(threadIdx.x) / kWide; }
__device__ inline int teams_of_block() { return static_cast<int>(blockDim.x) / kWide; }

// Where teams take turns, number `team`, team + step, ... of `count` items: body(item, there). The
// teams of a warp stay together, some of them with an item that is not there at the end.
template <class Body>
__device__ void for_items_of_team(int count, int team, int step, Body&& body) {
  for (int item = team; item - team % kTeamsOfWarp < count; item += step) {
    body(item, item < count);
  }
}

// kWide lines in shared or global memory: group after group, each its places and then the least of
// them; then the least of every 16 groups. (With the least between them, what the teams of a warp
// read at the same time lies in different banks.) Places behind the lines' ends are infinite.
template <class V>
struct Lines {
  using Cell = typename V::Cell;
  Cell* cells;  // of this lane's line
  int length;

  static constexpr int kGroupCells = (kGroup + 1) * kWide;

  __host__ __device__ static constexpr std::int64_t cells_of(int length) {
    return std::int64_t{groups_of(length)} * kGroupCells + std::int64_t{supers_of(length)} * kWide;
  }

  __device__ int group_count() const { return groups_of(length); }
  // Place i of a group is at i * kWide.
  __device__ Cell* group(int g) const { return cells + g * kGroupCells; }
  __device__ Cell least(int g) const { return group(g)[kGroup * kWide]; }
  __device__ Cell& super(int s) const { return cells[group_count() * kGroupCells + s * kWide]; }

  __device__ void fill_group(int g, const Cell (&values)[kGroup]) const {
    Cell* const to = group(g);
    Cell least = V::infinite();
#pragma unroll
    for (int i = 0; i < kGroup; ++i) {
      const Cell value = g * kGroup + i < length ? values[i] : V::infinite();
      to[i * kWide] = value;
      least = V::least(least, value);
    }
    to[kGroup * kWide] = least;
  }

  // After the groups are filled.
  __device__ void fill_super(int s) const {
    Cell value = V::infinite();
    const int end = min((s + 1) * kSuper, group_count());
    for (int g = s * kSuper; g < end; ++g) value = V::least(value, least(g));
    super(s) = value;
  }
};

}  // namespace bitvox::distance_map
