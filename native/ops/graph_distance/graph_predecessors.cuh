// SPDX-License-Identifier: BSD-2-Clause
#pragma once

#include <cuda_runtime.h>

#include <cstdint>

#include "ops/graph_distance/graph_near_far.cuh"

namespace bitvox::graph_distance {

inline constexpr std::uint32_t kNobody = 0xffffffffU;

// What is seen of the finished distances.
struct SeenState {
  unsigned long long reached, without;
  std::uint32_t too_far;  // the smallest such vertex, or kNobody
};

template <class Sum>
__global__ void clear_words_kernel(NearFar<Sum> search, std::uint32_t* before, SeenState* seen) {
  using DeviceWord = typename NearFar<Sum>::DeviceWord;
  const std::int64_t stride = std::int64_t{gridDim.x} * blockDim.x;
  const std::int64_t first = std::int64_t{blockIdx.x} * blockDim.x + threadIdx.x;
  for (std::int64_t v = first; v < search.vertices; v += stride) {
    search.words[v] = static_cast<DeviceWord>(Sum::kFar) << 1;
    before[v] = kNobody;
  }
  if (first == 0) {
    *search.state = {};
    for (DeviceWord& least : search.state->least) least = Sum::kFar;
    *seen = {0, 0, kNobody};
  }
}

// Sources are the near list of the first step.
template <class Sum>
__global__ void begin_kernel(NearFar<Sum> search, const std::int32_t* sources, int count,
                             double width) {
  const int stride = static_cast<int>(gridDim.x * blockDim.x);
  const int first = static_cast<int>(blockIdx.x * blockDim.x + threadIdx.x);
  for (int i = first; i < count; i += stride) {
    search.words[sources[i]] = 1;
    search.near[0][i] = sources[i];
  }
  if (first == 0) {
    search.state->near[0] = static_cast<unsigned>(count);
    search.state->end = max(typename Sum::Word{1}, Sum::word(width));
  }
}

// Looks at arc k of vertex u, which has this distance.
template <class Sum>
struct Looker {
  const NearFar<Sum>& search;
  std::uint32_t* before;
  SeenState* seen;

  __device__ __forceinline__ void operator()(std::int64_t u, typename Sum::Word distance,
                                             std::int64_t k) const {
    const typename Sum::Arc arc = search.arcs[k];
    const auto there = static_cast<typename Sum::Word>(search.words[arc.to] >> 1);
    if (Sum::add(distance, arc.weight) != there) return;
    if (there == Sum::kFar) {
      atomicMin(&seen->too_far, static_cast<std::uint32_t>(arc.to));
    } else if (distance < there) {
      atomicMin(&before[arc.to], static_cast<std::uint32_t>(u));
    }
  }
};

// The rows that are too long for a block, by the whole grid.
template <class Sum>
__global__ void find_huge_predecessors_kernel(NearFar<Sum> search, std::uint32_t* before,
                                              SeenState* seen) {
  const Looker<Sum> look{search, before, seen};
  const std::int64_t stride = std::int64_t{gridDim.x} * blockDim.x;
  for (unsigned i = 0; i < min(search.state->huge[0], kMostHuge); ++i) {
    const std::int32_t row = search.huge[0][i];
    const auto distance = static_cast<typename Sum::Word>(search.words[row] >> 1);
    for (std::int64_t k = search.starts[row] + std::int64_t{blockIdx.x} * blockDim.x + threadIdx.x;
         k < search.starts[row + 1]; k += stride) {
      look(row, distance, k);
    }
  }
}

// The smallest number among the nearer vertices that reach each one at its distance.
template <class Sum, int kLanes>
__global__ __launch_bounds__(kNearFarBlock) void find_predecessors_kernel(NearFar<Sum> search,
                                                                          std::uint32_t* before,
                                                                          SeenState* seen) {
  constexpr int kAtOnce = kNearFarBlock / kLanes;
  __shared__ std::int32_t long_rows[kAtOnce];
  __shared__ int long_count;
  const Looker<Sum> look{search, before, seen};
  if (threadIdx.x == 0) long_count = 0;
  __syncthreads();
  const std::int64_t stride = std::int64_t{gridDim.x} * kAtOnce;
  const int lane = static_cast<int>(threadIdx.x) % kLanes;
  for (std::int64_t first = std::int64_t{blockIdx.x} * kAtOnce; first < search.vertices;
       first += stride) {
    const std::int64_t u = first + threadIdx.x / kLanes;
    bool is_long = false;
    if (u < search.vertices) {
      const auto distance = static_cast<typename Sum::Word>(search.words[u] >> 1);
      const std::int64_t begin = search.starts[u];
      const std::int64_t end = distance == Sum::kFar ? begin : search.starts[u + 1];
      is_long = end - begin > kLongRow;
      if (is_long && lane == 0) {
        const unsigned place =
            end - begin > kHugeRow ? atomicAdd(&search.state->huge[0], 1U) : kMostHuge;
        if (place < kMostHuge) {
          search.huge[0][place] = static_cast<std::int32_t>(u);
        } else {
          long_rows[atomicAdd(&long_count, 1)] = static_cast<std::int32_t>(u);
        }
      }
      for (std::int64_t k = begin + lane; k < end && !is_long; k += kLanes) look(u, distance, k);
    }
    if (__syncthreads_or(is_long) == 0) continue;
    for (int i = 0; i < long_count; ++i) {
      const std::int32_t row = long_rows[i];
      const auto distance = static_cast<typename Sum::Word>(search.words[row] >> 1);
      const std::int64_t end = search.starts[row + 1];
      for (std::int64_t k = search.starts[row] + threadIdx.x; k < end; k += kNearFarBlock) {
        look(row, distance, k);
      }
    }
    __syncthreads();
    if (threadIdx.x == 0) long_count = 0;
    __syncthreads();
  }
}

// Distances as results have them.
template <class Sum>
__global__ void write_distances_kernel(NearFar<Sum> search, const std::uint32_t* before,
                                       std::uint64_t* distances, SeenState* seen) {
  const std::int64_t stride = std::int64_t{gridDim.x} * blockDim.x;
  unsigned long long reached = 0, without = 0;
  for (std::int64_t v = std::int64_t{blockIdx.x} * blockDim.x + threadIdx.x; v < search.vertices;
       v += stride) {
    const auto distance = static_cast<typename Sum::Word>(search.words[v] >> 1);
    const bool is_reached = distance != Sum::kFar;
    distances[v] = is_reached ? distance : ~std::uint64_t{0};
    reached += is_reached ? 1 : 0;
    without += is_reached && before[v] == kNobody ? 1 : 0;
  }
  reached = cuda::warp_sum(reached);
  without = cuda::warp_sum(without);
  if (cuda::this_lane() == 0) {
    atomicAdd(&seen->reached, reached);
    atomicAdd(&seen->without, without);
  }
}

}  // namespace bitvox::graph_distance
