// SPDX-License-Identifier: BSD-2-Clause
#pragma once

#include <cuda_runtime.h>

#include <cstdint>

#include "cuda/device_arena.hpp"
#include "cuda/grid_rounds.cuh"
#include "cuda/warp.cuh"
#include "ops/graph_distance/path_sums.hpp"

// Shortest paths in windows of distances. Vertices whose distance is below the end of the window
// are on the near list, and all are visited at once, again and again, until the list is empty;
// others that are known wait on the far list. Then the window moves, and far ones become near.
//
// Word of a vertex: distance << 1 | waiting. Who lowers it lists the vertex, unless it waits on the
// right list already, so that no list has a vertex twice: n places are enough for each. Who visits
// it clears the bit.
namespace bitvox::graph_distance {

// 64 bits have another name in CUDA's atomics.
template <class Word>
struct DeviceWordOf {
  using Type = unsigned int;
};
template <>
struct DeviceWordOf<std::uint64_t> {
  using Type = unsigned long long;
};

inline constexpr int kNearFarBlock = 256;
inline constexpr int kQueue = 2048;       // of a block, in shared memory
inline constexpr int kTurns = 3;          // counts of three steps take turns
inline constexpr int kLongRow = 1024;     // arcs that a whole block looks at
inline constexpr int kMostLong = 64;      // such vertices at a time
inline constexpr int kHugeRow = 1 << 14;  // arcs that the whole grid looks at, in the next step
inline constexpr unsigned kMostHuge = 1 << 12;  // such vertices at a time

// What a search must remember between two launches.
template <class DeviceWord>
struct NearFarState {
  unsigned near[kTurns];     // [s % 3]: vertices on the near list of step s
  unsigned huge[kTurns];     // [s % 3]: of huge rows for step s; there may be more than are listed
  unsigned far[kTurns];      // [w % 3]: on the far list of window w
  DeviceWord least[kTurns];  // [w % 3]: the smallest distance there
  DeviceWord begin, end;     // of the window
  unsigned window;
  cuda::GridRounds::State rounds;  // steps
  unsigned long long visits;
};

template <class Sum>
struct NearFar {
  using Word = typename Sum::Word;
  using DeviceWord = typename DeviceWordOf<Word>::Type;

  std::int64_t vertices = 0;
  const std::int64_t* starts = nullptr;
  const typename Sum::Arc* arcs = nullptr;
  DeviceWord* words = nullptr;
  std::int32_t* near[2] = {};  // [s % 2]
  std::int32_t* far[2] = {};   // [w % 2]
  std::int32_t* huge[2] = {};  // [s % 2]
  NearFarState<DeviceWord>* state = nullptr;

  NearFar(cuda::DeviceArena& arena, std::int64_t vertex_count) : vertices(vertex_count) {
    words = arena.take<DeviceWord>(vertices);
    for (std::int32_t*& list : near) list = arena.take<std::int32_t>(vertices);
    for (std::int32_t*& list : far) list = arena.take<std::int32_t>(vertices);
    for (std::int32_t*& list : huge) list = arena.take<std::int32_t>(kMostHuge);
    state = arena.take<NearFarState<DeviceWord>>(1);
  }

  __device__ __forceinline__ std::int32_t* near_list(unsigned step) const {
    return step % 2 != 0 ? near[1] : near[0];
  }
  __device__ __forceinline__ std::int32_t* huge_list(unsigned step) const {
    return step % 2 != 0 ? huge[1] : huge[0];
  }
  __device__ __forceinline__ std::int32_t* far_list(unsigned window) const {
    return window % 2 != 0 ? far[1] : far[0];
  }
};

// How to go about it; no result depends on it.
struct NearFarPace {
  double width;                    // of a window
  int rounds;                      // within a block before the grid synchronises
  int most;                        // vertices of the block's own for which there is another round
  unsigned long long nanoseconds;  // of a launch
};

// The vertices that a block has found near itself, in shared memory. What does not fit goes to the
// list of all.
struct BlockQueue {
  std::int32_t items[2][kQueue];
  int count[2];
  std::int32_t long_rows[kMostLong];
  int long_count;
};

template <class Sum>
class Visitor {
 public:
  using DeviceWord = typename NearFar<Sum>::DeviceWord;

