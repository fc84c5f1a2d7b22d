// SPDX-License-Identifier: BSD-2-Clause
#pragma once

#include <cooperative_groups.h>
#include <cuda_runtime.h>

#include <cstdint>

#include "core/volumes/shape.hpp"
#include "cuda/active_tiles.cuh"
#include "cuda/warp.cuh"
#include "ops/skeleton2d/imagej_tables.hpp"
#include "ops/skeleton2d/passes.hpp"

namespace bitvox::skeleton2d {
namespace {

#define BITVOX_INLINE __device__ __forceinline__
BITVOX_INLINE uint64_t select(uint64_t mask, uint64_t a, uint64_t b) {
  return (b & mask) | (a & ~mask);
}
#include "ops/skeleton2d/thinning_rules.inl"
#undef BITVOX_INLINE

// Thinning by tiles of 32 x 32 pixels. In a step a warp loads a tile and 16 pixels all around it
// into registers, two rows of 64 a lane, runs 8 rounds there, and writes the tile to the other
// picture. A pass sees one pixel far (Hilditch's two), a round at most two, so what is wrong at the
// region's border does not reach the tile. The grid synchronises once a step.
//
// A tile has to be looked at again only if it or one of the eight around it changed in the step
// before. A tile that changed is on the next list in any case, and is then written to the first
// picture too: where nothing happens both pictures are equal.
constexpr int kTileSide = 32;
constexpr int kHalo = 16;
constexpr int kRoundsPerStep = 8;
constexpr int kThinThreads = 256;
using cuda::kAllLanes;
using cuda::kFirstStep;
using cuda::kWarp;

struct ThinTiles {
  explicit ThinTiles(const Shape& shape)
      : words(static_cast<int>(2 * shape.words_per_row())),
        height(static_cast<int>(shape.height)),
        across(static_cast<int>((shape.width + kTileSide - 1) / kTileSide)),
        down(static_cast<int>((shape.height + kTileSide - 1) / kTileSide)),
        count(across * down * static_cast<int>(shape.depth)) {}

