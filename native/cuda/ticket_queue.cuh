// SPDX-License-Identifier: BSD-2-Clause
#pragma once

#include <cuda_runtime.h>

#include <cstdint>

#include "cuda/clock.cuh"
#include "cuda/copy.hpp"
#include "cuda/device_arena.hpp"
#include "cuda/launch.hpp"
#include "cuda/stream.hpp"

// Tasks that wake one another, in the order in which they were woken. Who wants one draws a ticket
// and waits at the place of that number, so that nobody tries in vain. A task waits at most once,
// and is run by one at a time; one that is woken while it runs waits again afterwards. So there are
// as many places as tasks, and none is ever missing.
//
// Takers wait for one another: a cooperative launch. It ends when no task waits and none runs, or
// when its time is up; then the host gathers the tickets and launches again, until nothing is open.
namespace bitvox::cuda {

struct TicketCounts {
  unsigned long long drawn;   // tickets
  unsigned long long queued;  // places given to tasks
  unsigned long long open;    // waiting or running; raised before a task can be seen
  unsigned long long taken;   // how often one was
};

struct TicketQueue {
  int tasks = 0;
  int* places = nullptr;       // the task that waits there plus 1, or 0
  int* spare = nullptr;        // as many
  unsigned* states = nullptr;  // of each task
  TicketCounts* counts = nullptr;

  TicketQueue() = default;
  TicketQueue(DeviceArena& arena, std::int64_t task_count) : tasks(static_cast<int>(task_count)) {
    places = arena.take<int>(tasks);
    spare = arena.take<int>(tasks);
    states = arena.take<unsigned>(tasks);
    counts = arena.take<TicketCounts>(1);
  }

  // Nothing waits.
  void clear(const Stream& stream) const {
    cuda::clear(places, tasks, stream);
    cuda::clear(states, tasks, stream);
    cuda::clear(counts, 1, stream);
  }

  // One thread, in a launch that lasts until then. Who takes the task sees what this thread has
  // written.
  __device__ __forceinline__ void wake(int task, unsigned long long until) const {
    __threadfence();
    if (atomicOr(&states[task], kWaits) != 0) return;  // it waits, or will when it has run
    atomicAdd(&counts->open, 1ULL);
    put(task, until);
  }

  static constexpr int kNoTask = -1;

  // One thread of a block that runs one task after another: the next one, or kNoTask when all is
  // done or the time is up. What was written before it was woken can be read, but not through the
  // multiprocessor's own cache.
  __device__ int take(unsigned long long until) const {
    if (nanoseconds() > until) return kNoTask;
    const unsigned long long ticket = atomicAdd(&counts->drawn, 1ULL);
    int* const place = place_of(ticket);
    for (;;) {
      const int found = atomicExch(place, 0);
      if (found != 0) {
        __threadfence();
        atomicExch(&states[found - 1], kRuns);
        __threadfence();
        atomicAdd(&counts->taken, 1ULL);
        return found - 1;
      }
      if (is_done() || nanoseconds() > until) return kNoTask;
      __nanosleep(kSleep);
    }
  }

  // The same thread: the task has run, and has woken others.
  __device__ void finish(int task, unsigned long long until) const {
    __threadfence();
    if (atomicCAS(&states[task], kRuns, 0U) == kRuns) {
      atomicAdd(&counts->open, ~0ULL);
    } else {
      atomicExch(&states[task], kWaits);
      put(task, until);
    }
  }

  // Between two launches, one block: tickets that were drawn in vain are void.
  __device__ void gather() const {
    __shared__ int waiting;
    if (threadIdx.x == 0) waiting = 0;
    __syncthreads();
    const int threads = static_cast<int>(blockDim.x);
    const int first = static_cast<int>(threadIdx.x);
    for (int i = first; i < tasks; i += threads) {
      if (places[i] != 0) spare[atomicAdd(&waiting, 1)] = places[i];
    }
    __syncthreads();
    for (int i = first; i < tasks; i += threads) places[i] = i < waiting ? spare[i] : 0;
    if (threadIdx.x != 0) return;
    counts->drawn = 0;
    counts->queued = static_cast<unsigned long long>(waiting);
  }

 private:
  static constexpr unsigned kWaits = 1;
  static constexpr unsigned kRuns = 2;
  static constexpr unsigned kSleep = 100;  // nanoseconds

  __device__ bool is_done() const {
    return *static_cast<volatile unsigned long long*>(&counts->open) == 0;
  }

  __device__ int* place_of(unsigned long long number) const {
    return &places[number % static_cast<unsigned>(tasks)];
  }

  // The place may not have been left yet by who has its ticket. When the time is up nobody waits at
  // any, and another one will do.
  __device__ void put(int task, unsigned long long until) const {
    __threadfence();
    unsigned long long number = atomicAdd(&counts->queued, 1ULL);
    while (atomicCAS(place_of(number), 0, task + 1) != 0) {
      if (nanoseconds() > until) {
        ++number;
      } else {
        __nanosleep(kSleep);
      }
    }
  }
};

namespace {

__global__ void gather_tickets_kernel(const __grid_constant__ TicketQueue queue) { queue.gather(); }

}  // namespace

inline void gather_tickets(const TicketQueue& queue, const Stream& stream) {
  constexpr unsigned kThreads = 1024;
  launch(gather_tickets_kernel, {1, kThreads}, stream, queue);
}

}  // namespace bitvox::cuda
