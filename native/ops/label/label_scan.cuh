// SPDX-License-Identifier: BSD-2-Clause
#pragma once

#include <cuda_runtime.h>

#include <cstdint>

#include "cuda/block_sum.cuh"
#include "cuda/device_buffer.hpp"
#include "cuda/launch.hpp"

// How many come before each: exclusive sums of small counts. count(i) is a functor for the GPU that
// gives the count of item i; it is called twice.
namespace bitvox::label {

using cuda::sum_before;

inline constexpr int kScanThreads = 256;
inline constexpr int kSumThreads = 1024;
inline constexpr std::int64_t kScanItems = 4096;  // of a block

template <class Count>
__global__ void __launch_bounds__(kScanThreads)
    sum_blocks_kernel(Count count, std::int64_t items, unsigned long long* sums) {
  __shared__ unsigned shared[kScanThreads / cuda::kWarp];
  unsigned sum = 0;
  const std::int64_t first = blockIdx.x * kScanItems;
#pragma unroll 8
  for (int k = 0; k < kScanItems / kScanThreads; ++k) {
    const std::int64_t i = first + k * kScanThreads + threadIdx.x;
    sum += i < items ? count(i) : 0U;
  }
  unsigned total = 0;
  sum_before(sum, shared, &total);
  if (threadIdx.x == 0) sums[blockIdx.x] = total;
}

// One block. The sums become what comes before; their total is written behind them.
static __global__ void __launch_bounds__(kSumThreads)
    sum_sums_kernel(unsigned long long* sums, std::int64_t count) {
  __shared__ unsigned shared[kSumThreads / cuda::kWarp];
  unsigned long long before = 0;
  for (std::int64_t first = 0; first < count; first += kSumThreads) {
    const std::int64_t i = first + threadIdx.x;
    const unsigned value = i < count ? static_cast<unsigned>(sums[i]) : 0U;
    unsigned total = 0;
    const unsigned within = sum_before(value, shared, &total);
    if (i < count) sums[i] = before + within;
    before += total;
  }
  if (threadIdx.x == 0) sums[count] = before;
}

// Calls use(i, count of item i, sum of those before it). A thread has neighbours.
template <class Count, class Use>
__global__ void __launch_bounds__(kScanThreads)
    use_sums_kernel(Count count, Use use, std::int64_t items, const unsigned long long* sums) {
  constexpr int kEach = 4;
  __shared__ unsigned shared[kScanThreads / cuda::kWarp];
  unsigned before = static_cast<unsigned>(sums[blockIdx.x]);
  const std::int64_t first = blockIdx.x * kScanItems;
  for (std::int64_t begin = first; begin < first + kScanItems; begin += kScanThreads * kEach) {
    const std::int64_t i = begin + static_cast<std::int64_t>(threadIdx.x) * kEach;
    unsigned values[kEach];
    unsigned sum = 0;
#pragma unroll
    for (int k = 0; k < kEach; ++k) {
      values[k] = i + k < items ? count(i + k) : 0U;
      sum += values[k];
    }
    unsigned total = 0;
    unsigned within = sum_before(sum, shared, &total);
#pragma unroll
    for (int k = 0; k < kEach; ++k) {
      if (i + k < items) use(i + k, values[k], before + within);
      within += values[k];
    }
    before += total;
  }
}

// The sums of up to so many items; a count is at most 32, and the total is below 2^32 where
// use_sums() is called.
class Scan {
 public:
  explicit Scan(std::int64_t items)
      : sums_(cuda::allocate<unsigned long long>(blocks(items) + 1)) {}

  static std::int64_t bytes(std::int64_t items) { return (blocks(items) + 1) * 8; }

  // Enqueues the adding up; the total is then *total().
  template <class Count>
  void sum(const Count& count, std::int64_t items, const cuda::Stream& stream) {
    if (items > 0) {
      cuda::launch(sum_blocks_kernel<Count>, {static_cast<unsigned>(blocks(items)), kScanThreads},
                   stream, count, items, sums_.get());
    }
    cuda::launch(sum_sums_kernel, {1, kSumThreads}, stream, sums_.get(), blocks(items));
    total_ = sums_.get() + blocks(items);
  }
  const unsigned long long* total() const { return total_; }

  template <class Count, class Use>
  void use_sums(const Count& count, const Use& use, std::int64_t items,
                const cuda::Stream& stream) {
    if (items > 0) {
      cuda::launch(use_sums_kernel<Count, Use>,
                   {static_cast<unsigned>(blocks(items)), kScanThreads}, stream, count, use, items,
                   sums_.get());
    }
  }

 private:
  static std::int64_t blocks(std::int64_t items) { return (items + kScanItems - 1) / kScanItems; }

  cuda::DeviceBuffer<unsigned long long> sums_;
  const unsigned long long* total_ = nullptr;
};

}  // namespace bitvox::label
