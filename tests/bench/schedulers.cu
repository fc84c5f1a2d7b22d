// SPDX-License-Identifier: BSD-2-Clause
#include <cooperative_groups.h>
#include <cuda_runtime.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <type_traits>

#include "cuda/clock.cuh"
#include "cuda/copy.hpp"
#include "cuda/device_arena.hpp"
#include "cuda/keyed_tasks.cuh"
#include "cuda/launch.hpp"
#include "cuda/stream.hpp"
#include "cuda/ticket_queue.cuh"
#include "schedulers.hpp"
#include "steal_queues.cuh"

namespace bitvox::schedulers {
namespace {

constexpr int kBlock = 256;
constexpr int kCostsAtOnce = 8;  // 16 bytes
constexpr std::uint32_t kFar = 0xffffffffU;
constexpr unsigned long long kForever = ~0ULL;

// splitmix64 (Steele, Lea, Flood 2014).
__host__ __device__ std::uint64_t mixed(std::uint64_t z) {
  z += 0x9e3779b97f4a7c15U;
  z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9U;
  z = (z ^ (z >> 27)) * 0x94d049bb133111ebU;
  return z ^ (z >> 31);
}

struct Graph {
  int vertices;
  int pitch;  // of a row, a multiple of kCostsAtOnce
  const std::uint16_t* costs;
  std::uint32_t* distances;
};

__global__ void make_costs_kernel(int vertices, int pitch, Costs kind, std::uint16_t* costs) {
  const std::int64_t all = std::int64_t{vertices} * pitch;
  const std::int64_t stride = std::int64_t{gridDim.x} * blockDim.x;
  for (std::int64_t i = std::int64_t{blockIdx.x} * blockDim.x + threadIdx.x; i < all; i += stride) {
    const std::uint64_t random = mixed(static_cast<std::uint64_t>(i));
    if (kind == Costs::kUniform) {
      costs[i] = static_cast<std::uint16_t>(1 + random % kLargestCost);
    } else {
      const double u = (static_cast<double>(random >> 11) + 1) * 0x1p-53;
      costs[i] =
          static_cast<std::uint16_t>(min(65535.0, 1 + floor(log(u) / log(1 - 1 / kGeometricMean))));
    }
  }
}

// Lowers what vertex u reaches; improve(is_lowered, v, distance) by whole warps, if any lane has
// one.
template <class Improve>
__device__ void expand_row(const Graph& graph, int u, const Improve& improve) {
  const std::uint32_t from = __ldcg(&graph.distances[u]);
  const std::uint16_t* const row = graph.costs + std::int64_t{u} * graph.pitch;
  for (int first = 0; first < graph.pitch; first += kBlock * kCostsAtOnce) {
    const int v = first + static_cast<int>(threadIdx.x) * kCostsAtOnce;
    std::uint16_t costs[kCostsAtOnce] = {};
    if (v < graph.pitch) {
      const uint4 loaded = __ldg(reinterpret_cast<const uint4*>(row + v));
      memcpy(costs, &loaded, sizeof costs);
    }
    for (int i = 0; i < kCostsAtOnce; ++i) {
      const std::uint32_t distance = from + costs[i];
      bool is_lowered = v + i < graph.vertices && distance < __ldcg(&graph.distances[v + i]);
      if (is_lowered) is_lowered = distance < atomicMin(&graph.distances[v + i], distance);
      if (__any_sync(cuda::kAllLanes, is_lowered)) improve(is_lowered, v + i, distance);
    }
  }
}

// Counts what a block does; for its first thread.
class Watch {
 public:
  __device__ explicit Watch(Block* counts) : counts_(counts) {}
  __device__ void begin() { began_ = cuda::nanoseconds(); }
  __device__ void end() {
    mine_.busy_ms += static_cast<double>(cuda::nanoseconds() - began_) * 1e-6;
    ++mine_.rows;
  }
  __device__ Block& counts() { return mine_; }
  __device__ void save() const {
    if (threadIdx.x == 0) counts_[blockIdx.x] = mine_;
  }

