// SPDX-License-Identifier: BSD-2-Clause
#pragma once

#include <cstdint>

#include "cuda/block_sum.cuh"
#include "linear_systems/device_rows.cuh"

// Sums of all numbers of an array that come before each.
namespace bitvox::sparse {
namespace {

// Memory that is used again and again, and grows where more is needed.
template <class U>
class Scratch {
 public:
  U* get(std::int64_t count, const cuda::Stream& stream) {
    if (count > count_) {
      stream.wait();
      buffer_ = nullptr;  // before the new one is taken
      count_ = 0;
      buffer_ = take<U>(count);
      count_ = count;
    }
    return buffer_.get();
  }

 private:
  cuda::DeviceBuffer<U> buffer_;
  std::int64_t count_ = 0;
};

constexpr int kScanThreads = 256;
constexpr int kSumThreads = 1024;
constexpr int kScanEach = 4;               // numbers of a thread, which are neighbours
constexpr std::int64_t kScanItems = 4096;  // of a block

template <class U>
__global__ void __launch_bounds__(kScanThreads)
    add_up_blocks_kernel(const U* numbers, std::int64_t count, std::int64_t* sums) {
  __shared__ std::int64_t shared[kScanThreads / cuda::kWarp];
  const std::int64_t first = blockIdx.x * kScanItems;
  std::int64_t sum = 0;
#pragma unroll 8
  for (int k = 0; k < kScanItems / kScanThreads; ++k) {
    const std::int64_t i = first + k * kScanThreads + threadIdx.x;
    if (i < count) sum += numbers[i];
  }
  std::int64_t total = 0;
  cuda::sum_before(sum, shared, &total);
  if (threadIdx.x == 0) sums[blockIdx.x] = total;
}

// By one block.
__global__ void __launch_bounds__(kSumThreads)
    scan_sums_kernel(std::int64_t* sums, std::int64_t count) {
  __shared__ std::int64_t shared[kSumThreads / cuda::kWarp];
  std::int64_t before = 0;
  for (std::int64_t first = 0; first < count; first += kSumThreads) {
    const std::int64_t i = first + threadIdx.x;
    std::int64_t total = 0;
    const std::int64_t within = cuda::sum_before(i < count ? sums[i] : 0, shared, &total);
    if (i < count) sums[i] = before + within;
    before += total;
  }
}

template <class U>
__global__ void __launch_bounds__(kScanThreads)
    scan_blocks_kernel(U* numbers, std::int64_t count, const std::int64_t* sums) {
  __shared__ std::int64_t shared[kScanThreads / cuda::kWarp];
  std::int64_t before = sums[blockIdx.x];
  const std::int64_t first = blockIdx.x * kScanItems;
  for (std::int64_t begin = first; begin < first + kScanItems; begin += kScanThreads * kScanEach) {
    const std::int64_t i = begin + static_cast<std::int64_t>(threadIdx.x) * kScanEach;
    std::int64_t values[kScanEach];
    std::int64_t sum = 0;
#pragma unroll
    for (int k = 0; k < kScanEach; ++k) {
      values[k] = i + k < count ? numbers[i + k] : 0;
      sum += values[k];
    }
    std::int64_t total = 0;
    std::int64_t here = before + cuda::sum_before(sum, shared, &total);
#pragma unroll
    for (int k = 0; k < kScanEach; ++k) {
      if (i + k < count) numbers[i + k] = static_cast<U>(here);
      here += values[k];
    }
    before += total;
  }
}

inline std::int64_t blocks_of_scan(std::int64_t count) {
  return (count + kScanItems - 1) / kScanItems;
}

// Each number of the array becomes the sum of all before it; `sums` has a place for each block.
template <class U>
void sum_before(U* numbers, std::int64_t count, std::int64_t* sums, const cuda::Stream& stream) {
  if (count == 0) return;
  const std::int64_t blocks = blocks_of_scan(count);
  const cuda::LaunchShape shape{static_cast<unsigned>(blocks), kScanThreads};
  cuda::launch(add_up_blocks_kernel<U>, shape, stream, numbers, count, sums);
  cuda::launch(scan_sums_kernel, {1, kSumThreads}, stream, sums, blocks);
  cuda::launch(scan_blocks_kernel<U>, shape, stream, numbers, count, sums);
}

template <class U>
void sum_before(U* numbers, std::int64_t count, Scratch<std::int64_t>& scratch,
                const cuda::Stream& stream) {
  sum_before(numbers, count, scratch.get(blocks_of_scan(count), stream), stream);
}

}  // namespace
}  // namespace bitvox::sparse
