// SPDX-License-Identifier: BSD-2-Clause
#pragma once

#include <algorithm>
#include <cstdint>
#include <utility>

#include "linear_systems/device_scan.cuh"

// Sorting of whole arrays on the GPU: by eight bits of the keys at a time, the lowest first. Pairs
// are in tiles, of a block each. How often a digit comes in the tiles before, and that a smaller
// one comes anywhere, is where a tile's first pair of that digit goes.
namespace bitvox::sparse {
namespace {

constexpr int kDigitBits = 8;
constexpr int kDigits = 1 << kDigitBits;
constexpr int kSortThreads = kDigits;  // one for each digit
constexpr int kSortWarps = kSortThreads / cuda::kWarp;
constexpr int kSortRounds = 16;  // pairs of a thread
constexpr int kWarpPairs = kSortRounds * cuda::kWarp;
constexpr int kTilePairs = kSortWarps * kWarpPairs;

struct DigitOfKey {
  int shift;
  std::uint64_t mask;

  __device__ int operator()(std::uint64_t key) const {
    return static_cast<int>((key >> shift) & mask);
  }
};

// counts[digit * tiles + tile]
__global__ void __launch_bounds__(kSortThreads)
    count_digits_kernel(const std::uint64_t* keys, std::int64_t count, DigitOfKey digit_of,
                        std::int64_t* counts) {
  __shared__ unsigned of_digit[kDigits];
  of_digit[threadIdx.x] = 0;
  __syncthreads();
  const std::int64_t first = std::int64_t{blockIdx.x} * kTilePairs;
#pragma unroll 4
  for (int k = 0; k < kTilePairs / kSortThreads; ++k) {
    const std::int64_t i = first + k * kSortThreads + threadIdx.x;
    if (i < count) atomicAdd(of_digit + digit_of(keys[i]), 1U);
  }
  __syncthreads();
  counts[std::int64_t{threadIdx.x} * gridDim.x + blockIdx.x] = of_digit[threadIdx.x];
}

struct KeysAndValues {
  std::uint64_t* keys;
  double* values;
};

// A warp's pairs lie together, and it takes them in their order: so equal digits stay in it.
__global__ void __launch_bounds__(kSortThreads)
    place_pairs_kernel(KeysAndValues from, std::int64_t count, DigitOfKey digit_of,
                       const std::int64_t* places, KeysAndValues to) {
  __shared__ unsigned before[kSortWarps][kDigits];  // of a digit in the tile, once it is complete
  __shared__ std::int64_t places_here[kDigits];
  const int self = static_cast<int>(threadIdx.x);
  const int warp = self / cuda::kWarp;
  const int lane = cuda::this_lane();
  for (int w = 0; w < kSortWarps; ++w) before[w][self] = 0;
  places_here[self] = places[std::int64_t{self} * gridDim.x + blockIdx.x];
  __syncthreads();

  const std::int64_t first = std::int64_t{blockIdx.x} * kTilePairs + warp * kWarpPairs + lane;
  std::uint64_t keys[kSortRounds];
  unsigned ranks[kSortRounds];  // among the warp's pairs of this digit
#pragma unroll
  for (int k = 0; k < kSortRounds; ++k) {
    const std::int64_t i = first + k * cuda::kWarp;
    const bool is_pair = i < count;
    keys[k] = is_pair ? from.keys[i] : 0;
    const int digit = is_pair ? digit_of(keys[k]) : kDigits;
    const unsigned same = __match_any_sync(cuda::kAllLanes, digit);
    const unsigned same_before = same & cuda::lanes_before(lane);
    const unsigned rank = is_pair ? before[warp][digit] : 0;
    ranks[k] = rank + static_cast<unsigned>(__popc(same_before));
    __syncwarp();
    if (is_pair && same_before == 0) {
      before[warp][digit] = rank + static_cast<unsigned>(__popc(same));
    }
    __syncwarp();
  }
  __syncthreads();
  unsigned sum = 0;
  for (int w = 0; w < kSortWarps; ++w) {
    const unsigned here = before[w][self];
    before[w][self] = sum;
    sum += here;
  }
  __syncthreads();

#pragma unroll
  for (int k = 0; k < kSortRounds; ++k) {
    const std::int64_t i = first + k * cuda::kWarp;
    if (i >= count) break;
    const int digit = digit_of(keys[k]);
    const std::int64_t place = places_here[digit] + before[warp][digit] + ranks[k];
    to.keys[place] = keys[k];
    to.values[place] = from.values[i];
  }
}

// By the low bits of the keys; those of equal keys stay in their order. Each of two pairs of arrays
// holds the keys and their values in turn; returns the ones that have them in the end.
inline KeysAndValues sorted(KeysAndValues from, KeysAndValues other, std::int64_t count, int bits,
                            Scratch<std::int64_t>& scratch, const cuda::Stream& stream) {
  if (count == 0) return from;
  const std::int64_t tiles = (count + kTilePairs - 1) / kTilePairs;
  const std::int64_t numbers = tiles * kDigits;
  std::int64_t* const counts = scratch.get(numbers + blocks_of_scan(numbers), stream);
  const cuda::LaunchShape shape{static_cast<unsigned>(tiles), kSortThreads};
  for (int shift = 0; shift < bits; shift += kDigitBits) {
    const int width = std::min(kDigitBits, bits - shift);
    const DigitOfKey digit_of{shift, (std::uint64_t{1} << width) - 1};
    cuda::launch(count_digits_kernel, shape, stream, from.keys, count, digit_of, counts);
    sum_before(counts, numbers, counts + numbers, stream);
    cuda::launch(place_pairs_kernel, shape, stream, from, count, digit_of, counts, other);
    std::swap(from, other);
  }
  return from;
}

}  // namespace
}  // namespace bitvox::sparse
