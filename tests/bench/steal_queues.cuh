// SPDX-License-Identifier: BSD-2-Clause
#pragma once

#include <cuda_runtime.h>

#include "cuda/clock.cuh"
#include "cuda/device_arena.hpp"
#include "schedulers.hpp"

// A queue for each block, first in, first out: some places in shared memory, which are the block's
// alone, and a ring in the GPU's memory for what is more, of which other blocks steal. A lock for
// each ring. A task waits at most once, so that a ring has as many places as there are tasks.
namespace bitvox::schedulers {

struct StealQueues {
  int tasks = 0;
  int blocks = 0;
  int* rings = nullptr;       // by block
  int* spills = nullptr;      // by block: of one task, on their way to the ring
  int* locks = nullptr;       // by block
  unsigned* heads = nullptr;  // by block: taken from the ring
  unsigned* tails = nullptr;  // by block: put there
  unsigned* states = nullptr;
  unsigned long long* open = nullptr;

  StealQueues(cuda::DeviceArena& arena, int task_count, int block_count)
      : tasks(task_count), blocks(block_count) {
    rings = arena.take<int>(std::int64_t{tasks} * blocks);
    spills = arena.take<int>(std::int64_t{tasks} * blocks);
    locks = arena.take<int>(blocks);
    heads = arena.take<unsigned>(blocks);
    tails = arena.take<unsigned>(blocks);
    states = arena.take<unsigned>(tasks);
    open = arena.take<unsigned long long>(1);
  }
};

inline constexpr int kMostShared = 1024;

struct SharedQueue {
  int items[kMostShared];
  unsigned head, tail;
  int spilled;
  unsigned first;
  int task;
};

class StealingBlock {
 public:
  __device__ StealingBlock(const StealQueues& queues, SharedQueue& shared, const Setting& setting)
      : queues_(queues), shared_(shared), setting_(setting), me_(static_cast<int>(blockIdx.x)) {
    if (threadIdx.x == 0) shared.head = shared.tail = shared.spilled = 0;
    __syncthreads();
  }

  // Any thread, while its block runs a task: another one is wanted.
  __device__ void wake(int task) {
    __threadfence();
    if (atomicOr(&queues_.states[task], kWaits) != 0) return;
    atomicAdd(queues_.open, 1ULL);
    place(task);
  }

  // The whole block: the next task, or -1 when all is done.
  __device__ int take(Block& counts) {
    if (threadIdx.x == 0) shared_.task = find(counts);
    __syncthreads();
    const int task = shared_.task;
    __syncthreads();
    return task;
  }

  // The whole block: the task has run.
  __device__ void finish(int task) {
    __syncthreads();
    if (threadIdx.x == 0) {
      __threadfence();
      if (atomicCAS(&queues_.states[task], kRuns, 0U) == kRuns) {
        atomicAdd(queues_.open, ~0ULL);
      } else {
        atomicExch(&queues_.states[task], kWaits);
        place(task);
      }
    }
    __syncthreads();
    publish();
  }

  // The whole block: what the shared places had no room for can be taken by all.
  __device__ void publish() {
    const int spilled = shared_.spilled;
    if (spilled == 0) return;
    if (threadIdx.x == 0) {
      while (!lock(me_)) __nanosleep(kSleep);
      shared_.first = look(&queues_.tails[me_]);
    }
    __syncthreads();
    int* const ring = queues_.rings + std::int64_t{me_} * queues_.tasks;
    const int* const spill = queues_.spills + std::int64_t{me_} * queues_.tasks;
    for (int i = static_cast<int>(threadIdx.x); i < spilled; i += static_cast<int>(blockDim.x)) {
      __stcg(&ring[(shared_.first + static_cast<unsigned>(i)) % queues_.tasks], spill[i]);
    }
    __threadfence();
    __syncthreads();
    if (threadIdx.x == 0) {
      atomicExch(&queues_.tails[me_], shared_.first + static_cast<unsigned>(spilled));
      unlock(me_);
      shared_.spilled = 0;
    }
    __syncthreads();
  }

 private:
  static constexpr unsigned kWaits = 1;
  static constexpr unsigned kRuns = 2;
  static constexpr unsigned kSleep = 100;  // nanoseconds

  // Places that are full stay counted until the head has passed them.
  __device__ void place(int task) {
    for (unsigned tail = look(&shared_.tail);;) {
      if (tail - look(&shared_.head) >= static_cast<unsigned>(setting_.shared)) break;
      const unsigned seen = atomicCAS(&shared_.tail, tail, tail + 1);
      if (seen == tail) {
        shared_.items[tail % static_cast<unsigned>(setting_.shared)] = task;
        return;
      }
      tail = seen;
    }
    queues_.spills[std::int64_t{me_} * queues_.tasks + atomicAdd(&shared_.spilled, 1)] = task;
  }

  template <class T>
  static __device__ T look(const T* at) {
    return *static_cast<const volatile T*>(at);
  }
  __device__ bool lock(int block) const {
    if (atomicCAS(&queues_.locks[block], 0, 1) != 0) return false;
    __threadfence();
    return true;
  }
  __device__ void unlock(int block) const {
    __threadfence();
    atomicExch(&queues_.locks[block], 0);
  }

  __device__ int begun(int task) const {
    __threadfence();
    atomicExch(&queues_.states[task], kRuns);
    __threadfence();
    return task;
  }

  __device__ int take_from_ring(int block) const {
    if (look(&queues_.heads[block]) == look(&queues_.tails[block]) || !lock(block)) return -1;
    const unsigned head = look(&queues_.heads[block]);
    int task = -1;
    if (head != look(&queues_.tails[block])) {
      task = __ldcg(queues_.rings + std::int64_t{block} * queues_.tasks + head % queues_.tasks);
      atomicExch(&queues_.heads[block], head + 1);
    }
    unlock(block);
    return task;
  }

  __device__ int victim(Block& counts) const {
    const auto turn = static_cast<unsigned>(counts.attempts);
    if (setting_.victims == Victims::kConsecutive) {
      return static_cast<int>((static_cast<unsigned>(me_) + 1 + turn) %
                              static_cast<unsigned>(queues_.blocks));
    }
    const unsigned hash = (static_cast<unsigned>(me_) * 0x9e3779b9U + turn) * 0x85ebca6bU;
    return static_cast<int>(__umulhi(hash ^ hash >> 15, static_cast<unsigned>(queues_.blocks)));
  }

  __device__ int find(Block& counts) const {
    for (;;) {
      if (shared_.head != shared_.tail) {
        return begun(shared_.items[shared_.head++ % static_cast<unsigned>(setting_.shared)]);
      }
      int task = take_from_ring(me_);
      if (task >= 0) return begun(task);
      for (int i = 0; i < setting_.attempts; ++i) {
        task = take_from_ring(victim(counts));
        ++counts.attempts;
        if (task < 0) continue;
        ++counts.steals;
        return begun(task);
      }
      if (look(queues_.open) == 0) return -1;
      __nanosleep(kSleep);
    }
  }

  const StealQueues& queues_;
  SharedQueue& shared_;
  const Setting& setting_;
  int me_;
};

}  // namespace bitvox::schedulers
