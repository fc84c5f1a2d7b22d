// SPDX-License-Identifier: BSD-2-Clause
#pragma once

#include "paths/path_tile_cuda.cuh"

// Which tiles beside one have a voxel that a word of the tile would improve, and by what at least.
// Nothing is written there. Only words that have changed are looked at: the others were before.
namespace bitvox::paths {
namespace {

// The part of a tile and those around it in which a coordinate of one axis lies: 0, 1 or 2.
__device__ __forceinline__ int side_of(int at, int size) { return at < 0 ? 0 : at < size ? 1 : 2; }

__device__ __forceinline__ int tile_around(int x, int y, int z) {
  return side_of(x, kTileWidth) + 3 * side_of(y, kTileHeight) + 9 * side_of(z, kTileDepth);
}

template <class Algebra, int kNeighbours>
class TileBorder {
 public:
  using Word = typename Algebra::Word;

  __device__ __forceinline__ TileBorder(SharedTile<Algebra>& shared, const Algebra& algebra,
                                        const Steps<Word>& steps)
      : shared_(shared), algebra_(algebra), steps_(steps) {}

  // The whole block.
  __device__ void look() const {
    const int lane = cuda::this_lane();
    const int warp = static_cast<int>(threadIdx.x) / cuda::kWarp;
    look_at_row(lane, warp, -1);
    look_at_row(lane, warp, kTileDepth);
    look_at_row(lane, -1, warp);
    look_at_row(lane, kTileHeight, warp);
    if (kNeighbours > 1 && warp < 4) {
      look_at_row(lane, warp % 2 == 0 ? -1 : kTileHeight, warp / 2 == 0 ? -1 : kTileDepth);
    }
    look_at_end(static_cast<int>(threadIdx.x));
  }

 private:
  // From the rows beside one that have changed: their place in the tile, and the axes of the step.
  template <class See>
  __device__ __forceinline__ void from_rows_beside(int y, int z, See see) const {
    for (int from_z = max(z - 1, 0); from_z <= min(z + 1, kTileDepth - 1); ++from_z) {
      for (int from_y = max(y - 1, 0); from_y <= min(y + 1, kTileHeight - 1); ++from_y) {
        const unsigned code = code_of(0, from_y - y, from_z - z);
        if (axes_of(code) > kNeighbours) continue;
        if ((shared_.ever[from_y + 1] >> from_z & 1U) == 0) continue;
        see(place_in_tile(0, from_y, from_z), code);
      }
    }
  }

  __device__ __forceinline__ Word onward(int from, int to, unsigned code) const {
    return algebra_.onward(shared_.words[from], shared_.nodes[to], steps_.of[code]);
  }

  // A row beside the tile, all but its ends. A warp.
  __device__ __forceinline__ void look_at_row(int lane, int y, int z) const {
    const int to = place_in_tile(lane, y, z);
    Word best = shared_.words[to];
    const Word own = best;
    from_rows_beside(y, z, [&](int row, unsigned code) {
      best = min(best, onward(row + lane, to, code));
      if (axes_of(code | 1U) > kNeighbours) return;
      if (lane > 0) best = min(best, onward(row + lane - 1, to, code | 1U));
      if (lane < kTileWidth - 1) best = min(best, onward(row + lane + 1, to, code | 1U));
    });
    const bool better = best < own && !algebra_.is_wall(shared_.nodes[to]);
    if (__any_sync(kAllLanes, better) == 0) return;
    if (!better) best = algebra_.far();
    for (int step = cuda::kWarp / 2; step > 0; step /= 2) {
      best = min(best, __shfl_xor_sync(kAllLanes, best, step));
    }
    if (lane == 0) cuda::atomic_min(&shared_.wakes[tile_around(0, y, z)], best);
  }

  // A voxel before or after any of the rows, the tile's own too.
  __device__ __forceinline__ void look_at_end(int i) const {
    constexpr int kRows = kRowsAround * (kTileDepth + 2);
    if (i >= 2 * kRows) return;
    const bool after = i % 2 != 0;
    const int x = after ? kTileWidth : -1;
    const int y = i / 2 % kRowsAround - 1;
    const int z = i / 2 / kRowsAround - 1;
    const int to = place_in_tile(x, y, z);
    Word best = shared_.words[to];
    const Word own = best;
    from_rows_beside(y, z, [&](int row, unsigned code) {
      if (axes_of(code | 1U) > kNeighbours) return;
      best = min(best, onward(row + (after ? kTileWidth - 1 : 0), to, code | 1U));
    });
    if (best < own && !algebra_.is_wall(shared_.nodes[to])) {
      cuda::atomic_min(&shared_.wakes[tile_around(x, y, z)], best);
    }
  }

  SharedTile<Algebra>& shared_;
  const Algebra& algebra_;
  const Steps<Word>& steps_;
};

}  // namespace
}  // namespace bitvox::paths
