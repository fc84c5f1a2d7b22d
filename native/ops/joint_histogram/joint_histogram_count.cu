// SPDX-License-Identifier: BSD-2-Clause
#include <algorithm>

#include "cuda/launch.hpp"
#include "ops/joint_histogram/joint_histogram_tables.cuh"

namespace bitvox::joint_histogram {
namespace {

constexpr int kThreads = 1024;

template <class A, class B, class Table>
__device__ void count_all(const DevicePairs& pairs, const DeviceBinning& first,
                          const DeviceBinning& second, const Table& table,
                          unsigned long long* others) {
  constexpr int kPixels = kGroupPixels<A, B>;
  const auto* a = static_cast<const A*>(pairs.first);
  const auto* b = static_cast<const B*>(pairs.second);
  const std::int64_t groups = (pairs.count + kPixels - 1) / kPixels;
  const std::int64_t whole = pairs.count / kPixels;
  const std::int64_t step = static_cast<std::int64_t>(gridDim.x) * kThreads;
  KeyMaker<A, B> maker(first, second);

  std::int64_t group = static_cast<std::int64_t>(blockIdx.x) * kThreads + threadIdx.x;
  Group<A, kPixels> next_a{};
  Group<B, kPixels> next_b{};
  const auto fetch = [&](std::int64_t index) {  // so that a load takes place during the counting
    if (index < whole) {
      next_a = Group<A, kPixels>::load(a + index * kPixels);
      next_b = Group<B, kPixels>::load(b + index * kPixels);
    }
  };
  fetch(group);
  // Every lane of a warp takes part in every turn.
  for (; group - threadIdx.x % 32 < groups; group += step) {
    const std::int64_t at = group * kPixels;
    const auto group_a = next_a;
    const auto group_b = next_b;
    fetch(group + step);
    unsigned keys[kPixels];
    if (group < whole && pairs.mask == nullptr) {
#pragma unroll
      for (int i = 0; i < kPixels; ++i) {
        keys[i] = maker.key(group_a.pixel[i], group_b.pixel[i], Masked::kNo);
      }
    } else if (group < whole) {
      const auto mask = Group<std::uint8_t, kPixels>::load(pairs.mask + at);
#pragma unroll
      for (int i = 0; i < kPixels; ++i) {
        keys[i] = maker.key(group_a.pixel[i], group_b.pixel[i],
                            mask.pixel[i] != 0 ? Masked::kNo : Masked::kYes);
      }
    } else {
#pragma unroll
      for (int i = 0; i < kPixels; ++i) {
        const bool there = at + i < pairs.count;
        const bool used = there && (pairs.mask == nullptr || pairs.mask[at + i] != 0);
        keys[i] =
            there ? maker.key(a[at + i], b[at + i], used ? Masked::kNo : Masked::kYes) : kNoKey;
      }
    }
    add_group<Used::kSome>(table, keys);
  }
  maker.report(others);
}

// 8-bit pixels that are their own bins, of 256, without a mask.
template <class Table>
__device__ void count_bytes(const DevicePairs& pairs, const Table& table) {
  constexpr int kPixels = 16;
  using Bytes = Group<std::uint8_t, kPixels>;
  const auto* a = static_cast<const std::uint8_t*>(pairs.first);
  const auto* b = static_cast<const std::uint8_t*>(pairs.second);
  const auto key_of = [](std::uint8_t pixel_a, std::uint8_t pixel_b) {
    return static_cast<unsigned>(pixel_b) << 8U | pixel_a;
  };
  const std::int64_t groups = pairs.count / kPixels;
  const std::int64_t step = static_cast<std::int64_t>(gridDim.x) * kThreads;
  std::int64_t group = static_cast<std::int64_t>(blockIdx.x) * kThreads + threadIdx.x;
  for (; group - threadIdx.x % 32 + 31 < groups; group += step) {
    const Bytes group_a = Bytes::load(a + group * kPixels);
    const Bytes group_b = Bytes::load(b + group * kPixels);
    unsigned keys[kPixels];
#pragma unroll
    for (int i = 0; i < kPixels; ++i) keys[i] = key_of(group_a.pixel[i], group_b.pixel[i]);
    add_group<Used::kAll>(table, keys);
  }
  // What is left is less than a warp's groups, and comes to one warp.
  const std::int64_t first = (group - threadIdx.x % 32) * kPixels;
  for (std::int64_t i = first + threadIdx.x % 32; i < pairs.count; i += 32) {
    table.add(key_of(a[i], b[i]), 1);
  }
}

enum class Bins { kGeneral, kBytes };

template <class A, class B, Bins kBins>
__global__ void __launch_bounds__(kThreads)
    count_pairs_shared_kernel(DevicePairs pairs, DeviceBinning first, DeviceBinning second,
                              int words, int replica_bits, DeviceCounts out,
                              std::uint32_t* scratch) {
  using Table = SharedTable<kBins == Bins::kGeneral>;
  std::uint32_t* const table = Table::words();
  for (int i = static_cast<int>(threadIdx.x); 4 * i < words << replica_bits; i += kThreads) {
    reinterpret_cast<uint4*>(table)[i] = make_uint4(0, 0, 0, 0);
  }
  __syncthreads();
  const Table counter{replica_bits, out.counts};
  if constexpr (kBins == Bins::kBytes) {
    count_bytes(pairs, counter);
  } else {
    count_all<A, B>(pairs, first, second, counter, out.others);
  }
  __syncthreads();
  std::uint32_t* const mine = scratch + static_cast<std::int64_t>(blockIdx.x) * words;
  if (replica_bits == 0) {
    for (int i = static_cast<int>(threadIdx.x); 4 * i < words; i += kThreads) {
      reinterpret_cast<uint4*>(mine)[i] = reinterpret_cast<const uint4*>(table)[i];
    }
    return;
  }
  for (int i = static_cast<int>(threadIdx.x); i < words; i += kThreads) {
    // The copies of a count may add up to more than 16 bits.
    std::uint32_t sum = table[i << replica_bits];
    for (int copy = 1; copy < 1 << replica_bits; ++copy) {
      const std::uint32_t more = table[(i << replica_bits) + copy];
      const std::uint32_t low = (sum & 0xffffU) + (more & 0xffffU);
      const std::uint32_t high = (sum >> 16U) + (more >> 16U);
      if (low > 0xffffU) atomicAdd(out.counts + 2 * i, kGiven);
      if (high > 0xffffU) atomicAdd(out.counts + 2 * i + 1, kGiven);
      sum = (low & 0xffffU) | (high << 16U);
    }
    mine[i] = sum;
  }
}

template <class A, class B>
__global__ void __launch_bounds__(kThreads)
    count_pairs_global_kernel(DevicePairs pairs, DeviceBinning first, DeviceBinning second,
                              DeviceCounts out) {
  count_all<A, B>(pairs, first, second, GlobalTable{out.counts}, out.others);
}

// Adds up the tables of all blocks, a group of four words a thread; kSumParts threads share the
// tables.
constexpr int kSumGroups = 32;
constexpr int kSumParts = 16;
__global__ void __launch_bounds__(kSumGroups* kSumParts)
    add_tables_kernel(const std::uint32_t* scratch, int words, int tables, int bins,
                      unsigned long long* counts) {
  __shared__ unsigned sums[kSumParts][8 * kSumGroups];
  const int first_word = static_cast<int>(blockIdx.x) * 4 * kSumGroups;
  const int word = first_word + 4 * static_cast<int>(threadIdx.x);
  unsigned sum[8] = {};
  if (word < words) {
#pragma unroll 8
    for (int t = static_cast<int>(threadIdx.y); t < tables; t += kSumParts) {
      const uint4 four = __ldcg(
          reinterpret_cast<const uint4*>(scratch + static_cast<std::int64_t>(t) * words + word));
      const unsigned pairs[4] = {four.x, four.y, four.z, four.w};
#pragma unroll
      for (int i = 0; i < 8; ++i) sum[i] += pairs[i / 2] >> (i % 2 * 16) & 0xffffU;
    }
  }
#pragma unroll
  for (int i = 0; i < 8; ++i) sums[threadIdx.y][i * kSumGroups + threadIdx.x] = sum[i];
  __syncthreads();
  const auto thread = static_cast<int>(threadIdx.y) * kSumGroups + static_cast<int>(threadIdx.x);
  const int bin = 2 * first_word + thread;
  if (thread < 8 * kSumGroups && bin < bins) {
    unsigned total = 0;
#pragma unroll
    for (const auto& part : sums) total += part[thread % 8 * kSumGroups + thread / 8];
    counts[bin] += total;
  }
}

template <class Body>
void with_pair_types(PixelType a, PixelType b, Body&& body) {
  with_pixel_type(
      a, [&](auto pixel_a) { with_pixel_type(b, [&](auto pixel_b) { body(pixel_a, pixel_b); }); });
}

using SharedKernel = void (*)(DevicePairs, DeviceBinning, DeviceBinning, int, int, DeviceCounts,
                              std::uint32_t*);

SharedKernel shared_kernel(const DeviceBinning& first, const DeviceBinning& second, bool masked) {
  const auto every_value = [](const DeviceBinning& binning) {
    return binning.type == PixelType::kUint8 && binning.table == nullptr && binning.bins == 256;
  };
  if (every_value(first) && every_value(second) && !masked) {
    return count_pairs_shared_kernel<std::uint8_t, std::uint8_t, Bins::kBytes>;
  }
  SharedKernel kernel = nullptr;
  with_pair_types(first.type, second.type, [&](auto a, auto b) {
    kernel = count_pairs_shared_kernel<decltype(a), decltype(b), Bins::kGeneral>;
  });
  return kernel;
}

}  // namespace

PairCounter::PairCounter(const DeviceBinning& first, const DeviceBinning& second, Tables tables)
    : first_(first), second_(second) {
  const std::int64_t most_bytes = cuda::most_shared_bytes();
  // Whole 16-byte groups: they are cleared and copied as such.
  const int words = (first.bins * second.bins + 7) / 8 * 4;
  const auto bytes = [&] { return (std::int64_t{words} << replica_bits_) * 4; };
  if (tables == Tables::kGlobal || bytes() > most_bytes) {
    blocks_ = 2 * cuda::multiprocessors();
    return;
  }
  words_ = words;
  constexpr int kMostReplicaBits = 5;  // a copy for each lane
  constexpr std::int64_t kReplicatedBytes = 32 << 10;
  while (replica_bits_ < kMostReplicaBits && 2 * bytes() <= kReplicatedBytes) {
    ++replica_bits_;
  }
  int resident = 0;
  for (const bool masked : {false, true}) {
    const SharedKernel kernel = shared_kernel(first, second, masked);
    cuda::allow_shared_bytes(kernel, static_cast<std::size_t>(bytes()));
    resident = cuda::resident_blocks(kernel, kThreads, static_cast<std::size_t>(bytes()));
  }
  blocks_ = std::max(cuda::multiprocessors(), resident);
}

void PairCounter::launch(const DevicePairs& pairs, const DeviceCounts& counts,
                         std::uint32_t* scratch, const cuda::Stream& stream) const {
  constexpr std::int64_t kPixelsPerBlock = std::int64_t{kThreads} * 16;
  const std::int64_t useful = (pairs.count + kPixelsPerBlock - 1) / kPixelsPerBlock;
  const auto blocks = static_cast<unsigned>(std::min(blocks_, useful));
  if (words_ == 0) {
    with_pair_types(first_.type, second_.type, [&](auto a, auto b) {
      cuda::launch(count_pairs_global_kernel<decltype(a), decltype(b)>, {blocks, kThreads}, stream,
                   pairs, first_, second_, counts);
    });
  } else {
    const SharedKernel kernel = shared_kernel(first_, second_, pairs.mask != nullptr);
    const auto bytes = (static_cast<std::size_t>(words_) << replica_bits_) * 4;
    cuda::launch(kernel, {blocks, kThreads, bytes}, stream, pairs, first_, second_, words_,
                 replica_bits_, counts, scratch);
    const dim3 sum_block(kSumGroups, kSumParts);
    cuda::launch(add_tables_kernel, {cuda::blocks_for(words_, 4 * kSumGroups), sum_block}, stream,
                 scratch, words_, static_cast<int>(blocks), first_.bins * second_.bins,
                 counts.counts);
  }
}

}  // namespace bitvox::joint_histogram
