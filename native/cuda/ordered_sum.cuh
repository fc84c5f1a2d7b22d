// SPDX-License-Identifier: BSD-2-Clause
#pragma once

#include <cuda_runtime.h>

#include <cstdint>

#include "core/threads/ordered_sum.hpp"
#include "cuda/launch.hpp"
#include "cuda/warp.cuh"

// sum_of_rows() on the GPU, in two steps: the lanes, by as many threads, and their sum, by one
// block. Of several sums at a time, whose rows follow one another.
namespace bitvox::cuda {
namespace {

constexpr int kLaneThreads = 256;
constexpr int kFoldThreads = 1024;

__global__ void __launch_bounds__(kLaneThreads)
    add_lanes_kernel(const double* rows, std::int64_t count, double* lanes) {
  const int lane = static_cast<int>(blockIdx.x * kLaneThreads + threadIdx.x);
  rows += blockIdx.y * count;
  double sum = 0;
  for (std::int64_t i = lane; i < count; i += kRowLanes) sum += rows[i];
  lanes[blockIdx.y * kRowLanes + lane] = sum;
}

// The sum of all lanes by a block of kFoldThreads, for its thread 0, once a kernel; lane(i) is that
// of lane i.
template <class Lane>
__device__ __forceinline__ double fold_lanes(const Lane& lane) {
  constexpr int kEach = kRowLanes / kFoldThreads;
  const int thread = static_cast<int>(threadIdx.x);
  double own[kEach];
#pragma unroll
  for (int i = 0; i < kEach; ++i) own[i] = lane(thread + i * kFoldThreads);
#pragma unroll
  for (int half = kEach / 2; half > 0; half /= 2) {
#pragma unroll
    for (int i = 0; i < half; ++i) own[i] += own[i + half];
  }
  __shared__ double left[kFoldThreads];
  left[thread] = own[0];
  __syncthreads();
  for (int half = kFoldThreads / 2; half >= kWarp; half /= 2) {
    if (thread < half) left[thread] += left[thread + half];
    __syncthreads();
  }
  return thread < kWarp ? warp_sum(left[thread]) : 0;
}

// The same of lanes that add up a few numbers each.
__device__ __forceinline__ double fold_rows(const double* rows, std::int64_t count) {
  return fold_lanes([=](int lane) {
    double sum = 0;
    for (std::int64_t i = lane; i < count; i += kRowLanes) sum += rows[i];
    return sum;
  });
}

__global__ void __launch_bounds__(kFoldThreads)
    fold_lanes_kernel(const double* lanes, double* result) {
  lanes += blockIdx.x * kRowLanes;
  const double sum = fold_lanes([=](int lane) { return lanes[lane]; });
  if (threadIdx.x == 0) result[blockIdx.x] = sum;
}

// Enqueues it; lanes has room for kRowLanes numbers for each sum. All are memory of the GPU.
inline void sum_rows(const double* rows, std::int64_t count, double* lanes, double* result,
                     const Stream& stream, unsigned sums = 1) {
  launch(add_lanes_kernel, {{blocks_for(kRowLanes, kLaneThreads), sums}, kLaneThreads}, stream,
         rows, count, lanes);
  launch(fold_lanes_kernel, {sums, kFoldThreads}, stream, lanes, result);
}

}  // namespace
}  // namespace bitvox::cuda