 private:
  Block* counts_;
  Block mine_;
  unsigned long long began_ = 0;
};

__global__ __launch_bounds__(kBlock) void steal_kernel(Graph graph, StealQueues queues,
                                                       Setting setting, Block* counts) {
  __shared__ SharedQueue shared;
  StealingBlock block(queues, shared, setting);
  Watch watch(counts);
  if (blockIdx.x == 0) {
    if (threadIdx.x == 0) block.wake(0);
    __syncthreads();
    block.publish();
  }
  cooperative_groups::this_grid().sync();
  for (int u = block.take(watch.counts()); u >= 0; u = block.take(watch.counts())) {
    watch.begin();
    expand_row(graph, u, [&](bool is_lowered, int v, std::uint32_t) {
      if (is_lowered) block.wake(v);
    });
    block.finish(u);
    watch.end();
  }
  watch.save();
}

__global__ __launch_bounds__(kBlock) void ticket_kernel(Graph graph, cuda::TicketQueue queue,
                                                        Block* counts) {
  __shared__ int task;
  Watch watch(counts);
  if (blockIdx.x == 0 && threadIdx.x == 0) queue.wake(0, kForever);
  cooperative_groups::this_grid().sync();
  for (;;) {
    if (threadIdx.x == 0) task = queue.take(kForever);
    __syncthreads();
    const int u = task;
    if (u == cuda::TicketQueue::kNoTask) break;
    watch.begin();
    expand_row(graph, u, [&](bool is_lowered, int v, std::uint32_t) {
      if (is_lowered) queue.wake(v, kForever);
    });
    __syncthreads();
    if (threadIdx.x == 0) queue.finish(u, kForever);
    watch.end();
  }
  watch.save();
}

__global__ __launch_bounds__(kBlock) void owner_kernel(Graph graph,
                                                       cuda::KeyedTasks<std::uint32_t> tasks,
                                                       cuda::IdleBlocks idle, Block* counts) {
  using Tasks = cuda::KeyedTasks<std::uint32_t>;
  __shared__ Tasks::Taking shared;
  Watch watch(counts);
  if (blockIdx.x == 0 && threadIdx.x < cuda::kWarp) {
    tasks.wake_by_warp(threadIdx.x == 0, 0, 0);
  }
  cooperative_groups::this_grid().sync();
  for (int u = tasks.take(shared, kForever, idle); u >= 0; u = tasks.take(shared, kForever, idle)) {
    watch.begin();
    expand_row(graph, u, [&](bool is_lowered, int v, std::uint32_t distance) {
      tasks.wake_by_warp(is_lowered, v, distance);
    });
    __syncthreads();
    if (threadIdx.x == 0) tasks.finish();
    watch.end();
  }
  watch.save();
}

// Rounds. wanted: a byte a vertex; counts of the wanted ones and the smallest distance among them
// take turns, [r % 3].
struct Rounds {
  std::uint8_t* wanted;
  unsigned* smallest;
};

__global__ __launch_bounds__(kBlock) void round_kernel(Graph graph, Rounds rounds,
                                                       std::uint32_t window, Block* counts) {
  Watch watch(counts);
  const auto blocks = static_cast<int>(gridDim.x);
  for (int round = 0;; ++round) {
    const unsigned smallest = __ldcg(&rounds.smallest[round % 3]);
    if (smallest == kFar) break;
    if (blockIdx.x == 0 && threadIdx.x == 0) rounds.smallest[(round + 2) % 3] = kFar;
    unsigned* const next = &rounds.smallest[(round + 1) % 3];
    const std::uint32_t end = smallest < kFar - window ? smallest + window : kFar;
    for (int u = static_cast<int>(blockIdx.x); u < graph.vertices; u += blocks) {
      // All threads see the same: nobody else clears it, and what is set meanwhile comes again.
      __shared__ int is_mine;
      if (threadIdx.x == 0) {
        is_mine = 0;
        if (__ldcg(&rounds.wanted[u]) != 0) {
          const std::uint32_t distance = __ldcg(&graph.distances[u]);
          is_mine = distance < end ? 1 : 0;
          if (is_mine == 0) atomicMin(next, distance);
          if (is_mine != 0) {
            __stcg(&rounds.wanted[u], std::uint8_t{0});
            __threadfence();
          }
        }
      }
      __syncthreads();
      const bool expands = is_mine != 0;
      __syncthreads();
      if (!expands) continue;
      watch.begin();
      expand_row(graph, u, [&](bool is_lowered, int v, std::uint32_t distance) {
        if (!is_lowered) return;
        __threadfence();
        __stcg(&rounds.wanted[v], std::uint8_t{1});
        atomicMin(next, distance);
      });
      __syncthreads();
      watch.end();
    }
    cooperative_groups::this_grid().sync();
  }
  watch.save();
}

}  // namespace

struct DenseGraph::Device {
  cuda::DeviceBuffer<std::uint16_t> costs;
  cuda::DeviceBuffer<std::uint32_t> distances;
  Graph graph{};
};

DenseGraph::DenseGraph(int vertices, Costs costs) : vertices_(vertices), device_(new Device) {
  const int pitch = (vertices + kCostsAtOnce - 1) / kCostsAtOnce * kCostsAtOnce;
  device_->costs = cuda::allocate<std::uint16_t>(std::int64_t{vertices} * pitch);
  device_->distances = cuda::allocate<std::uint32_t>(vertices);
  device_->graph = {vertices, pitch, device_->costs.get(), device_->distances.get()};
  const cuda::Stream stream;
  cuda::launch(make_costs_kernel, {dim3(4096), dim3(kBlock)}, stream, vertices, pitch, costs,
               device_->costs.get());
  stream.wait();
}

DenseGraph::~DenseGraph() { delete device_; }

namespace {

// One launch of so many blocks as there are at a time; before(stream) clears what it needs.
template <class Before, class Kernel, class... Arguments>
Outcome timed(const Graph& graph, int blocks, const Before& before, Kernel kernel,
              Arguments... arguments) {
  Outcome outcome;
  outcome.blocks.resize(static_cast<std::size_t>(blocks));
  outcome.distances.resize(static_cast<std::size_t>(graph.vertices));
  const auto counts = cuda::allocate<Block>(blocks);
  const cuda::Stream stream;
  cudaEvent_t began = nullptr, ended = nullptr;
  cuda::check(cudaEventCreate(&began), "creating an event");
  cuda::check(cudaEventCreate(&ended), "creating an event");
  before(stream);
  cuda::check(cudaEventRecord(began, stream.get()), "recording an event");
  cuda::fill(graph.distances, 0xff, graph.vertices, stream);
  cuda::clear(graph.distances, 1, stream);
  cuda::launch_cooperative(kernel, {dim3(static_cast<unsigned>(blocks)), dim3(kBlock)}, stream,
                           graph, arguments..., counts.get());
  cuda::check(cudaEventRecord(ended, stream.get()), "recording an event");
  stream.wait();
  float ms = 0;
  cuda::check(cudaEventElapsedTime(&ms, began, ended), "asking for a time");
  cudaEventDestroy(began);
  cudaEventDestroy(ended);
  outcome.ms = ms;
  cuda::read_back(outcome.blocks.data(), counts.get(), blocks, stream);
  cuda::read_back(outcome.distances.data(), graph.distances, graph.vertices, stream);
  return outcome;
}

template <class Kernel>
int blocks_of(Kernel kernel) {
  constexpr int kMostOnOne = 4;  // multiprocessor: the same for all
  return std::min(cuda::resident_blocks(kernel, kBlock), kMostOnOne * cuda::multiprocessors());
}

// Arrays on the GPU that are made by make(arena).
template <class Make>
auto arrays(cuda::DeviceArena& arena, const Make& make) {
  cuda::DeviceArena measured;
  make(measured);
  arena = cuda::DeviceArena(measured.used());
  return make(arena);
}

}  // namespace

Outcome DenseGraph::search(const Setting& setting) const {
  const Graph& graph = device_->graph;
  cuda::DeviceArena arena;
  switch (setting.scheduler) {
    case Scheduler::kQueues: {
      const int blocks = blocks_of(steal_kernel);
      const auto queues = arrays(
          arena, [&](cuda::DeviceArena& from) { return StealQueues(from, vertices_, blocks); });
      const auto before = [&](const cuda::Stream& stream) {
        cuda::clear(queues.locks, blocks, stream);
        cuda::clear(queues.heads, blocks, stream);
        cuda::clear(queues.tails, blocks, stream);
        cuda::clear(queues.states, vertices_, stream);
        cuda::clear(queues.open, 1, stream);
      };
      return timed(graph, blocks, before, steal_kernel, queues, setting);
    }
    case Scheduler::kTickets: {
      const auto queue = arrays(
          arena, [&](cuda::DeviceArena& from) { return cuda::TicketQueue(from, vertices_); });
      return timed(
          graph, blocks_of(ticket_kernel), [&](const cuda::Stream& stream) { queue.clear(stream); },
          ticket_kernel, queue);
    }
    case Scheduler::kOwners:
    case Scheduler::kOwnersSteal: {
      const int blocks = blocks_of(owner_kernel);
      const auto tasks = arrays(arena, [&](cuda::DeviceArena& from) {
        return cuda::KeyedTasks<std::uint32_t>(from, vertices_, blocks);
      });
      return timed(
          graph, blocks, [&](const cuda::Stream& stream) { tasks.clear(stream); }, owner_kernel,
          tasks,
          setting.scheduler == Scheduler::kOwners ? cuda::IdleBlocks::kWait
                                                  : cuda::IdleBlocks::kSteal);
    }
    default:
      break;
  }
  const auto rounds = arrays(arena, [&](cuda::DeviceArena& from) {
    auto* const wanted = from.take<std::uint8_t>(vertices_);
    return Rounds{wanted, from.take<unsigned>(3)};
  });
  const auto before = [&](const cuda::Stream& stream) {
    cuda::clear(rounds.wanted, vertices_, stream);
    cuda::fill(rounds.wanted, 1, 1, stream);
    cuda::fill(rounds.smallest, 0xff, 3, stream);
    cuda::clear(rounds.smallest, 1, stream);
  };
  return timed(graph, blocks_of(round_kernel), before, round_kernel, rounds,
               setting.scheduler == Scheduler::kFixed ? kFar : setting.window);
}

std::vector<std::uint32_t> DenseGraph::judge() const {
  const Graph& graph = device_->graph;
  const auto n = static_cast<std::size_t>(vertices_);
  std::vector<std::uint16_t> costs(n * static_cast<std::size_t>(graph.pitch));
  const cuda::Stream stream;
  cuda::read_back(costs.data(), graph.costs, static_cast<std::int64_t>(costs.size()), stream);
  std::vector<std::uint32_t> distances(n, kFar);
  std::vector<bool> is_done(n);
  distances[0] = 0;
  for (std::size_t round = 0; round < n; ++round) {
    std::size_t u = n;
    for (std::size_t v = 0; v < n; ++v) {
      if (!is_done[v] && (u == n || distances[v] < distances[u])) u = v;
    }
    is_done[u] = true;
    const std::uint16_t* const row = costs.data() + u * static_cast<std::size_t>(graph.pitch);
    for (std::size_t v = 0; v < n; ++v) {
      distances[v] = std::min(distances[v], distances[u] + row[v]);
    }
  }
  return distances;
}

}  // namespace bitvox::schedulers
