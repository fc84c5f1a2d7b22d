// SPDX-License-Identifier: BSD-2-Clause
#pragma once

#include <cooperative_groups.h>
#include <cuda_runtime.h>

#include <cstdint>

#include "ops/skeleton3d/skeleton3d_grid.cuh"

namespace bitvox::cuda {
namespace {

#define BITVOX_INLINE __device__ __forceinline__
#include "ops/skeleton3d/deletion.inl"
#undef BITVOX_INLINE

// Thinning by tiles. A step is kSubiterations subiterations: a block loads a tile with 8 voxels all
// around into shared memory, runs them there, and writes the tile to the other picture. After
// subiteration j the voxels at most j from the region's border may be wrong, so after 8 the tile is
// right. The grid synchronises once a step.
//
// A tile has to be looked at only if something within 8 voxels of it changed in the last 12
// subiterations, so in the last two steps. A tile that changed is on the next list in any case, and
// is then written to the first picture too: where nothing happens both pictures are equal.
constexpr int kDirections = 12;
constexpr int kSubiterations = kHalo;
#ifndef THREADS
#define THREADS 512
#define BLOCKS 2
#endif
constexpr int kThinThreads = THREADS;
constexpr int kThinBlocks = BLOCKS;
constexpr int kWarps = kThinThreads / 32;
constexpr unsigned kAllLanes = 0xffffffffU;
constexpr int kFirstStep = 1;  // so that tags of 0 mean never

// Rounds counted by one launch: it ends before there are more.
constexpr int kStepsPerLaunch = 4096;
constexpr int kRoundsPerLaunch = kStepsPerLaunch * kSubiterations / kDirections + 3;

// What the host reads after each launch.
struct ThinCounters {
  unsigned long long voxels;                     // before
  unsigned long long listed;                     // words of the skeleton
  unsigned long long deleted[kRoundsPerLaunch];  // in each round of the launch
  int counts[3];                                 // [s % 3]: tiles on the list of step s
  int stops[2];                                  // [s % 2]: step s is the last one of the launch
  int next_step;
};

struct ThinState {
  explicit ThinState(const Shape& shape) : grid(shape) {}

  ThinGrid grid;
  std::uint32_t* pictures[2] = {};   // step s reads s % 2
  std::uint32_t* anchors = nullptr;  // or none
  int* lists[2] = {};                // the tiles of step s are in s % 2
  int* tags = nullptr;               // of each tile: the last step that it was listed for
  int* until = nullptr;              // and the last step that it is needed in
  ThinCounters* counters = nullptr;
};

// ---- One subiteration in shared memory -------------------------------------------------------

__device__ __forceinline__ std::uint32_t at_west(std::uint32_t w, std::uint32_t west) {
  return (w << 1 & 0xfefefefeU) | (west >> 7 & 0x01010101U);
}
__device__ __forceinline__ std::uint32_t at_east(std::uint32_t w, std::uint32_t east) {
  return (w >> 1 & 0x7f7f7f7fU) | (east << 7 & 0x80808080U);
}
__device__ __forceinline__ std::uint32_t at_south(std::uint32_t w, std::uint32_t south) {
  return __funnelshift_l(south, w, 8);
}
__device__ __forceinline__ std::uint32_t at_north(std::uint32_t w, std::uint32_t north) {
  return __funnelshift_r(w, north, 8);
}

template <Axis kAxis, int kSign>
__device__ __forceinline__ std::uint32_t one_step(const std::uint32_t* p, std::uint32_t w) {
  if constexpr (kAxis == kZ) {
    return p[kSign * kRegionPlane];
  } else if constexpr (kAxis == kY) {
    const std::uint32_t next = p[kSign * kRegionX];
    return kSign > 0 ? at_north(w, next) : at_south(w, next);
  } else {
    const std::uint32_t next = p[kSign];
    return kSign > 0 ? at_east(w, next) : at_west(w, next);
  }
}

__device__ __forceinline__ void gather(const std::uint32_t* p, Neighbourhood<std::uint32_t>& n) {
#pragma unroll
  for (int z = 0; z < 3; ++z) {
    const std::uint32_t* const q = p + (z - 1) * kRegionPlane;
    const std::uint32_t west = q[-1], centre = q[0], east = q[1];
    const std::uint32_t wests[3] = {at_south(west, q[-1 - kRegionX]), west,
                                    at_north(west, q[-1 + kRegionX])};
    const std::uint32_t centres[3] = {at_south(centre, q[-kRegionX]), centre,
                                      at_north(centre, q[kRegionX])};
    const std::uint32_t easts[3] = {at_south(east, q[1 - kRegionX]), east,
                                    at_north(east, q[1 + kRegionX])};
#pragma unroll
    for (int i = 0; i < 3; ++i) {
      n.at[9 * z + 3 * i] = at_west(centres[i], wests[i]);
      n.at[9 * z + 3 * i + 1] = centres[i];
      n.at[9 * z + 3 * i + 2] = at_east(centres[i], easts[i]);
    }
  }
}

// What a thread deleted inside its tile.
struct Deletions {
  unsigned count;    // voxels
  unsigned touched;  // bit (dz + 1) * 9 + (dy + 1) * 3 + dx + 1: within 8 voxels of the tile dx,
                     // dy, dz away
};

// Word i of a region, as its position there.
struct RegionWord {
  int x, y, z;

