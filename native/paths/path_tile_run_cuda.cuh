// SPDX-License-Identifier: BSD-2-Clause
#pragma once

#include <cuda_runtime.h>

#include <cstdint>

#include "cuda/atomic_words.cuh"
#include "cuda/keyed_tasks.cuh"
#include "cuda/warp.cuh"
#include "paths/path_tile_border_cuda.cuh"
#include "paths/path_tile_cuda.cuh"
#include "paths/path_tiled_volume_cuda.cuh"

namespace bitvox::paths {
namespace {

// A tile as a task: it settles its own words, and wakes the tiles that these reach. A block.
template <class Algebra, int kNeighbours>
class Tile {
 public:
  using Word = typename Algebra::Word;
  using Tasks = cuda::KeyedTasks<Word>;

  __device__ __forceinline__ Tile(SharedTile<Algebra>& shared, const TiledVolume<Word>& volume,
                                  const Algebra& algebra, Word* words, int tile)
      : shared_(shared), volume_(volume), algebra_(algebra), words_(words), tile_(tile) {
    const typename TiledVolume<Word>::Place place = volume.place(tile);
    x_ = std::int64_t{place.x} * kTileWidth;
    y_ = std::int64_t{place.y} * kTileHeight;
    z_ = std::int64_t{place.z} * kTileDepth;
  }

  __device__ void run(const Tasks& tasks) {
    load();
    __syncthreads();
    TileColumn<Algebra, kNeighbours> column(shared_, algebra_, volume_.steps);
    const unsigned ever = column.relax();
    if (lane() == 0) shared_.ever[warp() + 1] = ever;
    store(column, ever);
    if (__syncthreads_or(static_cast<int>(ever)) != 0) {
      TileBorder<Algebra, kNeighbours>(shared_, algebra_, volume_.steps).look();
      __threadfence();
      __syncthreads();
      if (warp() == 0) wake(tasks);
    }
    if (threadIdx.x == 0) tasks.finish();
  }

  // As before any path: wakes the tiles that the words of this one reach.
  __device__ void start(const Tasks& tasks) {
    if (threadIdx.x < kTilesAround) shared_.wakes[threadIdx.x] = algebra_.far();
    __syncthreads();
    bool any = false;
    for (int z = 0; z < kTileDepth; ++z) {
      if (!volume_.has(x_ + lane(), y_ + warp(), z_ + z)) continue;
      const Word word = words_[volume_.voxel(x_ + lane(), y_ + warp(), z_ + z)];
      if (word >= algebra_.far()) continue;
      any = true;
      for (int i = 0; i < kTilesAround; ++i) {
        const int x = lane() + i % 3 - 1;
        const int y = warp() + i / 3 % 3 - 1;
        cuda::atomic_min(&shared_.wakes[tile_around(x, y, z + i / 9 - 1)], word);
      }
    }
    if (__syncthreads_or(static_cast<int>(any)) != 0 && warp() == 0) wake(tasks);
  }

 private:
  __device__ __forceinline__ static int lane() { return cuda::this_lane(); }
  __device__ __forceinline__ static int warp() {
    return static_cast<int>(threadIdx.x) / cuda::kWarp;
  }

  // A voxel of the tile or beside it.
  __device__ __forceinline__ void load_voxel(int x, int y, int z) {
    const int place = place_in_tile(x, y, z);
    Word word = algebra_.far();
    typename Algebra::Node node = algebra_.outside();
    if (volume_.has(x_ + x, y_ + y, z_ + z)) {
      const std::int64_t voxel = volume_.voxel(x_ + x, y_ + y, z_ + z);
      word = min(word, __ldcg(words_ + voxel));
      node = algebra_.node(voxel);
    }
    shared_.words[place] = word;
    shared_.nodes[place] = node;
  }

  __device__ __forceinline__ void load() {
    constexpr int kRows = kRowsAround * (kTileDepth + 2);
    const int first = warp() - 1;
#pragma unroll 5
    for (int z = -1; z <= kTileDepth; ++z) load_voxel(lane(), warp(), z);
    load_voxel(lane(), -1, first);
    load_voxel(lane(), kTileHeight, first);
    if (warp() < 4) {  // the last two of each
      load_voxel(lane(), warp() % 2 == 0 ? -1 : kTileHeight, kTileDepth - warp() / 2);
    }
    const int end = static_cast<int>(threadIdx.x);
    if (end < 2 * kRows) {
      const int row = end / 2;
      load_voxel(end % 2 != 0 ? kTileWidth : -1, row % kRowsAround - 1, row / kRowsAround - 1);
    }
    if (threadIdx.x < kTilesAround) shared_.wakes[threadIdx.x] = algebra_.far();
    if (threadIdx.x < kRowsAround) {
      shared_.changed[0][threadIdx.x] = 0;
      shared_.changed[1][threadIdx.x] = 0;
      shared_.ever[threadIdx.x] = 0;
    }
  }

  // The rows that changed. Another block may have this tile too, so that words only fall.
  __device__ __forceinline__ void store(const TileColumn<Algebra, kNeighbours>& column,
                                        unsigned ever) {
    const std::int64_t x = x_ + lane();
    const std::int64_t y = y_ + warp();
#pragma unroll
    for (int z = 0; z < kTileDepth; ++z) {
      if ((ever >> z & 1U) == 0 || !volume_.has(x, y, z_ + z)) continue;
      const Word word = column.word(z);
      if (word < algebra_.far()) cuda::atomic_min(words_ + volume_.voxel(x, y, z_ + z), word);
    }
    __threadfence();
  }

  __device__ __forceinline__ void wake(const Tasks& tasks) {
    const int i = lane();
    const Word key = i < kTilesAround ? shared_.wakes[i] : algebra_.far();
    const int x = i % 3 - 1;
    const int y = i / 3 % 3 - 1;
    const int z = i / 9 - 1;
    tasks.wake_by_warp(
        key < algebra_.far() &&
            volume_.has(x_ + x * kTileWidth, y_ + y * kTileHeight, z_ + z * kTileDepth),
        tile_ + (z * volume_.down + y) * volume_.across + x, key);
  }

  SharedTile<Algebra>& shared_;
  const TiledVolume<Word>& volume_;
  const Algebra& algebra_;
  Word* const words_;
  const int tile_;
  std::int64_t x_, y_, z_;
};

}  // namespace
}  // namespace bitvox::paths
