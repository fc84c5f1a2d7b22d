// SPDX-License-Identifier: BSD-2-Clause
#pragma once

#include <cuda_runtime.h>

#include <cstdint>

#include "cuda/block_append.cuh"
#include "cuda/copy.hpp"
#include "cuda/launch.hpp"
#include "cuda/stream.hpp"
#include "cuda/warp.cuh"
#include "paths/path_corridor_nodes_cuda.cuh"
#include "paths/path_sum.hpp"
#include "paths/path_sum_cuda.cuh"
#include "paths/path_tiled_volume_cuda.cuh"

// The graph of a volume's open voxels, see path_corridor_nodes_cuda.cuh.
namespace bitvox::paths {
namespace {

constexpr int kNodeThreads = 256;

struct CorridorCounts {
  unsigned long long open;    // voxels
  unsigned long long narrow;  // of these with two neighbours at most
  unsigned long long edges;   // ends of steps between open voxels
};

template <class Word>
struct CorridorGraph {
  Corridors<Word> all;
  std::int64_t* voxels;  // of each node
};

// A volume whose voxels are looked at one by one.
template <class Word>
struct OpenVoxels {
  TiledVolume<Word> volume;
  int neighbours;
  CostsCuda costs;

  __device__ __forceinline__ bool is_open(std::int64_t voxel) const {
    return costs.of(voxel, kWall<std::uint32_t>) != kWall<std::uint32_t>;
  }

  // body(voxel, code) for each open voxel beside one.
  template <class Body>
  __device__ __forceinline__ void each_beside(std::int64_t voxel, const Body& body) const {
    const std::int64_t x = voxel % volume.width;
    const std::int64_t y = voxel / volume.width % volume.height;
    const std::int64_t z = voxel / volume.width / volume.height;
    for (int dz = -1; dz <= 1; ++dz) {
      for (int dy = -1; dy <= 1; ++dy) {
        for (int dx = -1; dx <= 1; ++dx) {
          const unsigned code = code_of(dx, dy, dz);
          if (code == 0 || axes_of(code) > neighbours) continue;
          if (!volume.has(x + dx, y + dy, z + dz)) continue;
          const std::int64_t other = volume.voxel(x + dx, y + dy, z + dz);
          if (is_open(other)) body(other, code);
        }
      }
    }
  }

