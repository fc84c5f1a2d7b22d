// SPDX-License-Identifier: BSD-2-Clause
#pragma once

#include <cuda_runtime.h>

// What the 32 threads of a warp do together. Blocks are one-dimensional, and all lanes call.
namespace bitvox::cuda {

inline constexpr int kWarp = 32;
inline constexpr unsigned kAllLanes = 0xffffffffU;

__device__ __forceinline__ int this_lane() { return static_cast<int>(threadIdx.x) % kWarp; }

// The lanes before this one, as bits.
__device__ __forceinline__ unsigned lanes_before(int lane) { return (1U << lane) - 1U; }

// Of the values of all lanes; for lane 0.
template <class T>
__device__ __forceinline__ T warp_sum(T value) {
  for (int step = kWarp / 2; step > 0; step /= 2) {
    value += __shfl_down_sync(kAllLanes, value, static_cast<unsigned>(step));
  }
  return value;
}

// The places of the lanes' items on a list that holds *count items, which the warp appends to at
// once; only for the lanes that have one.
__device__ __forceinline__ int append(int* count, bool has_item) {
  const int lane = this_lane();
  const unsigned all = __ballot_sync(kAllLanes, has_item);
  int first = 0;
  if (all != 0) {
    if (lane == 0) first = atomicAdd(count, __popc(all));
    first = __shfl_sync(kAllLanes, first, 0);
  }
  return first + __popc(all & lanes_before(lane));
}

}  // namespace bitvox::cuda
