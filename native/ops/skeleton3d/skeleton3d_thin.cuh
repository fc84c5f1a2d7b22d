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
constexpr int kThinThreads = 384;
constexpr int kThinBlocks = 2;  // on a multiprocessor, at least
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

// What a thread deleted inside its tile. Touched: bit (dz + 1) * 9 + (dy + 1) * 3 + dx + 1 stands
// for the tile dx, dy, dz away, and is set if a deleted voxel is within 8 voxels of it.
struct Deletions {
  unsigned count;  // voxels
  unsigned touched;
  unsigned touched_late;  // by subiterations that matter for two more steps
};
constexpr int kLate = 2 * kSubiterations - kDirections;

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
  // The last subiteration of a step in which some voxel of the word can still be right; the planes
  // at the ends have none, -1.
  __device__ int last_use() const {
    const int in_z = min(z, kRegionZ - 1 - z) - 1;
    const int in_y = min(y, kRegionY - 1 - y) * kWordHeight + kWordHeight - 2;
    const int in_x = min(x, kRegionX - 1 - x) * kWordWidth + kWordWidth - 2;
    return min(min(in_x, in_y), min(in_z, kSubiterations - 1));
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

// A region in shared memory. Only words on the list can change: foreground words with a voxel whose
// face is in the background. The two copies are equal elsewhere.
struct Region {
  static constexpr int kMargin = 8;  // the neighbours of the first and last words looked at
  static constexpr int kIndexBits = 12;
  static_assert(kRegionWords <= 1 << kIndexBits);

  std::uint32_t copies[2][kRegionWords + 2 * kMargin];
  std::uint16_t list[kRegionWords];  // index, and above it the last use
  std::uint32_t on_list[kRegionWords / 32];
  int first_listed;                 // how many at the start,
  int then_listed[kSubiterations];  // and added in each subiteration
  WarpQueue queues[kWarps];

  __device__ std::uint32_t* copy(int i) { return copies[i] + kMargin; }
};

__device__ __forceinline__ bool is_exposed(const std::uint32_t* p, std::uint32_t w) {
  const std::uint32_t inside = one_step<kX, -1>(p, w) & one_step<kX, 1>(p, w) &
                               one_step<kY, -1>(p, w) & one_step<kY, 1>(p, w) &
                               one_step<kZ, -1>(p, w) & one_step<kZ, 1>(p, w);
  return (w & ~inside) != 0;
}

__device__ __forceinline__ void list_exposed_words(Region& region) {
  const int lane = static_cast<int>(threadIdx.x) % 32;
  const std::uint32_t* const words = region.copy(0);
  constexpr int kBegin = kRegionPlane / 32 * 32;
  constexpr int kEnd = kRegionWords - kRegionPlane;
  for (int i = kBegin + static_cast<int>(threadIdx.x); i - lane < kEnd; i += kThinThreads) {
    const std::uint32_t w = words[i];
    int last_use = -1;
    if (w != 0 && is_exposed(words + i, w)) {
      last_use = RegionWord(i).last_use();
    }
    const unsigned exposed = __ballot_sync(kAllLanes, last_use >= 0);
    if (exposed != 0) {
      int at = 0;
      if (lane == 0) {
        region.on_list[i / 32] = exposed;
        at = atomicAdd(&region.first_listed, __popc(exposed));
      }
      at = __shfl_sync(kAllLanes, at, 0) + __popc(exposed & ((1U << lane) - 1));
      if (last_use >= 0) {
        region.list[at] = static_cast<std::uint16_t>(i | last_use << Region::kIndexBits);
      }
    }
  }
}

__device__ __forceinline__ bool is_off_list(const Region& region, int i) {
  return (region.on_list[i / 32] >> (i % 32) & 1U) == 0;
}

// Word i, not on the list, has a voxel next to one that was deleted in subiteration j, which began
// with `listed` words.
__device__ __forceinline__ void expose(Region& region, int i, int j, int listed) {
  const unsigned bit = 1U << (i % 32);
  const int last_use = RegionWord(i).last_use();
  if (last_use > j && (atomicOr(&region.on_list[i / 32], bit) & bit) == 0) {
    region.list[listed + atomicAdd(&region.then_listed[j], 1)] =
        static_cast<std::uint16_t>(i | last_use << Region::kIndexBits);
  }
}

// Lists the neighbours of word i that are now exposed.
__device__ __forceinline__ void expose_neighbours(Region& region, const std::uint32_t* words, int i,
                                                  std::uint32_t deleted, int j, int listed) {
  constexpr int kSteps[6] = {-kRegionPlane, kRegionPlane, -kRegionX, kRegionX, -1, 1};
  constexpr std::uint32_t kFaces[6] = {kAllLanes,   kAllLanes,   0x000000ffU,
                                       0xff000000U, 0x01010101U, 0x80808080U};
  unsigned exposed = 0;
#pragma unroll
  for (int k = 0; k < 6; ++k) {  // no branches: the loads overlap
    const int next = i + kSteps[k];
    const bool is = ((deleted & kFaces[k]) != 0) & (words[next] != 0) & is_off_list(region, next);
    exposed |= static_cast<unsigned>(is) << k;
  }
  if (exposed != 0) {
#pragma unroll
    for (int k = 0; k < 6; ++k) {
      if ((exposed >> k & 1U) != 0) expose(region, i + kSteps[k], j, listed);
    }
  }
}

// Subiteration j of a step: from one copy of the region to the other. Each warp takes its share of
// the list, copies the words, queues those in which something can be deleted, and evaluates 32 at a
// time.
template <int kDirection, bool kAnchored>
__device__ __forceinline__ void thin_region(Region& region, int j, int listed,
                                            const std::uint32_t* anchors, const ThinGrid& grid,
                                            Deletions& deletions) {
  constexpr Frame f = kFrames[kDirection];
  const std::uint32_t* const from = region.copy(j % 2);
  std::uint32_t* const to = region.copy((j + 1) % 2);
  const int lane = static_cast<int>(threadIdx.x) % 32;
  WarpQueue& queue = region.queues[threadIdx.x / 32];
  int next = static_cast<int>(threadIdx.x);
  int queued = 0;
  bool more = true;
  while (more || queued > 0) {
    while (more && queued < 32) {
      more = next - lane < listed;
      bool candidate = false;
      int i = 0;
      if (next < listed) {
        const int entry = region.list[next];
        i = entry & ((1 << Region::kIndexBits) - 1);
        if (entry >> Region::kIndexBits >= j) {
          const std::uint32_t w = from[i];
          to[i] = w;
          // Every template has U or S white.
          candidate = (w & ~(one_step<f.up_axis, f.up_sign>(from + i, w) &
                             one_step<f.south_axis, f.south_sign>(from + i, w))) != 0;
        }
      }
      const unsigned candidates = __ballot_sync(kAllLanes, candidate);
      if (candidate) {
        queue.at[queued + __popc(candidates & ((1U << lane) - 1))] = static_cast<std::uint16_t>(i);
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
      if (kAnchored && deleted != 0) {
        const RegionWord word(i);
        deleted &= ~anchors[word.z * grid.plane + word.y * grid.row + word.x];
      }
      if (deleted != 0) {
        to[i] = n.at[13] & ~deleted;
        const RegionWord word(i);
        if (word.in_tile()) {
          const unsigned touched = word.touched();
          deletions.count += static_cast<unsigned>(__popc(deleted));
          deletions.touched |= touched;
          if (j >= kLate) deletions.touched_late |= touched;
        }
        expose_neighbours(region, from, i, deleted, j, listed);
      }
    }
    queued -= evaluated;
    __syncwarp();
  }
}

template <bool kAnchored>
__device__ __forceinline__ void thin_region(int direction, Region& region, int j, int listed,
                                            const std::uint32_t* anchors, const ThinGrid& grid,
                                            Deletions& deletions) {
  switch (direction) {
#define BITVOX_CASE(d)                                                      \
  case d:                                                                   \
    thin_region<d, kAnchored>(region, j, listed, anchors, grid, deletions); \
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
  Region region;
  unsigned touched;
  unsigned touched_late;
  unsigned deleted[2];  // in the round in which the step begins and the next one
};

// The foreground of a tile is gone: no list will have it again.
constexpr int kNeverAgain = 0x7fffffff;

template <bool kAnchored>
__device__ __forceinline__ void thin_tile(const ThinState& state, SharedTile& shared, int step,
                                          int first_round, int tile) {
  const ThinGrid& grid = state.grid;
  const int3 position = grid.position(tile);
  const std::int64_t origin = grid.region(position);
  Region& region = shared.region;
  const std::uint32_t* const from = state.pictures[step % 2] + origin;
  std::uint32_t* const to = state.pictures[(step + 1) % 2] + origin;

  const int thread = static_cast<int>(threadIdx.x);
  bool some = false;
#pragma unroll 7
  for (int i = thread; i < kRegionWords; i += kThinThreads) {
    const RegionWord word(i);
    const std::uint32_t w = from[word.z * grid.plane + word.y * grid.row + word.x];
    region.copy(0)[i] = w;
    region.copy(1)[i] = w;
    some = some || (w != 0 && word.in_tile());
  }
  for (int i = thread; i < kRegionWords / 32; i += kThinThreads) {
    region.on_list[i] = 0;
  }
  if (thread < kSubiterations) region.then_listed[thread] = 0;
  if (thread == 0) {
    region.first_listed = 0;
    shared.touched = 0;
    shared.touched_late = 0;
    shared.deleted[0] = 0;
    shared.deleted[1] = 0;
  }
  some = __syncthreads_or(some) != 0;
  if (some) {
    list_exposed_words(region);
  }
  __syncthreads();

  const int first = (step - kFirstStep) * kSubiterations;
  Deletions deletions{0, 0, 0};
  unsigned in_first_round = 0;
  int listed = region.first_listed;
  for (int j = 0; j < kSubiterations && listed > 0; ++j) {
    if ((first + j) % kDirections == 0) {
      in_first_round = deletions.count;  // a round begins; before the first one nothing is counted
    }
    thin_region<kAnchored>((first + j) % kDirections, region, j, listed,
                           kAnchored ? state.anchors + origin : nullptr, grid, deletions);
    __syncthreads();
    listed += region.then_listed[j];
  }
  static_assert(kSubiterations % 2 == 0);  // the result is in the first copy

  if (deletions.count != 0) {
    const bool ends_round = first / kDirections != (first + kSubiterations - 1) / kDirections;
    const unsigned before = ends_round ? in_first_round : deletions.count;
    if (before != 0) atomicAdd(&shared.deleted[0], before);
    if (deletions.count != before) atomicAdd(&shared.deleted[1], deletions.count - before);
    atomicOr(&shared.touched, deletions.touched);
    atomicOr(&shared.touched_late, deletions.touched_late);
  }
  for (int i = thread; i < kTileX * kTileY * kTileSide; i += kThinThreads) {
    const int x = i % kTileX + kHaloX;
    const int y = i / kTileX % kTileY + kHaloY;
    const int z = i / (kTileX * kTileY) + kHalo;
    to[z * grid.plane + y * grid.row + x] = region.copy(0)[z * kRegionPlane + y * kRegionX + x];
  }
  __syncthreads();

  if (thread < 27) {
    if ((shared.touched >> thread & 1U) != 0) {
      const int x = position.x + thread % 3 - 1;
      const int y = position.y + thread / 3 % 3 - 1;
      const int z = position.z + thread / 9 - 1;
      if (x >= 0 && x < grid.nx && y >= 0 && y < grid.ny && z >= 0 && z < grid.nz) {
        const int neighbour = (z * grid.ny + y) * grid.nx + x;
        if ((shared.touched_late >> thread & 1U) != 0) state.until[neighbour] = step + 2;
        list_tile(state, neighbour, step + 1);
      }
    }
  } else if (thread == 27) {
    if (!some) {
      atomicMax(&state.tags[tile], kNeverAgain);
    } else if (state.until[tile] > step) {
      list_tile(state, tile, step + 1);
    }
  } else if (thread < 30) {
    const unsigned deleted = shared.deleted[thread - 28];
    if (deleted != 0) {
      const int round = first / kDirections - first_round + thread - 28;
      atomicAdd(&state.counters->deleted[round], static_cast<unsigned long long>(deleted));
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
__global__ void __launch_bounds__(kThinThreads, kThinBlocks)
    thin_kernel(ThinState state, LaunchRange range) {
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
