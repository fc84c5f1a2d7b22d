// SPDX-License-Identifier: BSD-2-Clause
#pragma once

#include <cuda_runtime.h>

#include <cstdint>
#include <iterator>
#include <type_traits>

#include "cuda/overlap.cuh"
#include "cuda/warp.cuh"
#include "ops/colour_classes/colour_fit_cuda.hpp"
#include "ops/colour_classes/em_sums.hpp"

// The kernel of a step of EM. The blocks of a fit add up their colours, in the order of
// colour_classes_rows.hpp; the last one adds up the blocks and makes the next mixture.
namespace bitvox::colour_classes {
namespace {

constexpr int kThreads = kLanesOfBlock;

// Items of whole words. All threads call.
template <class T>
__device__ __forceinline__ void copy_words(const T* from, T* to, int count = 1) {
  static_assert(std::is_trivially_copyable_v<T> && sizeof(T) % sizeof(std::uint32_t) == 0);
  const auto* const source = reinterpret_cast<const std::uint32_t*>(from);
  auto* const target = reinterpret_cast<std::uint32_t*>(to);
  const int words = count * static_cast<int>(sizeof(T) / sizeof(std::uint32_t));
  for (int i = static_cast<int>(threadIdx.x); i < words; i += kThreads) target[i] = source[i];
}

// ---- Sums of a block --------------------------------------------------------------------------

// The numbers of so many neighbouring lanes in pairs, for the first of them; all lanes call.
template <int kCount>
__device__ __forceinline__ double sum_in_pairs(double value) {
#pragma unroll
  for (int half = kCount / 2; half > 0; half /= 2) {
    value += __shfl_down_sync(cuda::kAllLanes, value, static_cast<unsigned>(half), kCount);
  }
  return value;
}

struct CountedPoint {
  colour::Point<float> at;
  float count;
};

// Beyond the end one that counts nothing.
__device__ __forceinline__ CountedPoint load(const CountedPoints& points, std::int64_t at) {
  if (at >= points.count) return {{0, 0, 0}, 0};
  return {{points.first[at], points.second[at], points.third[at]}, points.counts[at]};
}

// What the threads of a block have added up.
template <int kGaussians>
struct ThreadSums {
  // Quarters of a warp read four sums at a time, from other banks each.
  static constexpr int kPitch = kThreads + kSumPairs;
  float each[kSumsOfGaussian * kGaussians][kPitch];
  double bits[kThreads];