  __device__ __forceinline__ int beside(std::int64_t voxel) const {
    int count = 0;
    each_beside(voxel, [&](std::int64_t, unsigned) { ++count; });
    return count;
  }
};

// Of every so many-th block of voxels.
template <class Word>
__global__ void count_open_kernel(const __grid_constant__ OpenVoxels<Word> open, int every,
                                  CorridorCounts* counts) {
  const std::int64_t voxel = std::int64_t{blockIdx.x} * every * kNodeThreads + threadIdx.x;
  const bool is_open = voxel < open.volume.voxels() && open.is_open(voxel);
  const int edges = is_open ? open.beside(voxel) : 0;
  const int nodes = __syncthreads_count(static_cast<int>(is_open));
  const int narrow = __syncthreads_count(static_cast<int>(is_open && edges <= kMostDegree));
  const int in_warp = cuda::warp_sum(edges);
  __shared__ int sum;
  if (threadIdx.x == 0) sum = 0;
  __syncthreads();
  if (cuda::this_lane() == 0) atomicAdd(&sum, in_warp);
  __syncthreads();
  if (threadIdx.x != 0 || nodes == 0) return;
  atomicAdd(&counts->open, static_cast<unsigned long long>(nodes));
  atomicAdd(&counts->narrow, static_cast<unsigned long long>(narrow));
  atomicAdd(&counts->edges, static_cast<unsigned long long>(sum));
}

// Nodes and places for their edges; a voxel's word becomes the number of its node, or kFar.
template <class Word>
__global__ void number_voxels_kernel(const __grid_constant__ OpenVoxels<Word> open,
                                     const __grid_constant__ CorridorGraph<Word> graph, Word* words,
                                     CorridorCounts* counts) {
  const std::int64_t voxel = std::int64_t{blockIdx.x} * kNodeThreads + threadIdx.x;
  const bool is_open = voxel < open.volume.voxels() && open.is_open(voxel);
  const int edges = is_open ? open.beside(voxel) : 0;
  __shared__ int nodes_of_block, edges_of_block;
  __shared__ unsigned long long first_node, first_edge;
  if (threadIdx.x == 0) nodes_of_block = edges_of_block = 0;
  __syncthreads();
  const int node = cuda::append(&nodes_of_block, is_open);
  int edge = is_open ? atomicAdd(&edges_of_block, edges) : 0;
  __syncthreads();
  if (threadIdx.x == 0 && nodes_of_block != 0) {
    first_node = atomicAdd(&counts->open, static_cast<unsigned long long>(nodes_of_block));
    first_edge = atomicAdd(&counts->edges, static_cast<unsigned long long>(edges_of_block));
  }
  __syncthreads();
  if (voxel >= open.volume.voxels()) return;
  if (!is_open) {
    words[voxel] = kFar<Word>;
    return;
  }
  const std::int64_t number = static_cast<std::int64_t>(first_node) + node;
  const Word word = words[voxel];
  graph.voxels[number] = voxel;
  graph.all.starts[number] = static_cast<std::uint32_t>(first_edge + static_cast<unsigned>(edge));
  graph.all.sizes[number] = static_cast<std::uint8_t>(edges);
  graph.all.degrees[number] = edges + (word == kFar<Word> ? 0 : kSeedDegree);
  graph.all.words[number] = word < kLimit<Word> ? word : kLimit<Word>;
  words[voxel] = static_cast<Word>(number);
}

// The edges, and a list of the nodes that may go.
template <class Word>
__global__ void join_nodes_kernel(const __grid_constant__ OpenVoxels<Word> open,
                                  const __grid_constant__ CorridorGraph<Word> graph,
                                  const Word* numbers, int count, std::int32_t* list, int* listed) {
  const auto node = static_cast<int>(blockIdx.x * kNodeThreads + threadIdx.x);
  if (node < count) {
    const std::int64_t voxel = graph.voxels[node];
    const Word cost = open.costs.of(voxel, 0);
    std::uint32_t edge = graph.all.starts[node];
    open.each_beside(voxel, [&](std::int64_t other, unsigned code) {
      graph.all.others[edge] = static_cast<std::int32_t>(numbers[other]);
      graph.all.lengths[edge] = cost * open.volume.steps.of[code];
      ++edge;
    });
  }
  const bool goes = node < count && graph.all.degrees[node] <= kMostDegree;
  const int place = cuda::append_by_block(listed, goes);
  if (goes) list[place] = node;
}

template <class Word>
__global__ void write_words_kernel(const __grid_constant__ CorridorGraph<Word> graph, int count,
                                   Word* words) {
  const auto node = static_cast<int>(blockIdx.x * kNodeThreads + threadIdx.x);
  if (node >= count) return;
  const Word word = graph.all.words[node];
  words[graph.voxels[node]] = word < kLimit<Word> ? word : kFar<Word>;
}

template <class Word>
class CorridorVoxels {
 public:
  CorridorVoxels(const TiledVolume<Word>& volume, int neighbours, const CostsCuda& costs)
      : open_{volume, neighbours, costs} {}

  // Of all, or of a sample.
  CorridorCounts count(int every, CorridorCounts* on_gpu, const cuda::Stream& stream) const {
    cuda::clear(on_gpu, 1, stream);
    cuda::launch(
        count_open_kernel<Word>,
        {cuda::blocks_for(open_.volume.voxels(), std::int64_t{every} * kNodeThreads), kNodeThreads},
        stream, open_, every, on_gpu);
    return cuda::read_back(on_gpu, stream);
  }

  void number(const CorridorGraph<Word>& graph, Word* words, CorridorCounts* counts,
              const cuda::Stream& stream) const {
    cuda::launch(number_voxels_kernel<Word>,
                 {cuda::blocks_for(open_.volume.voxels(), kNodeThreads), kNodeThreads}, stream,
                 open_, graph, words, counts);
  }

  void join(const CorridorGraph<Word>& graph, const Word* numbers, int count, std::int32_t* list,
            int* listed, const cuda::Stream& stream) const {
    cuda::launch(join_nodes_kernel<Word>, {cuda::blocks_for(count, kNodeThreads), kNodeThreads},
                 stream, open_, graph, numbers, count, list, listed);
  }

  void write(const CorridorGraph<Word>& graph, Word* words, int count,
             const cuda::Stream& stream) const {
    cuda::launch(write_words_kernel<Word>, {cuda::blocks_for(count, kNodeThreads), kNodeThreads},
                 stream, graph, count, words);
  }

 private:
  OpenVoxels<Word> open_;
};

}  // namespace
}  // namespace bitvox::paths