  __device__ Visitor(const NearFar<Sum>& search, BlockQueue& queue, unsigned step, unsigned window,
                     DeviceWord end)
      : search_(search),
        queue_(queue),
        huge_count_(&search.state->huge[(step + 1) % kTurns]),
        huge_(search.huge_list(step + 1)),
        near_count_(&search.state->near[(step + 1) % kTurns]),
        far_count_(&search.state->far[window % kTurns]),
        near_(search.near_list(step + 1)),
        far_(search.far_list(window)),
        end_(end) {}

  // A vertex for each kLanes lanes: where it has one, -1 elsewhere. `to`: the block's next queue.
  // True where the vertex has so many arcs that the whole block is to look at them. If they are
  // too many for that, the grid does in the next step.
  template <int kLanes>
  __device__ bool visit(std::int32_t vertex, int to) {
    const int lane = cuda::this_lane() % kLanes;
    DeviceWord word = 0;
    std::int64_t begin = 0, end = 0;
    if (vertex >= 0) {
      if (lane == 0) word = atomicAnd(&search_.words[vertex], ~DeviceWord{1});
      begin = search_.starts[vertex];
      end = search_.starts[vertex + 1];
    }
    word = __shfl_sync(cuda::kAllLanes, word, 0, kLanes);
    if (end - begin > kLongRow) {
      const int first = cuda::this_lane() - lane;
      const unsigned these = (cuda::kAllLanes >> (cuda::kWarp - kLanes)) << first;
      int place = kMostLong;
      if (lane == 0) place = list_long(vertex, end - begin);
      place = __shfl_sync(these, place, 0, kLanes);
      if (place < 0) return false;
      if (place < kMostLong) {
        if (lane == 0) queue_.long_rows[place] = vertex;
        return true;
      }
    }
    const auto distance = static_cast<typename Sum::Word>(word >> 1);
    for (std::int64_t k = begin + lane; k < end; k += kLanes) relax(distance, k, to);
    return false;
  }

  // All threads of the block, one after the other.
  __device__ void visit_long_rows(int to) {
    const int count = min(queue_.long_count, kMostLong);
    for (int i = 0; i < count; ++i) {
      const std::int32_t vertex = queue_.long_rows[i];
      const auto distance = static_cast<typename Sum::Word>(__ldcg(&search_.words[vertex]) >> 1);
      const std::int64_t end = search_.starts[vertex + 1];
      for (std::int64_t k = search_.starts[vertex] + threadIdx.x; k < end; k += blockDim.x) {
        relax(distance, k, to);
      }
    }
    __syncthreads();
    if (threadIdx.x == 0) queue_.long_count = 0;
    __syncthreads();
  }

  // A part of a huge row, this block's.
  __device__ void visit_huge(std::int32_t vertex) {
    const auto distance = static_cast<typename Sum::Word>(__ldcg(&search_.words[vertex]) >> 1);
    const std::int64_t stride = std::int64_t{gridDim.x} * kNearFarBlock;
    const std::int64_t end = search_.starts[vertex + 1];
    for (std::int64_t k = search_.starts[vertex] + blockIdx.x * kNearFarBlock + threadIdx.x;
         k < end; k += stride) {
      relax(distance, k, 0);
    }
  }

  // The smallest distance that went to the far list, by this thread.
  __device__ DeviceWord least_far() const { return least_far_; }

 private:
  // The place among the long rows of the block, or -1 if the grid is to look at them.
  __device__ int list_long(std::int32_t vertex, std::int64_t arcs) {
    if (arcs > kHugeRow) {
      const unsigned place = atomicAdd(huge_count_, 1U);
      if (place < kMostHuge) {
        huge_[place] = vertex;
        return -1;
      }
    }
    return atomicAdd(&queue_.long_count, 1);
  }

  // To the list of all.
  __device__ void list_near(std::int32_t vertex) const {
    near_[atomicAdd(near_count_, 1U)] = vertex;
  }