  // A thread's and that of the one that is half of the lanes further.
  __device__ double pair(int sum, int thread) const {
    const int other = thread + kSumPairs;
    return sum == 0 ? bits[thread] + bits[other]
                    : double{each[sum - 1][thread] + each[sum - 1][other]};
  }
};

template <bool kHue, int kGaussians>
__device__ void add_points(const CountedPoints& points, const PreparedGaussian* mixture,
                           ThreadSums<kGaussians>& to) {
  const int thread = static_cast<int>(threadIdx.x);
  const std::int64_t first = std::int64_t{kColoursOfBlock} * blockIdx.x;
  float sums[kGaussians][kSumsOfGaussian] = {};
  double bits = 0;
  CountedPoint next = load(points, first + place_in_block(thread, 0));
#pragma unroll 1
  for (int i = 1; i <= kColoursOfLane; ++i) {
    const CountedPoint here = next;
    if (i < kColoursOfLane) next = load(points, first + place_in_block(thread, i));
    const float of_sample = add_colour<kHue, float, std::uint32_t>(
        mixture, kGaussians, here.at, here.count,
        [&](int g, int sum) -> float& { return sums[g][sum]; });
    bits += double{here.count} * double{of_sample};
  }
  to.bits[thread] = bits;
#pragma unroll
  for (int g = 0; g < kGaussians; ++g) {
#pragma unroll
    for (int i = 0; i < kSumsOfGaussian; ++i) to.each[kSumsOfGaussian * g + i][thread] = sums[g][i];
  }
}

// For a block whose threads are done with what is `from`.
template <int kGaussians>
__device__ void fold_threads(const ThreadSums<kGaussians>& from, MixtureSums& block) {
  constexpr int kItems = sums_of(kGaussians) * kSumPairs;
  for (int first = 0; first < kItems; first += kThreads) {
    const int item = first + static_cast<int>(threadIdx.x);
    const int sum = item / kSumPairs;
    const int pair = item % kSumPairs;
    double own = 0;
    if (item < kItems) {
#pragma unroll
      for (int part = 0; part < kPartsOfBlock; ++part)
        own += from.pair(sum, part * kSumLanes + pair);
    }
    own = sum_in_pairs<kSumPairs>(own);
    if (item < kItems && pair == 0) reinterpret_cast<double*>(&block)[sum] = own;
  }
}

// ---- The next mixture -------------------------------------------------------------------------

// A Gaussian a lane, see em.hpp; all lanes of a warp call.
struct WarpLanes {
  template <class Body>
  BITVOX_BOTH void once(const Body& body) const {
    each(1, [&](int) { body(); });
  }
  template <class Body>
  BITVOX_BOTH void each(int count, const Body& body) const {
#ifdef __CUDA_ARCH__
    __syncwarp();
    if (cuda::this_lane() < count) body(cuda::this_lane());
    __syncwarp();
#endif
  }
};

__device__ void fold_blocks(const MixtureSums* blocks, int count, int sums, MixtureSums& all) {
  const int items = sums * kSumColumns;
  for (int first = 0; first < items; first += kThreads) {
    const int item = first + static_cast<int>(threadIdx.x);
    const int sum = item / kSumColumns;
    double own = 0;
    if (item < items) {
#pragma unroll 8
      for (int block = item % kSumColumns; block < count; block += kSumColumns) {
        own += __ldcg(reinterpret_cast<const double*>(&blocks[block]) + sum);
      }
    }
    own = sum_in_pairs<kSumColumns>(own);
    if (item < items && item % kSumColumns == 0) reinterpret_cast<double*>(&all)[sum] = own;
  }
}

struct NextStep {
  MixtureSums sums;
  Em em;
};
static_assert(sizeof(NextStep) <= sizeof(ThreadSums<1>));

// By the last block of a fit.
__device__ __noinline__ void make_next(FitOnGpu& fit, const Ends& ends, NextStep& next) {
  copy_words(&fit.em, &next.em);
  fold_blocks(fit.block_sums, fit.blocks, sums_of(fit.em.trial.gaussians), next.sums);
  __syncthreads();
  if (threadIdx.x < cuda::kWarp) advance(fit.rules, next.sums, next.em, WarpLanes());
  __syncthreads();
  copy_words(&next.em, &fit.em);
  if (threadIdx.x != 0) return;
  fit.blocks_done = 0;
  if (next.em.ended && atomicSub(ends.left, 1) == 1) *static_cast<volatile int*>(ends.all) = 1;
}

// ---- A step -----------------------------------------------------------------------------------

template <bool kHue, int kGaussians>
__global__ void __launch_bounds__(kThreads)
    step_kernel(FitOnGpu* fits, const __grid_constant__ Ends ends) {
  cuda::wait_for_previous_kernel();
  FitOnGpu& fit = fits[blockIdx.y];
  if (static_cast<int>(blockIdx.x) >= fit.blocks || fit.em.ended) return;
  __shared__ PreparedGaussian mixture[kGaussians];
  __shared__ ThreadSums<kGaussians> sums;
  __shared__ bool is_last;
  copy_words(fit.em.prepared.each, mixture, kGaussians);
  __syncthreads();
  add_points<kHue>(fit.points, mixture, sums);
  __syncthreads();
  fold_threads(sums, fit.block_sums[blockIdx.x]);
  __threadfence();
  __syncthreads();
  if (threadIdx.x == 0) is_last = atomicAdd(&fit.blocks_done, 1) == fit.blocks - 1;
  __syncthreads();
  if (!is_last) return;
  __threadfence();
  make_next(fit, ends, reinterpret_cast<NextStep&>(sums));  // sums are done with
}

using StepKernel = void (*)(FitOnGpu*, Ends);

template <bool kHue>
StepKernel kernel_of(int gaussians) {
  static constexpr StepKernel kOf[] = {
      step_kernel<kHue, 1>, step_kernel<kHue, 2>, step_kernel<kHue, 3>, step_kernel<kHue, 4>,
      step_kernel<kHue, 5>, step_kernel<kHue, 6>, step_kernel<kHue, 7>, step_kernel<kHue, 8>};
  static_assert(std::size(kOf) == kMostGaussians);
  return kOf[gaussians - 1];
}

}  // namespace
}  // namespace bitvox::colour_classes
