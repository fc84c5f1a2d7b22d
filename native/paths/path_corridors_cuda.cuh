// SPDX-License-Identifier: BSD-2-Clause
#pragma once

#include <cuda_runtime.h>

#include <algorithm>
#include <cstdint>
#include <vector>

#include "core/threads/progress.hpp"
#include "cuda/block_append.cuh"
#include "cuda/copy.hpp"
#include "cuda/device_arena.hpp"
#include "cuda/grid_rounds.cuh"
#include "cuda/launch.hpp"
#include "paths/path_corridor_nodes_cuda.cuh"
#include "paths/path_corridors_graph_cuda.cuh"

// Words of volumes with long and narrow ways, see path_corridor_nodes_cuda.cuh, on the GPU.
namespace bitvox::paths {
namespace {

// Nodes that may go in a round.
struct NodeList {
  std::int32_t* nodes;
  int* count;
};

// Those of the list that go are added to `gone`, the others to the next list.
template <class Word>
__global__ void choose_nodes_kernel(const __grid_constant__ Corridors<Word> all,
                                    const std::int32_t* list, int count, std::int32_t round,
                                    NodeList gone, NodeList next) {
  const auto i = static_cast<int>(blockIdx.x * kNodeThreads + threadIdx.x);
  const std::int32_t node = i < count ? list[i] : 0;
  const bool goes = i < count && goes_now(all, node, round);
  const int place = cuda::append_by_block(gone.count, goes);
  if (goes) gone.nodes[place] = node;
  const bool stays = i < count && !goes;
  const int next_place = cuda::append_by_block(next.count, stays);
  if (stays) next.nodes[next_place] = node;
}

template <class Word>
__global__ void take_out_kernel(const __grid_constant__ Corridors<Word> all,
                                const std::int32_t* nodes, int count, NodeList next) {
  const auto i = static_cast<int>(blockIdx.x * kNodeThreads + threadIdx.x);
  if (i >= count) return;
  take_out(all, nodes[i],
           [&](std::int32_t other) { next.nodes[atomicAdd(next.count, 1)] = other; });
}

template <class Word>
__global__ void put_back_kernel(const __grid_constant__ Corridors<Word> all,
                                const std::int32_t* nodes, int count) {
  const auto i = static_cast<int>(blockIdx.x * kNodeThreads + threadIdx.x);
  if (i < count) all.words[nodes[i]] = word_from_edges(all, nodes[i]);
}

// What is left: rounds in which each node looks whose neighbour has a new word.
struct NodeRounds {
  cuda::GridRounds::State* state;
  std::int32_t* nodes[2];  // [r % 2]: of round r
  int* counts;             // [r % 3]: how many these are
  std::int32_t* last;      // of each node: the last one that it was listed for
};

template <class Word>
__device__ __forceinline__ void list_around(const Corridors<Word>& all, const NodeRounds& rounds,
                                            std::int32_t node, std::int32_t round) {
  each_edge(all, node, [&](std::uint32_t i) {
    const std::int32_t other = all.others[i];
    if (atomicMax(&rounds.last[other], round) >= round) return;
    rounds.nodes[round % 2][atomicAdd(&rounds.counts[round % 3], 1)] = other;
  });
}

template <class Word>
__global__ void begin_rounds_kernel(const __grid_constant__ Corridors<Word> all, int count,
                                    const __grid_constant__ NodeRounds rounds) {
  const auto node = static_cast<int>(blockIdx.x * kNodeThreads + threadIdx.x);
  if (node < count && all.degrees[node] >= kSeedDegree) list_around(all, rounds, node, 0);
}

template <class Word>
__global__ void __launch_bounds__(kNodeThreads)
    run_rounds_kernel(const __grid_constant__ Corridors<Word> all,
                      const __grid_constant__ NodeRounds rounds, unsigned long long nanoseconds) {
  cuda::GridRounds grid(rounds.state, nanoseconds);
  const int first = static_cast<int>(blockIdx.x * kNodeThreads + threadIdx.x);
  for (;;) {
    const auto round = static_cast<std::int32_t>(grid.round());
    const int count = __ldcg(&rounds.counts[round % 3]);
    if (count == 0) return;
    if (first == 0) rounds.counts[(round + 2) % 3] = 0;
    for (int i = first; i < count; i += static_cast<int>(gridDim.x * kNodeThreads)) {
      const std::int32_t node = __ldcg(&rounds.nodes[round % 2][i]);
      const Word word = word_from_edges(all, node);
      if (word >= all.words[node]) continue;
      all.words[node] = word;
      __threadfence();
      list_around(all, rounds, node, round + 1);
    }
    if (!grid.next()) return;
  }
}

template <class Word>
class CorridorsOnGpu {
 public:
  CorridorsOnGpu(const TiledVolume<Word>& volume, int neighbours, const CostsCuda& costs,
                 const CorridorCounts& counts)
      : voxels_(volume, neighbours, costs),
        nodes_(static_cast<int>(counts.open)),
        edges_(counts.edges) {}

