// SPDX-License-Identifier: BSD-2-Clause
#pragma once

#include <cuda_runtime.h>

#include <climits>
#include <cstdint>

#include "cuda/active_tiles.cuh"
#include "ops/skeleton3d/skeleton3d_tile.cuh"

namespace bitvox::skeleton3d {
namespace {

// Which tiles a step looks at: those within whose surroundings something changed in the last 12
// subiterations. A tile that changed is on the next list in any case, and is then written to the
// other picture too: where nothing happens both pictures are equal.

// Rounds counted by one launch: it ends before there are more.
constexpr int kStepsPerLaunch = 4096;
constexpr int kRoundsPerLaunch = kStepsPerLaunch * kSubiterations / kDirections + 3;

// A list is sorted into classes of tiles, those with the most words to look at first, so that no
// heavy tile is begun when others are done.
constexpr int kClasses = 8;
constexpr int kWordsPerClass = 128;
using ActiveTiles = cuda::ActiveTiles<kClasses>;
using cuda::kFirstStep;

// What the host reads after each launch.
struct ThinCounters {
  unsigned long long voxels;                     // before
  unsigned long long listed;                     // words of the skeleton
  unsigned long long deleted[kRoundsPerLaunch];  // in each round of the launch
  int taken[3];  // [s % 3]: tiles of step s that were begun, beyond the first of each block
  int stops[2];  // [s % 2]: step s is the last one of the launch
  int next_step;
};

struct ThinState {
  explicit ThinState(const Shape& shape) : grid(shape) {}

  ThinGrid grid;
  std::uint32_t* pictures[2] = {};   // step s reads s % 2
  std::uint32_t* anchors = nullptr;  // or none
  std::uint32_t* counted = nullptr;  // or none, likewise
  int end = INT_MAX;                 // subiterations, a whole number of rounds
  int* stamps = nullptr;             // of each brick, see ThinPictures
  ActiveTiles active;
  int* weights = nullptr;  // of each tile: its words to look at when last looked at
  ThinCounters* counters = nullptr;
};

// ---- The next list ---------------------------------------------------------------------------

__device__ __forceinline__ void list_tile(const ThinState& state, int tile, int step) {
  const int weight = __ldcg(state.weights + tile);
  if (state.active.claim(tile, step)) {
    state.active.list(tile, step, max(0, kClasses - 1 - weight / kWordsPerClass));
  }
}

// The bricks of a tile, as bits, at its end in direction -1 or 1.
__host__ __device__ constexpr unsigned long long end_bricks(Axis axis, int direction) {
  constexpr int kSides[3] = {kTileX, kTileY, kTileZ};
  unsigned long long bricks = 0;
  for (int b = 0; b < kTileBricks; ++b) {
    const int at[3] = {b % kTileX, b / kTileX % kTileY, b / (kTileX * kTileY)};
    if (at[axis] == (direction < 0 ? 0 : kSides[axis] - 1)) bricks |= 1ULL << b;
  }
  return bricks;
}
template <Axis kAxis>
__device__ __forceinline__ unsigned long long touching_bricks(int direction) {
  constexpr unsigned long long kFirst = end_bricks(kAxis, -1), kLast = end_bricks(kAxis, 1);
  return direction == 0 ? ~0ULL : direction < 0 ? kFirst : kLast;
}

// Lists what the next step must look at because of `tile`, which this one did. Called by a warp.
__device__ __forceinline__ void list_next_tiles(const ThinState& state, const TileResult& result,
                                                int3 tile, int step) {
  static_assert(kTileBricks <= 64);
  const int lane = cuda::this_lane();
  unsigned long long changed = 0;
#pragma unroll
  for (int first = 0; first < kTileBricks; first += 32) {
    const int b = first + lane;
    const bool is = b < kTileBricks && result.stamps[b] != 0;
    changed |= static_cast<unsigned long long>(__ballot_sync(kAllLanes, is)) << first;
  }
  const int dx = lane % 3 - 1, dy = lane / 3 % 3 - 1, dz = lane / 9 - 1;
  const int3 next = make_int3(tile.x + dx, tile.y + dy, tile.z + dz);
  const bool touched =
      (changed & touching_bricks<kX>(dx) & touching_bricks<kY>(dy) & touching_bricks<kZ>(dz)) != 0;
  const bool itself = lane == 13 && result.again != 0;
  if (lane < 27 && state.grid.has(next) && (touched || itself)) {
    list_tile(state, state.grid.number(next), step + 1);
  }
}

// ---- The first list --------------------------------------------------------------------------

// A warp for each tile: it is listed if it has foreground and background is within its region.
__global__ void list_first_tiles_kernel(ThinState state) {
  const ThinGrid& grid = state.grid;
  const int tile = static_cast<int>((blockIdx.x * blockDim.x + threadIdx.x) / kWarp);
  if (tile >= grid.tiles()) {
    return;
  }
  const std::int64_t origin = grid.region(grid.position(tile));
  const int lane = cuda::this_lane();
  bool some = false;
  int mixed = 0;  // words
  bool hole = false;
  for (int b = lane; b < kRegionBricks; b += kWarp) {
    const int x = b % kRegionX, y = b / kRegionX % kRegionY, z = b / kLayerBricks;
    const std::int64_t brick = origin + z * grid.plane + y * grid.row + x;
    const std::uint32_t* const words = state.pictures[kFirstStep % 2] + brick * kBrickWords;
    for (int i = 0; i < kBrickWords; ++i) {
      const std::uint32_t w = words[i];
      some = some || (is_in_tile(x, y, z) && w != 0);
      hole = hole || w != kAllLanes;
      mixed += w != 0 && w != kAllLanes ? 1 : 0;
    }
  }
  some = __any_sync(kAllLanes, some);
  hole = __any_sync(kAllLanes, hole);
  mixed = cuda::warp_sum(mixed);
  if (lane == 0 && some && hole) {
    state.weights[tile] = mixed;
    list_tile(state, tile, kFirstStep);
  }
}

}  // namespace
}  // namespace bitvox::skeleton3d
