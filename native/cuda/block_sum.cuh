// SPDX-License-Identifier: BSD-2-Clause
#pragma once

#include <cuda_runtime.h>

#include "cuda/warp.cuh"

namespace bitvox::cuda {

// Of the values of the lanes before each.
__device__ __forceinline__ unsigned sum_of_lanes_before(unsigned value) {
  const int lane = this_lane();
  unsigned sum = value;
  for (int step = 1; step < kWarp; step *= 2) {
    const unsigned other = __shfl_up_sync(kAllLanes, sum, static_cast<unsigned>(step));
    if (lane >= step) sum += other;
  }
  return sum - value;
}

// What comes before a thread's value in its block; *total is the sum. All threads call, with
// shared memory for a value a warp and one more.
__device__ inline unsigned sum_before(unsigned value, unsigned* shared, unsigned* total) {
  const int warp = static_cast<int>(threadIdx.x) / kWarp;
  const unsigned of_lanes = sum_of_lanes_before(value);
  if (this_lane() == kWarp - 1) shared[warp] = of_lanes + value;
  __syncthreads();
  const int warps = static_cast<int>(blockDim.x) / kWarp;
  unsigned before = 0;
  unsigned all = 0;
  for (int i = 0; i < warps; ++i) {
    if (i < warp) before += shared[i];
    all += shared[i];
  }
  __syncthreads();
  *total = all;
  return before + of_lanes;
}

}  // namespace bitvox::cuda