  void take(cuda::DeviceArena& arena) {
    graph_.voxels = arena.take<std::int64_t>(nodes_);
    graph_.all.starts = arena.take<std::uint32_t>(nodes_);
    graph_.all.sizes = arena.take<std::uint8_t>(nodes_);
    graph_.all.degrees = arena.take<std::int32_t>(nodes_);
    graph_.all.words = arena.take<Word>(nodes_);
    graph_.all.others = arena.take<std::int32_t>(edges_);
    graph_.all.lengths = arena.take<Word>(edges_);
    for (std::int32_t*& list : lists_) list = arena.take<std::int32_t>(nodes_);
    last_rounds_ = arena.take<std::int32_t>(nodes_);
    gone_ = arena.take<std::int32_t>(nodes_);
    numbers_ = arena.take<int>(kNumbers);
    counts_ = arena.take<CorridorCounts>(1);
    state_ = arena.take<cuda::GridRounds::State>(1);
  }

  // As PathTiles::run().
  void run(Word* words, const cuda::Stream& stream, Progress& progress) {
    cuda::clear(numbers_, kNumbers, stream);
    cuda::clear(counts_, 1, stream);
    cuda::fill(last_rounds_, 0xff, nodes_, stream);
    voxels_.number(graph_, words, counts_, stream);
    voxels_.join(graph_, words, nodes_, lists_[0], numbers_ + kListed, stream);
    const std::vector<int> ends = take_out_all(stream, progress);
    solve_left(stream, progress);
    for (std::size_t round = ends.size() - 1; round > 0; --round) {
      launch(put_back_kernel<Word>, ends[round] - ends[round - 1], stream, gone_ + ends[round - 1]);
    }
    voxels_.write(graph_, words, nodes_, stream);
    stream.wait();
    progress.report(nodes_, nodes_);
  }

  int nodes() const { return nodes_; }
  int left() const { return left_; }

 private:
  static constexpr unsigned long long kNanoseconds = 50'000'000;  // of a launch
  // What numbers_ holds: the length of two lists, of what has gone, and of the last three rounds.
  static constexpr int kListed = 0, kGone = 2, kRounds = 3, kNumbers = 6;

  template <class Kernel, class... Arguments>
  void launch(Kernel kernel, int count, const cuda::Stream& stream, const std::int32_t* nodes,
              Arguments... arguments) {
    if (count == 0) return;
    cuda::launch(kernel, {cuda::blocks_for(count, kNodeThreads), kNodeThreads}, stream, graph_.all,
                 nodes, count, arguments...);
  }

  // Where each round ends in gone_, and 0 first.
  std::vector<int> take_out_all(const cuda::Stream& stream, Progress& progress) {
    std::vector<int> ends{0};
    int listed = cuda::read_back(numbers_ + kListed, stream);
    for (std::int32_t round = 0; listed != 0; ++round) {
      const int from = round % 2;
      int* const next_count = numbers_ + kListed + 1 - from;
      cuda::clear(next_count, 1, stream);
      const NodeList next{lists_[1 - from], next_count};
      launch(choose_nodes_kernel<Word>, listed, stream, lists_[from], round,
             NodeList{gone_, numbers_ + kGone}, next);
      const int gone = cuda::read_back(numbers_ + kGone, stream);
      launch(take_out_kernel<Word>, gone - ends.back(), stream, gone_ + ends.back(), next);
      ends.push_back(gone);
      listed = cuda::read_back(next_count, stream);
      progress.report(gone, nodes_);
    }
    left_ = nodes_ - ends.back();
    return ends;
  }

  void solve_left(const cuda::Stream& stream, Progress& progress) {
    const NodeRounds rounds{state_, {lists_[0], lists_[1]}, numbers_ + kRounds, last_rounds_};
    cuda::clear(state_, 1, stream);
    cuda::launch(begin_rounds_kernel<Word>, {cuda::blocks_for(nodes_, kNodeThreads), kNodeThreads},
                 stream, graph_.all, nodes_, rounds);
    const auto blocks =
        static_cast<unsigned>(std::min(cuda::resident_blocks(run_rounds_kernel<Word>, kNodeThreads),
                                       std::max(1, left_ / kNodeThreads)));
    int listed = cuda::read_back(numbers_ + kRounds, stream);
    while (listed != 0) {
      cuda::launch_cooperative(run_rounds_kernel<Word>, {blocks, kNodeThreads}, stream, graph_.all,
                               rounds, kNanoseconds);
      const auto state = cuda::read_back(state_, stream);
      listed = cuda::read_back(numbers_ + kRounds + state.round % 3, stream);
      progress.report(nodes_ - left_, nodes_);
    }
  }

  CorridorVoxels<Word> voxels_;
  int nodes_;
  std::int64_t edges_;
  CorridorGraph<Word> graph_{};
  std::int32_t* lists_[2] = {};
  std::int32_t* last_rounds_ = nullptr;
  std::int32_t* gone_ = nullptr;
  int* numbers_ = nullptr;
  CorridorCounts* counts_ = nullptr;
  cuda::GridRounds::State* state_ = nullptr;
  int left_ = 0;
};

}  // namespace
}  // namespace bitvox::paths
