// SPDX-License-Identifier: BSD-2-Clause
#pragma once

#include <cstdint>
#include <type_traits>
#include <vector>

#include "core/memory/memory.hpp"
#include "cuda/copy.hpp"
#include "cuda/device_arena.hpp"
#include "cuda/device_memory.hpp"
#include "cuda/launch.hpp"
#include "cuda/staging.hpp"
#include "cuda/upload.hpp"
#include "diffusion/link_levels.hpp"

// The cycle over levels that follow the links, on the GPU: the same numbers as on the CPU
// (link_cycle_cpu.hpp).
namespace bitvox::weighted_grid {
namespace {

#define BITVOX_INLINE __device__ __forceinline__
#include "diffusion/link_nodes.inl"
#undef BITVOX_INLINE

constexpr int kNodeThreads = 128;

// A thread a node: step(nodes, i).
template <class Step>
__global__ void __launch_bounds__(kNodeThreads)
    each_node_kernel(const __grid_constant__ Nodes nodes, const __grid_constant__ Step step) {
  const std::int64_t i = static_cast<std::int64_t>(blockIdx.x) * kNodeThreads + threadIdx.x;
  if (i < nodes.count) step(nodes, i);
}

struct StartFromCells {
  const float* left;  // of the cells

  __device__ void operator()(const Nodes& nodes, std::int64_t i) const {
    start_node(nodes, i, [&](std::uint32_t member) { return left[member]; });
  }
};

struct StartFromNodes {
  Nodes finer;

  __device__ void operator()(const Nodes& nodes, std::int64_t i) const {
    start_node(nodes, i, [&](std::uint32_t member) { return left_of_node(finer, member); });
  }
};

struct SweepNode {
  __device__ void operator()(const Nodes& nodes, std::int64_t i) const { sweep_node(nodes, i); }
};

struct CorrectMembers {
  float times;
  float* finer;

  __device__ void operator()(const Nodes& nodes, std::int64_t i) const {
    correct_members(nodes, i, times, finer);
  }
};

// All levels below one whose values are there, by one block, as starting a kernel takes longer than
// they do. Corrects the values of that one.
constexpr int kNodeTailThreads = 1024;
constexpr std::int64_t kNodeTailNodes = 2 * kNodeTailThreads;

template <class Step>
__device__ __forceinline__ void each_node_of_block(const Nodes& nodes, const Step& step) {
  for (std::int64_t i = threadIdx.x; i < nodes.count; i += kNodeTailThreads) step(nodes, i);
  __syncthreads();
}

__global__ void __launch_bounds__(kNodeTailThreads)
    node_tail_kernel(const Nodes* levels, int first, int count, float times) {
  for (int at = first; at < count; ++at) {
    each_node_of_block(levels[at], StartFromNodes{levels[at - 1]});
  }
  for (int at = count; at-- > first;) {
    each_node_of_block(levels[at], SweepNode{});
    each_node_of_block(levels[at], CorrectMembers{times, levels[at - 1].value});
  }
}

class LinkCycleCuda {
 public:
  // On so many threads of the host. Throws DeviceOutOfMemory before it allocates.
  LinkCycleCuda(const std::vector<LinkLevel>& levels, const cuda::Stream& stream, int threads,
                Progress& progress)
      : stream_(stream), arena_(bytes_of(levels)) {
    cuda::Staging staging(stream);
    const auto pass = [&](const auto* to, const auto& from) {
      const auto count = static_cast<std::int64_t>(from.size());
      const auto bytes = count * static_cast<std::int64_t>(sizeof(from[0]));
      auto* const place = const_cast<std::decay_t<decltype(from[0])>*>(to);
      if (bytes < kStaged) {
        cuda::copy(place, from.data(), count, stream_);
      } else {
        cuda::upload(from.data(), bytes, place, threads, staging, progress);
      }
    };
    nodes_ = nodes_in(arena_, levels);
    on_gpu_ = arena_.take<Nodes>(static_cast<std::int64_t>(nodes_.size()));
    for (std::size_t i = 0; i < levels.size(); ++i) {
      pass(nodes_[i].first_link, levels[i].first_link);
      pass(nodes_[i].to, levels[i].to);
      pass(nodes_[i].weight, levels[i].weight);
      pass(nodes_[i].ground, levels[i].ground);
      pass(nodes_[i].diagonal, levels[i].diagonal);
      pass(nodes_[i].first_member, levels[i].first_member);
      pass(nodes_[i].member, levels[i].member);
    }
    cuda::copy(on_gpu_, nodes_.data(), static_cast<std::int64_t>(nodes_.size()), stream_);
    stream_.wait();
    while (first_of_tail_ < nodes_.size() &&
           (first_of_tail_ == 0 || nodes_[first_of_tail_].count > kNodeTailNodes)) {
      ++first_of_tail_;
    }
  }

  // As LinkCycleCpu::correct(), from the first cells on.
  void correct(const float* left, float times, float* value) const {
    each(0, StartFromCells{left});
    for (std::size_t at = 1; at < first_of_tail_; ++at) each(at, StartFromNodes{nodes_[at - 1]});
    if (first_of_tail_ < nodes_.size()) {
      cuda::launch(node_tail_kernel, {1, kNodeTailThreads}, stream_, on_gpu_,
                   static_cast<int>(first_of_tail_), static_cast<int>(nodes_.size()), times);
    }
    for (std::size_t at = first_of_tail_; at-- > 0;) {
      each(at, SweepNode{});
      each(at, CorrectMembers{times, at == 0 ? value : nodes_[at - 1].value});
    }
  }

 private:
  static constexpr std::int64_t kStaged = 4 << 20;  // bytes that pass through page-locked memory

  static std::vector<Nodes> nodes_in(cuda::DeviceArena& arena,
                                     const std::vector<LinkLevel>& levels) {
    const auto take = [&](const auto*& array, const auto& of) {
      using T = std::decay_t<decltype(of[0])>;
      array = arena.take<T>(static_cast<std::int64_t>(of.size()));
    };
    std::vector<Nodes> all;
    for (const LinkLevel& level : levels) {
      Nodes& nodes = all.emplace_back();
      nodes.count = level.count();
      take(nodes.first_link, level.first_link);
      take(nodes.to, level.to);
      take(nodes.weight, level.weight);
      take(nodes.ground, level.ground);
      take(nodes.diagonal, level.diagonal);
      take(nodes.first_member, level.first_member);
      take(nodes.member, level.member);
      for (float** vector : {&nodes.rhs, &nodes.value, &nodes.swept}) {
        *vector = arena.take<float>(nodes.count);
      }
    }
    return all;
  }

  static std::int64_t bytes_of(const std::vector<LinkLevel>& levels) {
    cuda::DeviceArena measure;
    nodes_in(measure, levels);
    measure.take<Nodes>(static_cast<std::int64_t>(levels.size()));
    require_memory({"Going along links", "Choose backend 'auto' or crop the image."},
                   cuda::device_memory(), measure.used());
    return measure.used();
  }

  template <class Step>
  void each(std::size_t at, const Step& step) const {
    const Nodes& nodes = nodes_[at];
    cuda::launch(each_node_kernel<Step>,
                 {cuda::blocks_for(nodes.count, kNodeThreads), kNodeThreads}, stream_, nodes, step);
  }

  const cuda::Stream& stream_;
  cuda::DeviceArena arena_;
  std::vector<Nodes> nodes_;
  Nodes* on_gpu_ = nullptr;
  std::size_t first_of_tail_ = 0;
};

}  // namespace
}  // namespace bitvox::weighted_grid
