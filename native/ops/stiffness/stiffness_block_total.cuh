// SPDX-License-Identifier: BSD-2-Clause
#pragma once

#include <cuda_runtime.h>

#include <cstdint>

#include "cuda/launch.hpp"
#include "cuda/ordered_sum.cuh"
#include "cuda/overlap.cuh"
#include "cuda/warp.cuh"

// Sums in a fixed order: of the threads of each block, then of blocks.
namespace bitvox::stiffness {
namespace {

// Of a block of so many threads, all of which call; for thread 0.
template <int kThreads>
__device__ __forceinline__ double block_total(double value) {
  constexpr int kWarps = kThreads / cuda::kWarp;
  __shared__ double of_warps[kWarps];
  const double of_warp = cuda::warp_sum(value);
  __syncthreads();  // whoever reads the total before
  if (cuda::this_lane() == 0) of_warps[threadIdx.x / cuda::kWarp] = of_warp;
  __syncthreads();
  double total = 0;
  if (threadIdx.x == 0) {
    for (int i = 0; i < kWarps; ++i) total += of_warps[i];
  }
  return total;
}

// A block for each of several sums of `count` numbers, one after the other.
__global__ void __launch_bounds__(cuda::kFoldThreads)
    add_up_kernel(const double* numbers, std::int64_t count, double* sums) {
  cuda::wait_for_previous_kernel();
  const double sum = cuda::fold_rows(numbers + blockIdx.x * count, count);
  if (threadIdx.x == 0) sums[blockIdx.x] = sum;
}

inline void add_up(const double* numbers, std::int64_t count, double* sums,
                   const cuda::Stream& stream, unsigned how_many = 1) {
  cuda::launch_overlapping(add_up_kernel, {how_many, cuda::kFoldThreads}, stream, numbers, count,
                           sums);
}

}  // namespace
}  // namespace bitvox::stiffness
