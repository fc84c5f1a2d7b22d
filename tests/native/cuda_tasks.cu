// SPDX-License-Identifier: BSD-2-Clause
#include <cuda_runtime.h>

#include <algorithm>

#include "cuda/copy.hpp"
#include "cuda/device_arena.hpp"
#include "cuda/grid_rounds.cuh"
#include "cuda/keyed_tasks.cuh"
#include "cuda/launch.hpp"
#include "cuda/ticket_queue.cuh"
#include "cuda_tasks.hpp"

namespace bitvox::test {
namespace {

constexpr int kMostLaunches = 100'000;  // else it would never end

struct Graph {
  int vertices = 0;
  int* starts = nullptr;
  int* ends = nullptr;
  std::uint32_t* lengths = nullptr;
  std::uint32_t* distances = nullptr;

  Graph(cuda::DeviceArena& arena, const TaskGraph& graph) : vertices(graph.vertices()) {
    starts = arena.take<int>(vertices + 1);
    ends = arena.take<int>(std::ssize(graph.ends));
    lengths = arena.take<std::uint32_t>(std::ssize(graph.ends));
    distances = arena.take<std::uint32_t>(vertices);
  }

  void fill(const TaskGraph& graph, const cuda::Stream& stream) const {
    const std::uint32_t zero = 0;
    cuda::copy(starts, graph.starts.data(), vertices + 1, stream);
    cuda::copy(ends, graph.ends.data(), std::ssize(graph.ends), stream);
    cuda::copy(lengths, graph.lengths.data(), std::ssize(graph.ends), stream);
    cuda::fill(distances, 0xff, vertices, stream);
    cuda::copy(distances, &zero, 1, stream);
    stream.wait();
  }

