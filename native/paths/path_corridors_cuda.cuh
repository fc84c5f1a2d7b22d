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
#include "cuda/launch.hpp"
#include "paths/path_corridor_nodes_cuda.cuh"
#include "paths/path_corridor_windows_cuda.cuh"
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
    for (int i = 0; i < 2; ++i) {
      windows_.near[i] = lists_[i];
      windows_.far[i] = arena.take<std::int32_t>(nodes_);
    }
    windows_.last = arena.take<std::int32_t>(nodes_);
    windows_.state = arena.take<WindowState<Word>>(1);
    gone_ = arena.take<std::int32_t>(nodes_);
    numbers_ = arena.take<int>(kNumbers);
    counts_ = arena.take<CorridorCounts>(1);
  }

  // As PathTiles::run().
  void run(Word* words, const cuda::Stream& stream, Progress& progress) {
    cuda::clear(numbers_, kNumbers, stream);
    cuda::clear(counts_, 1, stream);
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
  static constexpr unsigned kWindowWidth = 64;                    // in edges
  static constexpr int kNodesOfBlock = 1024;  // of those that are left: more would only wait
  // What numbers_ holds: the length of two lists, and of what has gone.
  static constexpr int kListed = 0, kGone = 2, kNumbers = 3;

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
    cuda::clear(windows_.state, 1, stream);
    cuda::fill(windows_.state->least, 0xff, 3, stream);
    cuda::fill(windows_.last, 0xff, nodes_, stream);
    cuda::launch(begin_windows_kernel<Word>,
                 {cuda::blocks_for(nodes_, kWindowThreads), kWindowThreads}, stream, graph_.all,
                 nodes_, windows_);
    const auto blocks = static_cast<unsigned>(
        std::min(cuda::resident_blocks(run_windows_kernel<Word>, kWindowThreads),
                 std::max(1, left_ / kNodesOfBlock)));
    WindowState<Word> state{};
    do {
      cuda::launch_cooperative(run_windows_kernel<Word>, {blocks, kWindowThreads}, stream,
                               graph_.all, windows_, kWindowWidth, kNanoseconds);
      state = cuda::read_back(windows_.state, stream);
      progress.report(nodes_ - left_, nodes_);
    } while (state.near[state.rounds.round % 3] != 0 || state.far[state.window % 3] != 0);
  }

  CorridorVoxels<Word> voxels_;
  int nodes_;
  std::int64_t edges_;
  CorridorGraph<Word> graph_{};
  std::int32_t* lists_[2] = {};
  NodeWindows<Word> windows_;
  std::int32_t* gone_ = nullptr;
  int* numbers_ = nullptr;
  CorridorCounts* counts_ = nullptr;
  int left_ = 0;
};

}  // namespace
}  // namespace bitvox::paths
