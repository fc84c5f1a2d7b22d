// SPDX-License-Identifier: BSD-2-Clause
#pragma once

#include <cuda_runtime.h>

#include <cstdint>

#include "cuda/atomic_words.cuh"
#include "cuda/clock.cuh"
#include "cuda/copy.hpp"
#include "cuda/device_arena.hpp"
#include "cuda/stream.hpp"
#include "cuda/warp.cuh"

// Tasks that wake one another, the most urgent first: each has one key, the smallest that it was
// woken with since it was last taken. Every block owns the same share of the tasks and takes of
// these the one of the smallest key; a block that has none may steal. There is no queue, so nothing
// can overflow, and a task that is woken while it runs is taken again.
//
// Blocks wait for one another, so the launch is cooperative, and has as many blocks as there are
// owners. It ends when no task is wanted and none runs, or when its time is up; then the host
// launches again until nothing is open.
namespace bitvox::cuda {

// With kSteal two blocks may run one task at once, as it can be woken while a thief runs it.
enum class IdleBlocks { kWait, kSteal };

struct TaskCounts {
  unsigned long long open;   // wanted or running; raised before others can see that one is wanted
  unsigned long long seen;   // that were wanted at least once
  unsigned long long taken;  // how often one was
};

template <class Key>
struct KeyedTasks {
  static constexpr Key kNever = static_cast<Key>(~Key{0});  // was never wanted
  static constexpr Key kNone = kNever - 1;                  // is not wanted now; keys are smaller

  int tasks = 0;
  int owners = 0;
  int share = 0;        // of an owner; the last ones may not exist
  Key* keys = nullptr;  // by owner
  TaskCounts* counts = nullptr;

  KeyedTasks() = default;
  KeyedTasks(DeviceArena& arena, std::int64_t task_count, int owner_count)
      : tasks(static_cast<int>(task_count)),
        owners(owner_count),
        share(static_cast<int>((task_count + owner_count - 1) / owner_count)),
        keys(arena.take<Key>(places())),
        counts(arena.take<TaskCounts>(1)) {}

  // Nothing is wanted, and nothing ever was.
  void clear(const Stream& stream) const {
    fill(keys, 0xff, places(), stream);
    cuda::clear(counts, 1, stream);
  }

  // Wakes the tasks of those lanes that want to; each wakes another one. The whole warp. Who takes
  // them sees what this warp has written, and what it knows that others have.
  __device__ __forceinline__ void wake_by_warp(bool wants, int task, Key key) const {
    const unsigned all = __ballot_sync(kAllLanes, wants);
    if (all == 0) return;
    const bool leader = this_lane() == 0;
    if (leader) atomicAdd(&counts->open, static_cast<unsigned long long>(__popc(all)));
    __threadfence();
    __syncwarp();
    const Key old = wants ? atomic_min(keys + place_of(task), key) : kNone;
    const int counted_twice = __popc(__ballot_sync(kAllLanes, old < kNone));
    const int first_time = __popc(__ballot_sync(kAllLanes, old == kNever));
    if (leader && counted_twice != 0) lower(counted_twice);
    if (leader && first_time != 0) {
      atomicAdd(&counts->seen, static_cast<unsigned long long>(first_time));
    }
  }

  // One thread: a task that was taken has run, and has woken others.
  __device__ __forceinline__ void finish() const { lower(1); }

  // Shared memory of take().
  struct Taking {
    Key keys[kWarp];  // of each warp
    int places[kWarp];
    int task;
  };
  static constexpr int kNoTask = -1;

  // The whole block: the task to run next, or kNoTask when all is done or the time is up. What was
  // written before it was woken can be read, but not through the multiprocessor's own cache.
  __device__ int take(Taking& shared, unsigned long long until, IdleBlocks idle) const {
    const int me = static_cast<int>(blockIdx.x);
    for (unsigned turn = 0;; ++turn) {
      const bool steals = idle == IdleBlocks::kSteal && turn % 2 != 0;
      find_smallest(shared, steals ? victim(me, turn) : me);
      if (threadIdx.x == 0) {
        shared.task = try_to_take(shared, until);
        if (shared.task == kRetry && turn > 1) __nanosleep(kSleep);
      }
      __syncthreads();
      const int task = shared.task;
      __syncthreads();
      if (task != kRetry) return task;
    }
  }

 private:
  static constexpr int kRetry = -2;
  static constexpr unsigned kSleep = 200;  // nanoseconds

  __host__ __device__ std::int64_t places() const { return std::int64_t{share} * owners; }

  // Neighbours have different owners, so that many work wherever there is work.
  __device__ __forceinline__ std::int64_t place_of(int task) const {
    return std::int64_t{task % owners} * share + task / owners;
  }

  __device__ __forceinline__ void lower(int by) const {
    atomicAdd(&counts->open, ~static_cast<unsigned long long>(by) + 1);
  }

  __device__ __forceinline__ int victim(int me, unsigned turn) const {
    const unsigned hash = (static_cast<unsigned>(me) * 0x9e3779b9U + turn) * 0x85ebca6bU;
    return static_cast<int>(__umulhi(hash ^ hash >> 15, static_cast<unsigned>(owners)));
  }

  // Of an owner's keys, in shared.keys[0] and shared.places[0].
  __device__ void find_smallest(Taking& shared, int owner) const {
    const Key* const its_keys = keys + std::int64_t{owner} * share;
    Key key = kNever;
    int place = 0;
    for (int i = static_cast<int>(threadIdx.x); i < share; i += static_cast<int>(blockDim.x)) {
      const Key other = __ldcg(its_keys + i);
      if (other < key) {
        key = other;
        place = i;
      }
    }
    smallest_of_warp(key, place);
    const int warp = static_cast<int>(threadIdx.x) / kWarp;
    if (this_lane() == 0) {
      shared.keys[warp] = key;
      shared.places[warp] = owner + place * owners;
    }
    __syncthreads();
    if (warp != 0) return;
    const bool is_one = threadIdx.x < blockDim.x / kWarp;
    key = is_one ? shared.keys[threadIdx.x] : kNever;
    place = is_one ? shared.places[threadIdx.x] : 0;
    __syncwarp();
    smallest_of_warp(key, place);
    if (threadIdx.x == 0) {
      shared.keys[0] = key;
      shared.places[0] = place;
    }
  }

  static __device__ __forceinline__ void smallest_of_warp(Key& key, int& place) {
    for (int step = kWarp / 2; step > 0; step /= 2) {
      const Key other = __shfl_down_sync(kAllLanes, key, static_cast<unsigned>(step));
      const int its_place = __shfl_down_sync(kAllLanes, place, static_cast<unsigned>(step));
      if (other < key) {
        key = other;
        place = its_place;
      }
    }
  }

  __device__ int try_to_take(const Taking& found, unsigned long long until) const {
    if (nanoseconds() > until) return kNoTask;
    const int task = found.places[0];
    if (found.keys[0] < kNone &&
        atomic_exchange(keys + place_of(task), kNone) < kNone) {  // else another block was faster
      __threadfence();
      atomicAdd(&counts->taken, 1ULL);
      return task;
    }
    if (found.keys[0] >= kNone && volatile_open() == 0) return kNoTask;
    return kRetry;
  }

  __device__ __forceinline__ unsigned long long volatile_open() const {
    return *static_cast<volatile unsigned long long*>(&counts->open);
  }
};

}  // namespace bitvox::cuda
