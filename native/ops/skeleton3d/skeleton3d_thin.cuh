// SPDX-License-Identifier: BSD-2-Clause
#pragma once

#include <cooperative_groups.h>
#include <cuda_runtime.h>

#include <cstdint>

#include "cuda/clock.cuh"
#include "ops/skeleton3d/skeleton3d_lists.cuh"

namespace bitvox::skeleton3d {
namespace {

using cuda::nanoseconds;

// The loop over the steps; the grid synchronises once a step.

// While there are many tiles, two blocks share a multiprocessor: one works while the other waits
// for its slowest thread. When there are few, all wait for the heaviest tile, and that is done
// sooner by more threads.
struct ThinBlocks {
  int threads;
  int on_multiprocessor;
};
constexpr ThinBlocks kForManyTiles{512, 2};
constexpr ThinBlocks kForFewTiles{640, 1};

// The steps that a launch does: all, those until there are few tiles, or the ones after these.
enum class ThinPart { kAll, kManyTiles, kFewTiles };

// What one launch does: steps from first_step on until a list is empty, `steps` are done or
// `nanoseconds` have passed, and of each list the tiles `begin` to `end`.
struct LaunchRange {
  int first_step;
  int steps;
  int begin, end;
  unsigned long long nanoseconds;
  ThinPart part = ThinPart::kAll;
  int few = 0;  // tiles
};

struct SharedTile {
  Region region;
  TileResult results[2];  // of this tile, and of the last one while the next one is begun
  int next;
  ActiveTiles::Counts counts;  // of the step
};

// The tiles from first to end of the list of one step, as many as this block gets.
template <bool kAnchored, Thinned kThinned>
__device__ __forceinline__ void thin_tiles(const ThinState& state, SharedTile& shared, int step,
                                           int first_round, int first, int end) {
  const int kLastThread = block_threads() - 1;
  const int begin = (step - kFirstStep) * kSubiterations;
  const ThinGrid& grid = state.grid;
  const ThinPictures pictures{state.pictures[step % 2],
                              state.pictures[(step + 1) % 2],
                              state.anchors,
                              state.counted,
                              state.end,
                              state.stamps};
  int which = 0;
  for (int i = first + static_cast<int>(blockIdx.x); i < end; i = shared.next) {
    const int tile = state.active.tile(step, shared.counts, i);
    const int3 position = grid.position(tile);
    int next = 0;
    if (threadIdx.x == kLastThread) {
      next = first + static_cast<int>(gridDim.x) + atomicAdd(&state.counters->taken[step % 3], 1);
    }
    TileResult& result = shared.results[which];
    which ^= 1;
    const bool some = thin_tile<kAnchored, kThinned>(shared.region, result, grid, pictures,
                                                     grid.region(position), begin);
    if (threadIdx.x == kLastThread) shared.next = next;
    __syncthreads();
    if (threadIdx.x < kWarp) {
      if (some) {
        if (threadIdx.x == 0) state.weights[tile] = result.listed;
        list_next_tiles(state, result, position, step);
        if (threadIdx.x < 2 && result.deleted[threadIdx.x] != 0) {
          const int round = begin / kDirections - first_round + static_cast<int>(threadIdx.x);
          atomicAdd(&state.counters->deleted[round],
                    static_cast<unsigned long long>(result.deleted[threadIdx.x]));
        }
      } else if (threadIdx.x == 0) {
        state.active.drop(tile);  // its foreground is gone
      }
    }
  }
}

template <bool kAnchored, Thinned kThinned, int kThreads, int kBlocks>
__global__ void __launch_bounds__(kThreads, kBlocks)
    thin_kernel(const __grid_constant__ ThinState state, LaunchRange range) {
  __shared__ SharedTile shared;
  ThinCounters& counters = *state.counters;
  const unsigned long long start = nanoseconds();
  const bool leader = blockIdx.x == 0 && threadIdx.x == 0;
  const int first_round = (range.first_step - kFirstStep) * kSubiterations / kDirections;
  const bool goes_on = range.part == ThinPart::kFewTiles;
  const int begin = goes_on ? __ldcg(&counters.next_step) : range.first_step;
  int step = begin;
  for (;; ++step) {
    if (threadIdx.x < kClasses) {
      shared.counts.of[threadIdx.x] = state.active.count(step, static_cast<int>(threadIdx.x));
    }
    __syncthreads();
    const int end = min(shared.counts.all(), range.end);
    const bool few = end <= range.few;
    if (end == 0 || step - range.first_step >= range.steps ||
        (range.part == ThinPart::kManyTiles && few)) {
      break;
    }
    if (goes_on && step == begin && !few) {  // the time of the launch before was up
      break;
    }
    thin_tiles<kAnchored, kThinned>(state, shared, step, first_round, range.begin, end);
    if (leader) {
      state.active.clear_after(step);
      counters.taken[(step + 2) % 3] = 0;
    }
    if (range.steps == 1) {
      ++step;
      break;
    }
    if (leader) {
      counters.stops[step % 2] =
          step + 1 == range.first_step + range.steps || nanoseconds() - start > range.nanoseconds;
    }
    cooperative_groups::this_grid().sync();
    if (counters.stops[step % 2] != 0) {
      ++step;
      break;
    }
  }
  if (leader) {
    counters.next_step = step;
  }
}

}  // namespace
}  // namespace bitvox::skeleton3d
