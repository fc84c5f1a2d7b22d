// SPDX-License-Identifier: BSD-2-Clause
#pragma once

#include <cuda_runtime.h>

#include <cstdint>

#include "cuda/copy.hpp"
#include "cuda/device_arena.hpp"
#include "cuda/stream.hpp"
#include "cuda/warp.cuh"

// Work that spreads over an image tile by tile, as thinning does: in each step the whole GPU looks
// at the tiles on a list, each of which may put tiles, itself too, on the list of the next step;
// between steps the grid synchronises. What the host must do between two launches is none of it.
//
// Two lists take turns. A tag for each tile keeps it from being listed twice. Of the counts three
// take turns: of the list that is read, of the one that is written, and of the one after, which
// one thread clears meanwhile.
namespace bitvox::cuda {

inline constexpr int kFirstStep = 1;  // so that tags of 0 mean never

// A list is sorted into classes: class 0 is done first.
template <int kClasses>
struct TileCounts {
  int of[kClasses];

  __host__ __device__ int all() const {
    int sum = 0;
    for (int c = 0; c < kClasses; ++c) sum += of[c];
    return sum;
  }
};

template <int kClasses>
struct ActiveTiles {
  using Counts = TileCounts<kClasses>;
  static constexpr int kCounts = 3;

  int tiles = 0;             // that there are
  int* lists[2] = {};        // [s % 2]: the tiles of step s, each class at a multiple of `tiles`
  int* tags = nullptr;       // of each tile: the last step that it was listed for
  Counts* counts = nullptr;  // [s % kCounts]: of the list of step s

  ActiveTiles() = default;
  ActiveTiles(DeviceArena& arena, std::int64_t tile_count) : tiles(static_cast<int>(tile_count)) {
    for (int*& list : lists) list = arena.take<int>(kClasses * tile_count);
    tags = arena.take<int>(tile_count);
    counts = arena.take<Counts>(kCounts);
  }

  // All lists are empty, and no tile was ever listed.
  void clear(const Stream& stream) const {
    cuda::clear(tags, tiles, stream);
    cuda::clear(counts, kCounts, stream);
  }

  // How many the list of a step has; waits.
  int count(int step, const Stream& stream) const {
    return read_back(counts + step % kCounts, stream).all();
  }

  __device__ __forceinline__ int* list_of(int step) const {
    return step % 2 != 0 ? lists[1] : lists[0];
  }

  __device__ __forceinline__ int count(int step, int c) const {
    return __ldcg(&counts[step % kCounts].of[c]);
  }

  // Tile i of the list of a step that has these counts.
  __device__ __forceinline__ int tile(int step, const Counts& its_counts, int i) const {
    int c = 0;
    if constexpr (kClasses > 1) {
      for (; i >= its_counts.of[c]; ++c) i -= its_counts.of[c];
    }
    return __ldcg(list_of(step) + c * tiles + i);
  }

  // Whether nobody has listed the tile for this step yet; from now on somebody has, and must.
  __device__ __forceinline__ bool claim(int tile, int step) const {
    return atomicMax(&tags[tile], step) < step;
  }

  // Lists a tile that was claimed.
  __device__ __forceinline__ void list(int tile, int step, int c) const {
    list_of(step)[c * tiles + atomicAdd(&counts[step % kCounts].of[c], 1)] = tile;
  }

  // The same for a whole warp, those lanes that have claimed one.
  __device__ __forceinline__ void list_by_warp(int tile, int step, int c, bool claimed) const {
    const int place = append(&counts[step % kCounts].of[c], claimed);
    if (claimed) list_of(step)[c * tiles + place] = tile;
  }

  // One thread, in each step.
  __device__ __forceinline__ void clear_after(int step) const { counts[(step + 2) % kCounts] = {}; }

  // No list will have the tile again.
  __device__ __forceinline__ void drop(int tile) const { atomicMax(&tags[tile], 0x7fffffff); }
};

}  // namespace bitvox::cuda
