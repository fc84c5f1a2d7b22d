// SPDX-License-Identifier: BSD-2-Clause
#pragma once

#include <cuda_runtime.h>

#include <algorithm>
#include <cstdint>

#include "core/threads/progress.hpp"
#include "cuda/keyed_tasks.cuh"
#include "cuda/launch.hpp"
#include "paths/path_grid.hpp"
#include "paths/path_sum.hpp"
#include "paths/path_tile_border_cuda.cuh"
#include "paths/path_tile_cuda.cuh"

// The words of all voxels of a volume, by tiles that wake one another. What an Algebra must have:
//
//   using Word, Node;                     Node: what is known of a voxel, as it is computed with
//   Word far() const;                     of voxels that no path reaches, while they are computed
//   Node node(std::int64_t voxel) const;  from the GPU's memory
//   Node outside() const;                 of what is no voxel
//   bool is_wall(Node) const;             that nothing enters, as what is no voxel
//   Word onward(Word from, Node to, Word step) const;
//
// onward() is at least `from`, does not fall where that rises, and is at least far() where that is,
// or where `to` is what nothing enters and is_wall() does not say so.
namespace bitvox::paths {
namespace {

// A volume as tiles.
template <class Word>
struct TiledVolume {
  std::int64_t width, height, depth;
  int across, down, deep;
  Steps<Word> steps;

  // Steps are so many bits to the left.
  TiledVolume(const Grid& grid, int shift)
      : width(grid.shape.width),
        height(grid.shape.height),
        depth(grid.shape.depth),
        across(static_cast<int>((width + kTileWidth - 1) / kTileWidth)),
        down(static_cast<int>((height + kTileHeight - 1) / kTileHeight)),
        deep(static_cast<int>((depth + kTileDepth - 1) / kTileDepth)) {
    for (unsigned code = 0; code < kStepCodes; ++code) {
      steps.of[code] = Word{grid.goes(code) ? grid.steps[code] : grid.longest_step()} << shift;
    }
  }

  std::int64_t tiles() const { return std::int64_t{across} * down * deep; }

  struct Place {
    int x, y, z;  // of the tile's first voxel over the size of a tile
  };
  __device__ __forceinline__ Place place(int tile) const {
    return {tile % across, tile / across % down, tile / across / down};
  }

  __device__ __forceinline__ bool has(std::int64_t x, std::int64_t y, std::int64_t z) const {
    return x >= 0 && x < width && y >= 0 && y < height && z >= 0 && z < depth;
  }
  __device__ __forceinline__ std::int64_t voxel(std::int64_t x, std::int64_t y,
                                                std::int64_t z) const {
    return (z * height + y) * width + x;
  }
};

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

// Of a multiprocessor. More would need more registers than there are.
constexpr int kTilesAtOnce = 5;

template <class Algebra>
struct SharedOfTiles {
  SharedTile<Algebra> tile;
  typename cuda::KeyedTasks<typename Algebra::Word>::Taking taking;
};

template <class Algebra>
__device__ __forceinline__ SharedOfTiles<Algebra>& shared_of_tiles() {
  extern __shared__ __align__(16) unsigned char memory[];
  return *reinterpret_cast<SharedOfTiles<Algebra>*>(memory);
}

template <class Algebra>
__global__ void __launch_bounds__(kTileThreads)
    start_tiles_kernel(const __grid_constant__ TiledVolume<typename Algebra::Word> volume,
                       const __grid_constant__ Algebra algebra, typename Algebra::Word* words,
                       const __grid_constant__ cuda::KeyedTasks<typename Algebra::Word> tasks) {
  SharedTile<Algebra>& shared = shared_of_tiles<Algebra>().tile;
  Tile<Algebra, 1>(shared, volume, algebra, words, static_cast<int>(blockIdx.x)).start(tasks);
}

template <class Algebra, int kNeighbours>
__global__ void __launch_bounds__(kTileThreads, kTilesAtOnce)
    run_tiles_kernel(const __grid_constant__ TiledVolume<typename Algebra::Word> volume,
                     const __grid_constant__ Algebra algebra, typename Algebra::Word* words,
                     const __grid_constant__ cuda::KeyedTasks<typename Algebra::Word> tasks,
                     unsigned long long most_nanoseconds, cuda::IdleBlocks idle) {
  SharedOfTiles<Algebra>& shared = shared_of_tiles<Algebra>();
  const unsigned long long until = cuda::nanoseconds() + most_nanoseconds;
  for (;;) {
    const int tile = tasks.take(shared.taking, until, idle);
    if (tile == tasks.kNoTask) return;
    Tile<Algebra, kNeighbours>(shared.tile, volume, algebra, words, tile).run(tasks);
    __syncthreads();
  }
}

// The tiles of a volume. take() comes first.
template <class Algebra>
class PathTiles {
 public:
  using Word = typename Algebra::Word;
  using Tasks = cuda::KeyedTasks<Word>;

  PathTiles(const Grid& grid, int shift)
      : volume_(grid, shift), kernel_(kernel_of(grid.neighbours)) {
    cuda::allow_shared_bytes(kernel_, kShared);
    blocks_ = static_cast<int>(std::min<std::int64_t>(
        cuda::resident_blocks(kernel_, kTileThreads, kShared), volume_.tiles()));
  }

  void take(cuda::DeviceArena& arena) { tasks_ = Tasks(arena, volume_.tiles(), blocks_); }

  // The words of all voxels, kFar where there is none yet, those of seeds where the paths begin. In
  // the end all are what they must be.
  void run(const Algebra& algebra, Word* words, const cuda::Stream& stream, Progress& progress,
           cuda::IdleBlocks idle = cuda::IdleBlocks::kSteal) {
    tasks_.clear(stream);
    cuda::allow_shared_bytes(start_tiles_kernel<Algebra>, kShared);
    cuda::launch(start_tiles_kernel<Algebra>,
                 {static_cast<unsigned>(volume_.tiles()), kTileThreads, kShared}, stream, volume_,
                 algebra, words, tasks_);
    do {
      cuda::launch_cooperative(kernel_, {static_cast<unsigned>(blocks_), kTileThreads, kShared},
                               stream, volume_, algebra, words, tasks_, kNanoseconds, idle);
      counts_ = cuda::read_back(tasks_.counts, stream);
      progress.report(
          static_cast<std::int64_t>(counts_.seen - std::min(counts_.seen, counts_.open)),
          volume_.tiles());
    } while (counts_.open != 0);
    progress.report(volume_.tiles(), volume_.tiles());
  }

  const cuda::TaskCounts& counts() const { return counts_; }
  std::int64_t tiles() const { return volume_.tiles(); }
  int blocks() const { return blocks_; }

 private:
  using Kernel = void (*)(TiledVolume<Word>, Algebra, Word*, Tasks, unsigned long long,
                          cuda::IdleBlocks);
  static constexpr std::size_t kShared = sizeof(SharedOfTiles<Algebra>);
  static constexpr unsigned long long kNanoseconds = 50'000'000;  // of a launch

  static Kernel kernel_of(Neighbours neighbours) {
    switch (neighbours) {
      case Neighbours::kFaces:
        return run_tiles_kernel<Algebra, 1>;
      case Neighbours::kEdges:
        return run_tiles_kernel<Algebra, 2>;
      case Neighbours::kCorners:
        break;
    }
    return run_tiles_kernel<Algebra, 3>;
  }

  TiledVolume<Word> volume_;
  Kernel kernel_;
  int blocks_ = 0;
  Tasks tasks_;
  cuda::TaskCounts counts_{};
};

}  // namespace
}  // namespace bitvox::paths