  __device__ __forceinline__ void relax(typename Sum::Word from, std::int64_t k, int to) {
    const typename Sum::Arc arc = search_.arcs[k];
    const DeviceWord distance = Sum::add(from, arc.weight);
    if (distance == Sum::kFar) return;
    const DeviceWord before = atomicMin(&search_.words[arc.to], distance << 1 | 1);
    const DeviceWord old = before >> 1;
    if (old <= distance) return;
    const bool waits = (before & 1) != 0;
    if (distance >= end_) {
      least_far_ = min(least_far_, distance);
      if (!waits) far_[atomicAdd(far_count_, 1U)] = arc.to;
      return;
    }
    if (waits && old < end_) return;
    const int place = atomicAdd(&queue_.count[to], 1);
    if (place < kQueue) {
      queue_.items[to][place] = arc.to;
    } else {
      list_near(arc.to);
    }
  }

  const NearFar<Sum>& search_;
  BlockQueue& queue_;
  unsigned* huge_count_;
  std::int32_t* huge_;
  unsigned* near_count_;
  unsigned* far_count_;
  std::int32_t* near_;
  std::int32_t* far_;
  DeviceWord end_;
  DeviceWord least_far_ = Sum::kFar;
};

// A word of all, which the lanes of a warp lower together.
template <class DeviceWord>
__device__ __forceinline__ void lower_by_warp(DeviceWord* word, DeviceWord value, DeviceWord far) {
  for (int lanes = cuda::kWarp / 2; lanes > 0; lanes /= 2) {
    value = min(value, __shfl_xor_sync(cuda::kAllLanes, value, lanes));
  }
  if (cuda::this_lane() == 0 && value != far) atomicMin(word, value);
}

// The near list of a step: what a block takes of it, and what it finds itself, some times over.
template <class Sum, int kLanes>
__device__ void visit_near(const NearFar<Sum>& search, BlockQueue& queue, unsigned step,
                           unsigned window, unsigned count, unsigned huge, const NearFarPace& pace,
                           typename NearFar<Sum>::DeviceWord end, unsigned long long& visits) {
  constexpr int kAtOnce = kNearFarBlock / kLanes;
  Visitor<Sum> visitor(search, queue, step, window, end);
  const std::int32_t* const list = search.near_list(step);
  const int slot = static_cast<int>(threadIdx.x) / kLanes;
  if (threadIdx.x == 0) queue.count[0] = queue.count[1] = queue.long_count = 0;
  __syncthreads();
  for (unsigned i = 0; i < min(huge, kMostHuge); ++i) {
    visitor.visit_huge(__ldcg(&search.huge_list(step)[i]));
  }
  __syncthreads();
  for (unsigned i = blockIdx.x * kAtOnce; i < count; i += gridDim.x * kAtOnce) {
    const bool is_long =
        visitor.template visit<kLanes>(i + slot < count ? __ldcg(&list[i + slot]) : -1, 0);
    if (__syncthreads_or(is_long) != 0) visitor.visit_long_rows(0);
    visits += threadIdx.x % kLanes == 0 && i + slot < count ? 1 : 0;
  }
  int from = 0;
  for (int round = 1; round < pace.rounds; ++round) {
    const int here = min(queue.count[from], kQueue);
    if (here == 0 || here > pace.most) break;
    for (int i = 0; i < here; i += kAtOnce) {
      const bool is_long = visitor.template visit<kLanes>(
          i + slot < here ? queue.items[from][i + slot] : -1, 1 - from);
      visits += threadIdx.x % kLanes == 0 && i + slot < here ? 1 : 0;
      if (__syncthreads_or(is_long) != 0) visitor.visit_long_rows(1 - from);
    }
    if (threadIdx.x == 0) queue.count[from] = 0;
    from = 1 - from;
    __syncthreads();
  }
  lower_by_warp<typename NearFar<Sum>::DeviceWord>(&search.state->least[window % kTurns],
                                                   visitor.least_far(), Sum::kFar);
  // What is left is for all.
  const int left = min(queue.count[from], kQueue);
  __shared__ unsigned first;
  if (threadIdx.x == 0 && left > 0) {
    first = atomicAdd(&search.state->near[(step + 1) % kTurns], static_cast<unsigned>(left));
  }
  __syncthreads();
  for (int i = static_cast<int>(threadIdx.x); i < left; i += kNearFarBlock) {
    search.near_list(step + 1)[first + static_cast<unsigned>(i)] = queue.items[from][i];
  }
}

// The far list when the window moves on to [begin, end): to the near list, to the next far list, or
// nowhere, as a shorter path was found since.
template <class Sum>
__device__ void split_far(const NearFar<Sum>& search, unsigned step, unsigned window,
                          unsigned count, typename NearFar<Sum>::DeviceWord begin,
                          typename NearFar<Sum>::DeviceWord end) {
  using DeviceWord = typename NearFar<Sum>::DeviceWord;
  NearFarState<DeviceWord>& state = *search.state;
  const std::int32_t* const list = search.far_list(window);
  std::int32_t* const near = search.near_list(step + 1);
  std::int32_t* const far = search.far_list(window + 1);
  DeviceWord least = Sum::kFar;
  const unsigned stride = gridDim.x * kNearFarBlock;
  for (unsigned i = blockIdx.x * kNearFarBlock; i < count; i += stride) {
    const bool is_there = i + threadIdx.x < count;
    const std::int32_t vertex = is_there ? __ldcg(&list[i + threadIdx.x]) : 0;
    const DeviceWord distance = is_there ? __ldcg(&search.words[vertex]) >> 1 : 0;
    const bool is_near = is_there && distance >= begin && distance < end;
    const bool is_far = is_there && distance >= end;
    const int near_place =
        cuda::append(reinterpret_cast<int*>(&state.near[(step + 1) % kTurns]), is_near);
    const int far_place =
        cuda::append(reinterpret_cast<int*>(&state.far[(window + 1) % kTurns]), is_far);
    if (is_near) near[static_cast<unsigned>(near_place)] = vertex;
    if (is_far) {
      far[static_cast<unsigned>(far_place)] = vertex;
      least = min(least, distance);
    }
  }
  lower_by_warp<DeviceWord>(&state.least[(window + 1) % kTurns], least, Sum::kFar);
}

// The loop over steps, which are the grid's rounds. Ends when all lists are empty, or some time has
// passed: then it is launched again.
template <class Sum, int kLanes>
__global__ __launch_bounds__(kNearFarBlock) void near_far_kernel(NearFar<Sum> search,
                                                                 NearFarPace pace) {
  using DeviceWord = typename NearFar<Sum>::DeviceWord;
  __shared__ BlockQueue queue;
  NearFarState<DeviceWord>& state = *search.state;
  const bool leads = blockIdx.x == 0 && threadIdx.x == 0;
  unsigned long long visits = 0;
  unsigned window = state.window;
  DeviceWord begin = state.begin;
  DeviceWord end = state.end;
  for (cuda::GridRounds rounds(&state.rounds, pace.nanoseconds);;) {
    const auto step = static_cast<unsigned>(rounds.round());
    const unsigned near = __ldcg(&state.near[step % kTurns]);
    const unsigned huge = __ldcg(&state.huge[step % kTurns]);
    const unsigned far = __ldcg(&state.far[window % kTurns]);
    if (near == 0 && huge == 0 && far == 0) break;
    if (leads) {
      state.near[(step + 2) % kTurns] = 0;
      state.huge[(step + 2) % kTurns] = 0;
    }
    if (near > 0 || huge > 0) {
      visit_near<Sum, kLanes>(search, queue, step, window, near, huge, pace, end, visits);
    } else {
      const DeviceWord least = __ldcg(&state.least[window % kTurns]);
      begin = end;
      const double from = Sum::number(
          max(static_cast<typename Sum::Word>(least), static_cast<typename Sum::Word>(end)));
      end = Sum::word(from + pace.width);
      // Where numbers are so large that the width is lost in them.
      end = max(end, min(static_cast<DeviceWord>(Sum::kFar), max(least, begin) + 1));
      if (leads) {
        state.far[(window + 2) % kTurns] = 0;
        state.least[(window + 2) % kTurns] = Sum::kFar;
      }
      split_far(search, step, window, far, begin, end);
      ++window;
    }
    if (!rounds.next()) break;
  }
  visits = cuda::warp_sum(visits);
  if (cuda::this_lane() == 0) atomicAdd(&state.visits, visits);
  if (leads) {
    state.window = window;
    state.begin = begin;
    state.end = end;
  }
}

}  // namespace bitvox::graph_distance