  __device__ explicit RegionWord(int i) {
    z = i / kRegionPlane;
    y = i % kRegionPlane / kRegionX;
    x = i % kRegionX;
  }
  __device__ bool in_tile() const {
    return static_cast<unsigned>(x - kHaloX) < kTileX &&
           static_cast<unsigned>(y - kHaloY) < kTileY &&
           static_cast<unsigned>(z - kHalo) < kTileSide;
  }
  __device__ unsigned touched() const {
    const unsigned in_x = 2 | (x < 2 * kHaloX ? 1U : 0U) | (x >= kTileX ? 4U : 0U);
    unsigned in_plane = in_x << 3;
    if (y < 2 * kHaloY) in_plane |= in_x;
    if (y >= kTileY) in_plane |= in_x << 6;
    unsigned all = in_plane << 9;
    if (z < 2 * kHalo) all |= in_plane;
    if (z >= kTileSide) all |= in_plane << 18;
    return all;
  }
};

// Words that a warp still has to evaluate: at most 31 and another 32.
struct WarpQueue {
  std::uint16_t at[64];
};

// Subiteration j of a step: from one copy of the region to the other. Each warp takes its share of
// the words, copies them, queues those in which something can be deleted, and evaluates 32 at a
// time. Only planes whose neighbours are still right are looked at.
template <int kDirection, bool kAnchored>
__device__ __forceinline__ void thin_region(int j, const std::uint32_t* from, std::uint32_t* to,
                                            WarpQueue& queue, const std::uint32_t* anchors,
                                            const ThinGrid& grid, Deletions& deletions) {
  constexpr Frame f = kFrames[kDirection];
  const int lane = static_cast<int>(threadIdx.x) % 32;
  const int end = (kRegionZ - 1 - j) * kRegionPlane;
  int next = (1 + j) * kRegionPlane + static_cast<int>(threadIdx.x);
  int queued = 0;
  bool more = true;
  while (more || queued > 0) {
    while (more && queued < 32) {
      more = next - lane < end;
      bool candidate = false;
      if (next < end) {
        const std::uint32_t w = from[next];
        to[next] = w;
        // Every template has U or S white.
        candidate = w != 0 && (w & ~(one_step<f.up_axis, f.up_sign>(from + next, w) &
                                     one_step<f.south_axis, f.south_sign>(from + next, w))) != 0;
      }
      const unsigned candidates = __ballot_sync(kAllLanes, candidate);
      if (candidate) {
        queue.at[queued + __popc(candidates & ((1U << lane) - 1))] =
            static_cast<std::uint16_t>(next);
      }
      queued += __popc(candidates);
      next += kThinThreads;
    }
    __syncwarp();
    const int evaluated = min(queued, 32);
    if (lane < evaluated) {
      const int i = queue.at[queued - evaluated + lane];
      Neighbourhood<std::uint32_t> n;
      gather(from + i, n);
      std::uint32_t deleted = deletable<kDirection>(n);
      if (deleted != 0) {
        const RegionWord word(i);
        if (kAnchored) {
          deleted &= ~anchors[word.z * grid.plane + word.y * grid.row + word.x];
        }
        to[i] = n.at[13] & ~deleted;
        if (deleted != 0 && word.in_tile()) {
          deletions.count += static_cast<unsigned>(__popc(deleted));
          deletions.touched |= word.touched();
        }
      }
    }
    queued -= evaluated;
    __syncwarp();
  }
}

template <bool kAnchored>
__device__ __forceinline__ void thin_region(int direction, int j, const std::uint32_t* from,
                                            std::uint32_t* to, WarpQueue& queue,
                                            const std::uint32_t* anchors, const ThinGrid& grid,
                                            Deletions& deletions) {
  switch (direction) {
#define BITVOX_CASE(d)                                                       \
  case d:                                                                    \
    thin_region<d, kAnchored>(j, from, to, queue, anchors, grid, deletions); \
    break;
    BITVOX_CASE(0)
    BITVOX_CASE(1)
    BITVOX_CASE(2)
    BITVOX_CASE(3)
    BITVOX_CASE(4)
    BITVOX_CASE(5)
    BITVOX_CASE(6)
    BITVOX_CASE(7)
    BITVOX_CASE(8)
    BITVOX_CASE(9)
    BITVOX_CASE(10)
    BITVOX_CASE(11)
#undef BITVOX_CASE
    default:
      break;
  }
}

// ---- Lists of tiles --------------------------------------------------------------------------

__device__ __forceinline__ void list_tile(const ThinState& state, int tile, int step) {
  if (atomicMax(&state.tags[tile], step) < step) {
    state.lists[step % 2][atomicAdd(&state.counters->counts[step % 3], 1)] = tile;
  }
}

// A tile is on the first list if it has foreground and background is within 8 voxels.
__global__ void list_first_tiles_kernel(ThinState state) {
  const int3 tile = make_int3(static_cast<int>(blockIdx.x) % state.grid.nx,
                              static_cast<int>(blockIdx.x) / state.grid.nx % state.grid.ny,
                              static_cast<int>(blockIdx.x) / state.grid.nx / state.grid.ny);
  const std::uint32_t* const region = state.pictures[kFirstStep % 2] + state.grid.region(tile);
  bool some = false;
  bool hole = false;
  for (int i = static_cast<int>(threadIdx.x); i < kRegionWords; i += static_cast<int>(blockDim.x)) {
    const RegionWord word(i);
    const std::uint32_t w = region[word.z * state.grid.plane + word.y * state.grid.row + word.x];
    some = some || (w != 0 && word.in_tile());
    hole = hole || w != kAllLanes;
  }
  some = __syncthreads_or(some) != 0;
  hole = __syncthreads_or(hole) != 0;
  if (threadIdx.x == 0 && some && hole) {
    const int number = static_cast<int>(blockIdx.x);
    state.until[number] = kFirstStep + 1;
    list_tile(state, number, kFirstStep);
  }
}

// ---- The loop --------------------------------------------------------------------------------

struct SharedTile {
  // The neighbours of the first and last words that are looked at may lie outside.
  std::uint32_t copies[2][kRegionWords + 2 * kRegionX + 4];
  WarpQueue queues[kWarps];
  unsigned touched;
  unsigned deleted[2];  // in the round in which the step begins and the next one
};

template <bool kAnchored>
__device__ __forceinline__ void thin_tile(const ThinState& state, SharedTile& shared, int step,
                                          int first_round, int tile) {
  const ThinGrid& grid = state.grid;
  const int3 position = grid.position(tile);
  const std::int64_t region = grid.region(position);
  std::uint32_t* copies[2] = {shared.copies[0] + kRegionX + 2, shared.copies[1] + kRegionX + 2};
  const std::uint32_t* const from = state.pictures[step % 2] + region;
  std::uint32_t* const to = state.pictures[(step + 1) % 2] + region;

  const int thread = static_cast<int>(threadIdx.x);
#pragma unroll 7
  for (int i = thread; i < kRegionWords; i += kThinThreads) {
    const RegionWord word(i);
    copies[0][i] = from[word.z * grid.plane + word.y * grid.row + word.x];
  }
  if (thread == 0) {
    shared.touched = 0;
    shared.deleted[0] = 0;
    shared.deleted[1] = 0;
  }
  __syncthreads();

  const int first = (step - kFirstStep) * kSubiterations;
  const int round = first / kDirections;
  Deletions deletions{0, 0};
  unsigned in_first_round = 0;
  for (int j = 0; j < kSubiterations; ++j) {
    if ((first + j) % kDirections == 0) {
      in_first_round = deletions.count;  // a round begins; before the first one nothing is counted
    }
    thin_region<kAnchored>((first + j) % kDirections, j, copies[j % 2], copies[(j + 1) % 2],
                           shared.queues[thread / 32], kAnchored ? state.anchors + region : nullptr,
                           grid, deletions);
    __syncthreads();
  }
  static_assert(kSubiterations % 2 == 0);  // the result is in the first copy

  if (deletions.count != 0) {
    const bool ends_round = first / kDirections != (first + kSubiterations - 1) / kDirections;
    const unsigned before = ends_round ? in_first_round : deletions.count;
    if (before != 0) atomicAdd(&shared.deleted[0], before);
    if (deletions.count != before) atomicAdd(&shared.deleted[1], deletions.count - before);
    atomicOr(&shared.touched, deletions.touched);
  }
  for (int i = thread; i < kTileX * kTileY * kTileSide; i += kThinThreads) {
    const int x = i % kTileX + kHaloX;
    const int y = i / kTileX % kTileY + kHaloY;
    const int z = i / (kTileX * kTileY) + kHalo;
    to[z * grid.plane + y * grid.row + x] = copies[0][z * kRegionPlane + y * kRegionX + x];
  }
  __syncthreads();

  if (thread < 27) {
    if ((shared.touched >> thread & 1U) != 0) {
      const int x = position.x + thread % 3 - 1;
      const int y = position.y + thread / 3 % 3 - 1;
      const int z = position.z + thread / 9 - 1;
      if (x >= 0 && x < grid.nx && y >= 0 && y < grid.ny && z >= 0 && z < grid.nz) {
        const int neighbour = (z * grid.ny + y) * grid.nx + x;
        state.until[neighbour] = step + 2;
        list_tile(state, neighbour, step + 1);
      }
    }
  } else if (thread == 27) {
    if (state.until[tile] > step) {
      list_tile(state, tile, step + 1);
    }
  } else if (thread < 30) {
    const unsigned deleted = shared.deleted[thread - 28];
    if (deleted != 0) {
      atomicAdd(&state.counters->deleted[round - first_round + thread - 28],
                static_cast<unsigned long long>(deleted));
    }
  }
  __syncthreads();
}

__device__ inline unsigned long long nanoseconds() {
  unsigned long long now = 0;
  asm volatile("mov.u64 %0, %globaltimer;" : "=l"(now));
  return now;
}

// What one launch does: steps from first_step on until a list is empty, `steps` are done or
// `nanoseconds` have passed, and of each list the tiles `begin` to `end`.
struct LaunchRange {
  int first_step;
  int steps;
  int begin, end;
  unsigned long long nanoseconds;
};

template <bool kAnchored>
__global__ void __launch_bounds__(kThinThreads, kThinBlocks) thin_kernel(ThinState state, LaunchRange range) {
  __shared__ SharedTile shared;
  const unsigned long long start = nanoseconds();
  const bool leader = blockIdx.x == 0 && threadIdx.x == 0;
  const int first_round = (range.first_step - kFirstStep) * kSubiterations / kDirections;
  int step = range.first_step;
  for (;; ++step) {
    const int count = min(state.counters->counts[step % 3], range.end);
    if (count == 0) {
      break;
    }
    for (int i = range.begin + static_cast<int>(blockIdx.x); i < count;
         i += static_cast<int>(gridDim.x)) {
      thin_tile<kAnchored>(state, shared, step, first_round, state.lists[step % 2][i]);
    }
    if (leader) {
      state.counters->counts[(step + 2) % 3] = 0;
    }
    if (range.steps == 1) {
      ++step;
      break;
    }
    if (leader) {
      state.counters->stops[step % 2] =
          step + 1 == range.first_step + range.steps || nanoseconds() - start > range.nanoseconds;
    }
    cooperative_groups::this_grid().sync();
    if (state.counters->stops[step % 2] != 0) {
      ++step;
      break;
    }
  }
  if (leader) {
    state.counters->next_step = step;
  }
}

}  // namespace
}  // namespace bitvox::cuda
