// SPDX-License-Identifier: BSD-2-Clause
#pragma once

#include <cuda_runtime.h>

#include <algorithm>
#include <cstdint>

#include "core/threads/progress.hpp"
#include "cuda/keyed_tasks.cuh"
#include "cuda/launch.hpp"
#include "paths/path_grid.hpp"
#include "paths/path_tile_run_cuda.cuh"
#include "paths/path_tiled_volume_cuda.cuh"

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
    std::int64_t done = 0;
    do {
      cuda::launch_cooperative(kernel_, {static_cast<unsigned>(blocks_), kTileThreads, kShared},
                               stream, volume_, algebra, words, tasks_, kNanoseconds, idle);
      counts_ = cuda::read_back(tasks_.counts, stream);
      // Of the tiles that are reached some are not settled yet.
      const auto open = std::min(counts_.open, counts_.seen);
      done = std::max(done, static_cast<std::int64_t>(counts_.seen - open));
      progress.report(done, volume_.tiles());
    } while (counts_.open != 0);
    progress.report(volume_.tiles(), volume_.tiles());
  }

  const cuda::TaskCounts& counts() const { return counts_; }

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
