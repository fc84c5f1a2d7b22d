// SPDX-License-Identifier: BSD-2-Clause
#pragma once

#include <cuda_runtime.h>

#include <type_traits>

#include "cuda/warp.cuh"

namespace bitvox::cuda {

// Of the values of the lanes before each.
template <class T>
__device__ __forceinline__ T sum_of_lanes_before(T value) {
  const int lane = this_lane();
  T sum = value;
  for (int step = 1; step < kWarp; step *= 2) {
    const T other = __shfl_up_sync(kAllLanes, sum, static_cast<unsigned>(step));
    if (lane >= step) sum += other;
  }
  return sum - value;
}

// What comes before a thread's value in its block; *total is the sum. All threads call, with
// shared memory for a value a warp and one more.
template <class T>
__device__ inline T sum_before(std::type_identity_t<T> value, T* shared, T* total) {
  const int warp = static_cast<int>(threadIdx.x) / kWarp;
  const T of_lanes = sum_of_lanes_before<T>(value);
  if (this_lane() == kWarp - 1) shared[warp] = of_lanes + value;
  __syncthreads();
  const int warps = static_cast<int>(blockDim.x) / kWarp;
  T before = 0;
  T all = 0;
  for (int i = 0; i < warps; ++i) {
    if (i < warp) before += shared[i];
    all += shared[i];
  }
  __syncthreads();
  *total = all;
  return before + of_lanes;
}

}  // namespace bitvox::cuda
