// SPDX-License-Identifier: BSD-2-Clause
#pragma once

#include <cuda_runtime.h>

#include "cuda/warp.cuh"

namespace bitvox::cuda {

// The place of a thread's item on a list that holds *count items, to which the whole block appends
// at once; only for threads that have one. Blocks are one-dimensional.
__device__ __forceinline__ int append_by_block(int* count, bool has_item) {
  __shared__ int firsts[kWarp];
  const unsigned all = __ballot_sync(kAllLanes, has_item);
  const int warp = static_cast<int>(threadIdx.x) / kWarp;
  const int warps = static_cast<int>(blockDim.x) / kWarp;
  __syncthreads();  // who called before has read them
  if (this_lane() == 0) firsts[warp] = __popc(all);
  __syncthreads();
  if (threadIdx.x == 0) {
    int sum = 0;
    for (int i = 0; i < warps; ++i) {
      const int its = firsts[i];
      firsts[i] = sum;
      sum += its;
    }
    const int first = sum == 0 ? 0 : atomicAdd(count, sum);
    for (int i = 0; i < warps; ++i) firsts[i] += first;
  }
  __syncthreads();
  return firsts[warp] + __popc(all & lanes_before(this_lane()));
}

}  // namespace bitvox::cuda