  // The vertex that an edge improves, or -1.
  __device__ int relax(int edge, std::uint32_t from, std::uint32_t& distance) const {
    distance = from + lengths[edge];
    return atomicMin(&distances[ends[edge]], distance) > distance ? ends[edge] : -1;
  }
};

template <class Key>
__global__ void begin_keyed_kernel(cuda::KeyedTasks<Key> tasks) {
  tasks.wake_by_warp(threadIdx.x == 0, 0, 0);
}

// A warp's lanes may wake one vertex twice, which is allowed.
template <class Key>
__global__ void run_keyed_kernel(Graph graph, cuda::KeyedTasks<Key> tasks,
                                 unsigned long long nanoseconds, cuda::IdleBlocks idle) {
  __shared__ typename cuda::KeyedTasks<Key>::Taking taking;
  const unsigned long long until = cuda::nanoseconds() + nanoseconds;
  for (;;) {
    const int task = tasks.take(taking, until, idle);
    if (task == cuda::KeyedTasks<Key>::kNoTask) return;
    const std::uint32_t from = __ldcg(&graph.distances[task]);
    const int end = graph.starts[task + 1];
    for (int first = graph.starts[task]; first < end; first += static_cast<int>(blockDim.x)) {
      const int edge = first + static_cast<int>(threadIdx.x);
      std::uint32_t distance = 0;
      const int woken = edge < end ? graph.relax(edge, from, distance) : -1;
      tasks.wake_by_warp(woken >= 0, woken, distance);
    }
    __syncthreads();
    if (threadIdx.x == 0) tasks.finish();
  }
}

__global__ void begin_tickets_kernel(cuda::TicketQueue tasks) { tasks.wake(0, ~0ULL); }

__global__ void run_tickets_kernel(Graph graph, cuda::TicketQueue tasks,
                                   unsigned long long nanoseconds) {
  __shared__ int taken;
  const unsigned long long until = cuda::nanoseconds() + nanoseconds;
  for (;;) {
    if (threadIdx.x == 0) taken = tasks.take(until);
    __syncthreads();
    const int task = taken;
    if (task == cuda::TicketQueue::kNoTask) return;
    const std::uint32_t from = __ldcg(&graph.distances[task]);
    for (int edge = graph.starts[task] + static_cast<int>(threadIdx.x);
         edge < graph.starts[task + 1]; edge += static_cast<int>(blockDim.x)) {
      std::uint32_t distance = 0;
      const int woken = graph.relax(edge, from, distance);
      if (woken >= 0) tasks.wake(woken, until);
    }
    __syncthreads();
    if (threadIdx.x == 0) tasks.finish(task, until);
  }
}

// In each round all vertices that changed in the one before.
struct Rounds {
  cuda::GridRounds::State* state = nullptr;
  unsigned* changed[3] = {};  // [r % 3]: how many did in round r
  unsigned char* marks[2] = {};
  unsigned long long* taken = nullptr;
};

__global__ void run_rounds_kernel(Graph graph, Rounds rounds, unsigned long long nanoseconds) {
  cuda::GridRounds grid(rounds.state, nanoseconds);
  const int first = static_cast<int>(blockIdx.x * blockDim.x + threadIdx.x);
  const int all = static_cast<int>(gridDim.x * blockDim.x);
  for (;;) {
    const unsigned long long round = grid.round();
    if (__ldcg(rounds.changed[round % 3]) == 0) return;
    if (first == 0) *rounds.changed[(round + 2) % 3] = 0;
    unsigned char* const marks = rounds.marks[round % 2];
    for (int v = first; v < graph.vertices; v += all) {
      if (__ldcg(&marks[v]) == 0) continue;
      marks[v] = 0;
      atomicAdd(rounds.taken, 1ULL);
      const std::uint32_t from = __ldcg(&graph.distances[v]);
      for (int edge = graph.starts[v]; edge < graph.starts[v + 1]; ++edge) {
        std::uint32_t distance = 0;
        const int woken = graph.relax(edge, from, distance);
        if (woken < 0) continue;
        rounds.marks[(round + 1) % 2][woken] = 1;
        atomicAdd(rounds.changed[(round + 1) % 3], 1U);
      }
    }
    if (!grid.next()) return;
  }
}

// The shape of a launch on this GPU.
template <class Kernel>
cuda::LaunchShape shape_of(Kernel kernel, const TaskLaunch& launch) {
  const int most = cuda::resident_blocks(kernel, launch.threads);
  return {static_cast<unsigned>(std::min(most, launch.blocks)),
          static_cast<unsigned>(launch.threads)};
}

TaskRun result_of(const Graph& graph, const cuda::Stream& stream) {
  TaskRun run;
  run.distances.resize(static_cast<std::size_t>(graph.vertices));
  cuda::read_back(run.distances.data(), graph.distances, graph.vertices, stream);
  return run;
}

template <class Key>
TaskRun run_keyed(const TaskGraph& graph, const TaskLaunch& launch, cuda::IdleBlocks idle) {
  const cuda::LaunchShape shape = shape_of(run_keyed_kernel<Key>, launch);
  const auto owners = static_cast<int>(shape.blocks.x);
  cuda::DeviceArena measure;
  Graph(measure, graph);
  cuda::KeyedTasks<Key>(measure, graph.vertices(), owners);
  cuda::DeviceArena arena(measure.used());
  const Graph on_gpu(arena, graph);
  const cuda::KeyedTasks<Key> tasks(arena, graph.vertices(), owners);
  const cuda::Stream stream;
  on_gpu.fill(graph, stream);
  tasks.clear(stream);
  cuda::launch(begin_keyed_kernel<Key>, {1, 32}, stream, tasks);
  int launches = 0;
  cuda::TaskCounts counts{};
  do {
    cuda::launch_cooperative(run_keyed_kernel<Key>, shape, stream, on_gpu, tasks,
                             launch.nanoseconds, idle);
    counts = cuda::read_back(tasks.counts, stream);
    ++launches;
  } while (counts.open != 0 && launches < kMostLaunches);
  TaskRun run = result_of(on_gpu, stream);
  run.open = counts.open;
  run.taken = counts.taken;
  run.launches = launches;
  return run;
}

template <class... Arguments>
TaskRun run_keyed(Keys keys, const Arguments&... arguments) {
  return keys == Keys::kShort ? run_keyed<std::uint32_t>(arguments...)
                              : run_keyed<std::uint64_t>(arguments...);
}

}  // namespace

TaskRun run_waiting(const TaskGraph& graph, const TaskLaunch& launch, Keys keys) {
  return run_keyed(keys, graph, launch, cuda::IdleBlocks::kWait);
}

TaskRun run_stealing(const TaskGraph& graph, const TaskLaunch& launch, Keys keys) {
  return run_keyed(keys, graph, launch, cuda::IdleBlocks::kSteal);
}

TaskRun run_with_tickets(const TaskGraph& graph, const TaskLaunch& launch) {
  const cuda::LaunchShape shape = shape_of(run_tickets_kernel, launch);
  cuda::DeviceArena measure;
  Graph(measure, graph);
  cuda::TicketQueue(measure, graph.vertices());
  cuda::DeviceArena arena(measure.used());
  const Graph on_gpu(arena, graph);
  const cuda::TicketQueue tasks(arena, graph.vertices());
  const cuda::Stream stream;
  on_gpu.fill(graph, stream);
  tasks.clear(stream);
  cuda::launch(begin_tickets_kernel, {1, 1}, stream, tasks);
  int launches = 0;
  cuda::TicketCounts counts{};
  do {
    if (launches != 0) cuda::gather_tickets(tasks, stream);
    cuda::launch_cooperative(run_tickets_kernel, shape, stream, on_gpu, tasks, launch.nanoseconds);
    counts = cuda::read_back(tasks.counts, stream);
    ++launches;
  } while (counts.open != 0 && launches < kMostLaunches);
  TaskRun run = result_of(on_gpu, stream);
  run.open = counts.open;
  run.taken = counts.taken;
  run.launches = launches;
  return run;
}

TaskRun run_in_rounds(const TaskGraph& graph, const TaskLaunch& launch) {
  const auto take = [&](cuda::DeviceArena& arena) {
    Rounds rounds;
    rounds.state = arena.take<cuda::GridRounds::State>(1);
    for (unsigned*& count : rounds.changed) count = arena.take<unsigned>(1);
    for (unsigned char*& marks : rounds.marks) marks = arena.take<unsigned char>(graph.vertices());
    rounds.taken = arena.take<unsigned long long>(1);
    return rounds;
  };
  cuda::DeviceArena measure;
  Graph(measure, graph);
  take(measure);
  cuda::DeviceArena arena(measure.used());
  const Graph on_gpu(arena, graph);
  const Rounds rounds = take(arena);
  const cuda::Stream stream;
  on_gpu.fill(graph, stream);
  const unsigned one = 1;
  cuda::clear(rounds.state, 1, stream);
  for (unsigned* const count : rounds.changed) cuda::clear(count, 1, stream);
  for (unsigned char* const marks : rounds.marks) cuda::clear(marks, graph.vertices(), stream);
  cuda::clear(rounds.taken, 1, stream);
  cuda::copy(rounds.changed[0], &one, 1, stream);
  cuda::fill(rounds.marks[0], 1, 1, stream);
  unsigned left = 0;
  int launches = 0;
  do {
    cuda::launch_cooperative(run_rounds_kernel, shape_of(run_rounds_kernel, launch), stream, on_gpu,
                             rounds, launch.nanoseconds);
    const auto state = cuda::read_back(rounds.state, stream);
    left = cuda::read_back(rounds.changed[state.round % 3], stream);
    ++launches;
  } while (left != 0 && launches < kMostLaunches);
  TaskRun run = result_of(on_gpu, stream);
  run.open = left;
  run.taken = cuda::read_back(rounds.taken, stream);
  run.launches = launches;
  return run;
}

}  // namespace bitvox::test