  int words;  // of 32 pixels, in a row
  int height;
  int across;
  int down;
  int count;
};

// What the host reads after each launch.
struct ThinCounters {
  int rounds;  // of the stage, the last one that changed something
  int next_step;
};

struct ThinState {
  ThinTiles tiles;
  std::uint32_t* pictures[2];  // step s reads s % 2
  cuda::ActiveTiles<1> active;
  ThinCounters* counters;
};

// A part of a stage: the step that it begins with and the one that this launch begins with.
struct ThinRange {
  int stage_begin;
  int begin;
};

// A launch ends once it has looked at so many tiles: at most some 50 ms of work.
constexpr std::int64_t kTilesPerLaunch = 4'000'000;
constexpr std::int64_t kStepCost = 1000;  // in tiles

struct TileRows {
  std::uint64_t p[2];
};

struct TilePlace {
  int x;
  int y;
  std::int64_t row;  // first word of the row y, which may lie above the slice
};

__device__ inline TilePlace place(const ThinTiles& tiles, int tile) {
  const int slice_tiles = tiles.across * tiles.down;
  const int in_slice = tile % slice_tiles;
  TilePlace at;
  at.x = in_slice % tiles.across;
  at.y = in_slice / tiles.across;
  at.row = std::int64_t{tile / slice_tiles} * tiles.height * tiles.words;
  return at;
}

__device__ inline TileRows load_region(const ThinTiles& tiles, const TilePlace& at,
                                       const std::uint32_t* picture, int lane) {
  TileRows rows{};
  for (int i = 0; i < 2; ++i) {
    const int y = at.y * kTileSide - kHalo + 2 * lane + i;
    if (y >= 0 && y < tiles.height) {
      const std::uint32_t* const row = picture + at.row + std::int64_t{y} * tiles.words;
      const std::uint64_t west = at.x > 0 ? row[at.x - 1] : 0;
      const std::uint64_t east = at.x + 1 < tiles.words ? row[at.x + 1] : 0;
      rows.p[i] = west >> kHalo | std::uint64_t{row[at.x]} << kHalo | east << (64 - kHalo);
    }
  }
  return rows;
}

__device__ inline void store_tile(const ThinTiles& tiles, const TilePlace& at, TileRows rows,
                                  std::uint32_t* picture, int lane) {
  for (int i = 0; i < 2; ++i) {
    const int inner = 2 * lane + i - kHalo;
    const int y = at.y * kTileSide + inner;
    if (inner >= 0 && inner < kTileSide && y < tiles.height) {
      picture[at.row + std::int64_t{y} * tiles.words + at.x] =
          static_cast<std::uint32_t>(rows.p[i] >> kHalo);
    }
  }
}

__device__ inline std::uint64_t west_of(std::uint64_t row) { return row << 1; }
__device__ inline std::uint64_t east_of(std::uint64_t row) { return row >> 1; }

template <int kPass>
__device__ std::uint64_t deletable_in_row(std::uint64_t above, std::uint64_t north,
                                          std::uint64_t centre, std::uint64_t south) {
  Surroundings<std::uint64_t> s;
  s.centre = centre;
  s.ring[0] = west_of(north);
  s.ring[1] = north;
  s.ring[2] = east_of(north);
  s.ring[3] = east_of(centre);
  s.ring[4] = east_of(south);
  s.ring[5] = south;
  s.ring[6] = west_of(south);
  s.ring[7] = west_of(centre);
  if constexpr (kLooksFurther<kPass>) {
    s.above[0] = west_of(above);
    s.above[1] = above;
    s.above[2] = east_of(above);
    s.left[0] = north << 2;
    s.left[1] = centre << 2;
    s.left[2] = south << 2;
  }
  return deletable<kPass>(s);
}

// One pass over the region; returns what it deleted.
template <int kPass>
__device__ TileRows thin_region(TileRows& rows) {
  const std::uint64_t north = __shfl_up_sync(kAllLanes, rows.p[1], 1);
  const std::uint64_t south = __shfl_down_sync(kAllLanes, rows.p[0], 1);
  std::uint64_t above = 0;
  if constexpr (kLooksFurther<kPass>) {
    above = __shfl_up_sync(kAllLanes, rows.p[0], 1);
  }
  const TileRows deleted{{deletable_in_row<kPass>(above, north, rows.p[0], rows.p[1]),
                          deletable_in_row<kPass>(north, rows.p[0], rows.p[1], south)}};
  rows.p[0] &= ~deleted.p[0];
  rows.p[1] &= ~deleted.p[1];
  return deleted;
}

// Runs a step's rounds; returns the last one, from 1, that changed the tile, or 0.
template <int kFirstPass, int kPasses>
__device__ int thin_rounds(TileRows& rows, int lane) {
  const bool inner_rows = lane >= kHalo / 2 && lane < (kHalo + kTileSide) / 2;
  const std::uint64_t inner = inner_rows ? std::uint64_t{0xffffffffU} << kHalo : 0;
  const bool full = (rows.p[0] & rows.p[1]) == ~std::uint64_t{0};
  if (__all_sync(kAllLanes, full) ||
      !__any_sync(kAllLanes, ((rows.p[0] | rows.p[1]) & inner) != 0)) {
    return 0;
  }
  int last = 0;
  for (int round = 1; round <= kRoundsPerStep; ++round) {
    TileRows deleted = thin_region<kFirstPass>(rows);
    std::uint64_t any = deleted.p[0] | deleted.p[1];
    if constexpr (kPasses == 2) {
      deleted = thin_region<kFirstPass + 1>(rows);
      any |= deleted.p[0] | deleted.p[1];
    }
    if (!__any_sync(kAllLanes, any != 0)) {
      break;
    }
    if (__any_sync(kAllLanes, (any & inner) != 0)) {
      last = round;
    }
  }
  return last;
}

// Puts the tile and those around it on the list of the step.
__device__ inline void list_around(const ThinState& state, const TilePlace& at, int tile, int step,
                                   int lane) {
  const int x = at.x + lane % 3 - 1;
  const int y = at.y + lane / 3 - 1;
  const bool exists =
      lane < 9 && x >= 0 && x < state.tiles.across && y >= 0 && y < state.tiles.down;
  const int other = tile + (y - at.y) * state.tiles.across + x - at.x;
  state.active.list_by_warp(other, step, 0, exists && state.active.claim(other, step));
}

// Steps of one stage until nothing changes any more, or enough for one launch. A cooperative
// launch.
template <int kFirstPass, int kPasses>
__global__ void __launch_bounds__(kThinThreads, 2)
    thin_tiles_kernel(const __grid_constant__ ThinState state, ThinRange range) {
  const auto grid = cooperative_groups::this_grid();
  const int lane = cuda::this_lane();
  const int warp = static_cast<int>(blockIdx.x * kThinThreads + threadIdx.x) / kWarp;
  const int warps = static_cast<int>(gridDim.x * kThinThreads) / kWarp;
  const ThinTiles& tiles = state.tiles;
  std::int64_t work = 0;
  int rounds = 0;
  int step = range.begin;
  while (work <= kTilesPerLaunch) {
    const bool all = step == range.stage_begin;
    const int count = all ? tiles.count : state.active.count(step, 0);
    if (count == 0) {
      break;
    }
    if (warp == 0 && lane == 0) {
      state.active.clear_after(step);
    }
    const bool odd = step % 2 != 0;
    const std::uint32_t* const from = odd ? state.pictures[1] : state.pictures[0];
    std::uint32_t* const to = odd ? state.pictures[0] : state.pictures[1];
    for (int i = warp; i < count; i += warps) {
      const int tile = all ? i : state.active.tile(step, {count}, i);
      const TilePlace at = place(tiles, tile);
      TileRows rows = load_region(tiles, at, from, lane);
      const int last = thin_rounds<kFirstPass, kPasses>(rows, lane);
      store_tile(tiles, at, rows, to, lane);
      if (last != 0) {
        rounds = max(rounds, (step - range.stage_begin) * kRoundsPerStep + last);
        list_around(state, at, tile, step + 1, lane);
      }
    }
    grid.sync();
    work += count + kStepCost;
    ++step;
  }
  if (lane == 0 && rounds != 0) {
    atomicMax(&state.counters->rounds, rounds);
  }
  if (warp == 0 && lane == 0) {
    state.counters->next_step = step;
  }
}

}  // namespace
}  // namespace bitvox::skeleton2d
