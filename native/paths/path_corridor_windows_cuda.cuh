// SPDX-License-Identifier: BSD-2-Clause
#pragma once

#include <cuda_runtime.h>

#include <cstdint>

#include "cuda/atomic_words.cuh"
#include "cuda/device_arena.hpp"
#include "cuda/grid_rounds.cuh"
#include "paths/path_corridor_nodes_cuda.cuh"
#include "paths/path_sum.hpp"

// The words of the nodes that are left (path_corridor_nodes_cuda.cuh), in windows of words. In each
// round all nodes look whose neighbour has a new word within the window. Those whose own word is
// beyond it wait, until there is nothing near to look at and the window moves.
namespace bitvox::paths {
namespace {

constexpr int kWindowThreads = 256;
constexpr std::int32_t kWaits = 1 << 24;  // is set in the degree of a node that waits

// What is kept from launch to launch.
template <class Word>
struct WindowState {
  cuda::GridRounds::State rounds;
  int near[3];                       // [r % 3]: how many look in round r
  int far[3];                        // [w % 3]: how many wait for a window after w
  Word least[3];                     // [w % 3]: the smallest word of these
  Word end;                          // of the window
  std::int32_t window;               // its number
  unsigned long long edges, length;  // of the nodes that are left: how many, and of all together
};

template <class Word>
struct NodeWindows {
  WindowState<Word>* state = nullptr;
  std::int32_t* near[2] = {};    // [r % 2]
  std::int32_t* far[2] = {};     // [w % 2]
  std::int32_t* last = nullptr;  // of each node: the last round that it was listed for

  __device__ __forceinline__ void list_around(const Corridors<Word>& all, std::int32_t node,
                                              std::int32_t round) const {
    each_edge(all, node, [&](std::uint32_t i) {
      const std::int32_t other = all.others[i];
      if (atomicMax(&last[other], round) >= round) return;
      near[round % 2][atomicAdd(&state->near[round % 3], 1)] = other;
    });
  }

  __device__ __forceinline__ void put_off(const Corridors<Word>& all, std::int32_t node, Word word,
                                          std::int32_t window) const {
    cuda::atomic_min(&state->least[window % 3], word);
    if ((atomicOr(&all.degrees[node], kWaits) & kWaits) != 0) return;
    far[window % 2][atomicAdd(&state->far[window % 3], 1)] = node;
  }
};

// The neighbours of seeds look first.
template <class Word>
__global__ void begin_windows_kernel(const __grid_constant__ Corridors<Word> all, int count,
                                     const __grid_constant__ NodeWindows<Word> windows) {
  constexpr Word kLong = Word{1} << 28;  // the sum of all must not overflow
  const auto node = static_cast<int>(blockIdx.x * kWindowThreads + threadIdx.x);
  if (node >= count || may_go(all.degrees[node])) return;
  unsigned long long edges = 0, length = 0;
  each_edge(all, node, [&](std::uint32_t i) {
    ++edges;
    length += min(all.lengths[i], kLong);
  });
  atomicAdd(&windows.state->edges, edges);
  atomicAdd(&windows.state->length, length);
  if (all.degrees[node] >= kSeedDegree) windows.list_around(all, node, 0);
}

// Windows are so many edges wide as the mean is long. A cooperative launch.
template <class Word>
__global__ void __launch_bounds__(kWindowThreads)
    run_windows_kernel(const __grid_constant__ Corridors<Word> all,
                       const __grid_constant__ NodeWindows<Word> windows, unsigned width,
                       unsigned long long nanoseconds) {
  WindowState<Word>& state = *windows.state;
  Word end = state.end;
  std::int32_t window = state.window;
  cuda::GridRounds grid(&state.rounds, nanoseconds);
  const Word step = static_cast<Word>(1 + width * state.length / max(1ULL, state.edges));
  const int first = static_cast<int>(blockIdx.x * kWindowThreads + threadIdx.x);
  const int threads = static_cast<int>(gridDim.x * kWindowThreads);
  do {
    const auto round = static_cast<std::int32_t>(grid.round());
    const int near = __ldcg(&state.near[round % 3]);
    const int far = __ldcg(&state.far[window % 3]);
    if (near == 0 && far == 0) return;
    if (first == 0) state.near[(round + 2) % 3] = 0;
    for (int i = first; i < near; i += threads) {
      const std::int32_t node = __ldcg(&windows.near[round % 2][i]);
      const Word word = word_from_edges(all, node);
      if (word >= all.words[node]) continue;
      all.words[node] = word;
      __threadfence();
      if (word < end) {
        windows.list_around(all, node, round + 1);
      } else {
        windows.put_off(all, node, word, window);
      }
    }
    if (near != 0) continue;
    end = max(end, __ldcg(&state.least[window % 3])) + step;
    if (first == 0) {
      state.far[(window + 2) % 3] = 0;
      state.least[(window + 2) % 3] = kFar<Word>;
      state.end = end;
      state.window = window + 1;
    }
    for (int i = first; i < far; i += threads) {
      const std::int32_t node = __ldcg(&windows.far[window % 2][i]);
      atomicAnd(&all.degrees[node], ~kWaits);
      if (all.words[node] < end) {
        windows.list_around(all, node, round + 1);
      } else {
        windows.put_off(all, node, all.words[node], window + 1);
      }
    }
    ++window;
  } while (grid.next());
}

}  // namespace
}  // namespace bitvox::paths
