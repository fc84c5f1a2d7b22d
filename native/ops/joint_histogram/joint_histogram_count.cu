// SPDX-License-Identifier: BSD-2-Clause
#include <algorithm>

#include "cuda/cuda_check.hpp"
#include "ops/joint_histogram/joint_histogram_count.cuh"

namespace bitvox::cuda {
namespace {

constexpr int kThreads = 1024;
constexpr unsigned kAllLanes = 0xffffffffU;
constexpr unsigned kNoKey = 0xffffffffU;

// ---- Bins ------------------------------------------------------------------------------------

template <class Pixel>
__device__ int bin_of(Pixel v, const DeviceBinning& binning) {
  return binning.table == nullptr ? v : __ldg(binning.table + v);
}

// The same operations in the same order as on the CPU, none of them fused.
__device__ int bin_of(float pixel, const DeviceBinning& binning) {
  const double v = pixel;
  if (v >= binning.low && v <= binning.high) {
    const double bin = __ddiv_rn(__dmul_rn(__dsub_rn(v, binning.low), binning.bins),
                                 __dsub_rn(binning.high, binning.low));
    return min(static_cast<int>(bin), binning.bins - 1);
  }
  return binning.bins + (isfinite(pixel) ? kOutsideBin : kNotFiniteBin);
}

// The pixels that one thread takes at a time, loaded in words of at least 8 bytes.
template <class Pixel, int kPixels>
struct alignas(8) Group {
  Pixel pixel[kPixels];

  __device__ static Group load(const Pixel* from) {
    Group group;
    if constexpr (sizeof(Group) % sizeof(uint4) == 0) {
#pragma unroll
      for (unsigned i = 0; i < sizeof(Group) / sizeof(uint4); ++i) {
        reinterpret_cast<uint4*>(&group)[i] = reinterpret_cast<const uint4*>(from)[i];
      }
    } else {
      reinterpret_cast<uint2&>(group) = *reinterpret_cast<const uint2*>(from);
    }
    return group;
  }
};

// ---- Tables ----------------------------------------------------------------------------------

constexpr unsigned long long kGiven = 65536;  // what a full 16-bit count gives away

// Two 16-bit counts a 32-bit word in shared memory. A count that overflows gives 65536 to the
// table in global memory; where the overflow ran from the low half into the high one, or out of
// the word, this is put right, so the halves and what was given away always add up.
struct SharedTable {
  int replica_bits;  // lanes with different remainders use different copies of a word
  unsigned long long* spill;

  // Named here, not passed as a pointer, so that the compiler knows it for shared memory.
  __device__ static std::uint32_t* words() {
    extern __shared__ __align__(16) std::uint32_t shared_words[];
    return shared_words;
  }

  __device__ unsigned index(unsigned key) const {
    return (key >> 1U) << replica_bits | (threadIdx.x & ((1U << replica_bits) - 1));
  }
  __device__ static unsigned shift(unsigned key) { return (key & 1U) << 4U; }

  __device__ void add(unsigned key, unsigned n) const {
    const std::uint32_t old = atomicAdd(words() + index(key), n << shift(key));
    if (((old >> shift(key)) & 0xffffU) + n > 0xffffU) {
      overflow(key, old > 0xffffffffU - n);
    }
  }

  // One for each key; overflows, which are rare, are looked for when all additions are under way.
  template <int kKeys>
  __device__ void add_all(const unsigned (&keys)[kKeys], bool equal) const {
    if (equal) {
      if (keys[0] != kNoKey) add(keys[0], kKeys);
      return;
    }
    unsigned overflows = 0;
    unsigned carries = 0;
#pragma unroll
    for (int i = 0; i < kKeys; ++i) {
      if (keys[i] != kNoKey) {
        const std::uint32_t old = atomicAdd(words() + index(keys[i]), 1U << shift(keys[i]));
        overflows |= ((old >> shift(keys[i])) & 0xffffU) == 0xffffU ? 1U << i : 0U;
        carries |= old == 0xffffffffU ? 1U << i : 0U;
      }
    }
    if (overflows != 0) {
#pragma unroll
      for (int i = 0; i < kKeys; ++i) {
        if ((overflows >> i & 1U) != 0) overflow(keys[i], (carries >> i & 1U) != 0);
      }
    }
  }

  // carried: an overflow of the low half ran through a full high half and out of the word.
  __device__ __noinline__ void overflow(unsigned key, bool carried) const {
    atomicAdd(spill + key, kGiven);
    if ((key & 1U) != 0) {
      return;  // the carry left the word
    }
    if (carried) {
      atomicAdd(spill + (key | 1U), kGiven);
    }
    if (atomicSub(words() + index(key), 0x10000U) < 0x10000U) {
      atomicAdd(spill + (key | 1U), ~kGiven + 1);  // a borrow undoes such a carry
    }
  }
};

struct GlobalTable {
  unsigned long long* counts;

  __device__ void add(unsigned key, unsigned n) const {
    atomicAdd(counts + key, static_cast<unsigned long long>(n));
  }

  template <int kKeys>
  __device__ void add_all(const unsigned (&keys)[kKeys], bool equal) const {
    // Where neighbours are often equal, few addresses would take most additions: look for them.
    const unsigned neighbour = __shfl_xor_sync(kAllLanes, keys[0], 1);
    if (__popc(__ballot_sync(kAllLanes, neighbour == keys[0])) >= 4) {
#pragma unroll
      for (int i = 0; i < kKeys; ++i) {
        const unsigned peers = __match_any_sync(kAllLanes, keys[i]);
        const bool leads = __ffs(static_cast<int>(peers)) - 1 == static_cast<int>(threadIdx.x % 32);
        if (leads && keys[i] != kNoKey) add(keys[i], static_cast<unsigned>(__popc(peers)));
      }
    } else if (equal) {
      if (keys[0] != kNoKey) add(keys[0], kKeys);
    } else {
#pragma unroll
      for (int i = 0; i < kKeys; ++i) {
        if (keys[i] != kNoKey) add(keys[i], 1);
      }
    }
  }
};

// All lanes of the warp together. On flat images one address would take all the additions, one
// after the other, so a whole warp, or group, of one key is added at once.
template <class Table, int kKeys>
__device__ void add_group(const Table& table, const unsigned (&keys)[kKeys]) {
  unsigned differences = 0;
#pragma unroll
  for (int i = 1; i < kKeys; ++i) differences |= keys[i] ^ keys[0];
  const unsigned leader = __shfl_sync(kAllLanes, keys[0], 0);
  if (__all_sync(kAllLanes, differences == 0 && keys[0] == leader)) {
    if (threadIdx.x % 32 == 0 && leader != kNoKey) {
      table.add(leader, 32 * kKeys);
    }
  } else {
    table.add_all(keys, differences == 0);
  }
}

// ---- Kernels ---------------------------------------------------------------------------------

// kEveryValue: 8-bit pixels that are their own bins, of 256.
enum class Bins { kGeneral, kEveryValue };

template <class A, class B>
constexpr int kGroupPixels = sizeof(A) + sizeof(B) == 2 ? 16 : 8;

template <class A, class B, Bins kBins>
class KeyMaker {
 public:
  __device__ KeyMaker(const DeviceBinning& first, const DeviceBinning& second)
      : first_(first), second_(second) {}

  __device__ unsigned key(A a, B b, bool used) {
    if constexpr (kBins == Bins::kEveryValue) {
      return used ? static_cast<unsigned>(b) << 8U | a : kNoKey;
    }
    const int bin_a = bin_of(a, first_);
    const int bin_b = bin_of(b, second_);
    if (bin_a < first_.bins && bin_b < second_.bins) {
      return used ? static_cast<unsigned>(bin_b * first_.bins + bin_a) : kNoKey;
    }
    if (used) {
      const bool odd =
          bin_a == first_.bins + kNotFiniteBin || bin_b == second_.bins + kNotFiniteBin;
      not_finite_ += odd ? 1 : 0;
      outside_ += odd ? 0 : 1;
    }
    return kNoKey;
  }

  __device__ void report(unsigned long long* others) const {
    if (outside_ != 0) {
      atomicAdd(others + kOutsideBin, static_cast<unsigned long long>(outside_));
    }
    if (not_finite_ != 0) {
      atomicAdd(others + kNotFiniteBin, static_cast<unsigned long long>(not_finite_));
    }
  }

 private:
  const DeviceBinning& first_;
  const DeviceBinning& second_;
  unsigned outside_ = 0;
  unsigned not_finite_ = 0;
};

template <class A, class B, Bins kBins, class Table>
__device__ void count_all(const DevicePairs& pairs, const DeviceBinning& first,
                          const DeviceBinning& second, const Table& table,
                          unsigned long long* others) {
  constexpr int kPixels = kGroupPixels<A, B>;
  const auto* a = static_cast<const A*>(pairs.first);
  const auto* b = static_cast<const B*>(pairs.second);
  const std::int64_t groups = (pairs.count + kPixels - 1) / kPixels;
  const std::int64_t whole = pairs.count / kPixels;
  const std::int64_t step = static_cast<std::int64_t>(gridDim.x) * kThreads;
  KeyMaker<A, B, kBins> maker(first, second);

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
        keys[i] = maker.key(group_a.pixel[i], group_b.pixel[i], true);
      }
    } else if (group < whole) {
      const auto mask = Group<std::uint8_t, kPixels>::load(pairs.mask + at);
#pragma unroll
      for (int i = 0; i < kPixels; ++i) {
        keys[i] = maker.key(group_a.pixel[i], group_b.pixel[i], mask.pixel[i] != 0);
      }
    } else {
#pragma unroll
      for (int i = 0; i < kPixels; ++i) {
        const bool there = at + i < pairs.count;
        keys[i] = there ? maker.key(a[at + i], b[at + i],
                                    pairs.mask == nullptr || pairs.mask[at + i] != 0)
                        : kNoKey;
      }
    }
    add_group(table, keys);
  }
  maker.report(others);
}

template <class A, class B, Bins kBins>
__global__ void __launch_bounds__(kThreads)
    count_pairs_shared_kernel(DevicePairs pairs, DeviceBinning first, DeviceBinning second,
                              int words, int replica_bits, DeviceCounts out,
                              std::uint32_t* scratch) {
  std::uint32_t* const table = SharedTable::words();
  for (int i = static_cast<int>(threadIdx.x); 4 * i < words << replica_bits; i += kThreads) {
    reinterpret_cast<uint4*>(table)[i] = make_uint4(0, 0, 0, 0);
  }
  __syncthreads();
  count_all<A, B, kBins>(pairs, first, second, SharedTable{replica_bits, out.counts}, out.others);
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
  count_all<A, B, Bins::kGeneral>(pairs, first, second, GlobalTable{out.counts}, out.others);
}

// Adds up the tables of all blocks; a row of kPart threads shares the tables of a word.
constexpr int kSumWords = 32;
constexpr int kSumParts = 16;
__global__ void __launch_bounds__(kSumWords* kSumParts)
    add_tables_kernel(const std::uint32_t* scratch, int words, int tables, int bins,
                      unsigned long long* counts) {
  __shared__ uint2 sums[kSumParts][kSumWords];
  const int word = static_cast<int>(blockIdx.x) * kSumWords + static_cast<int>(threadIdx.x);
  uint2 sum = make_uint2(0, 0);
  if (word < words) {
#pragma unroll 8
    for (int t = static_cast<int>(threadIdx.y); t < tables; t += kSumParts) {
      const std::uint32_t pair = __ldcg(scratch + static_cast<std::int64_t>(t) * words + word);
      sum.x += pair & 0xffffU;
      sum.y += pair >> 16U;
    }
  }
  sums[threadIdx.y][threadIdx.x] = sum;
  __syncthreads();
  if (threadIdx.y == 0 && word < words) {
    for (int part = 1; part < kSumParts; ++part) {
      sum.x += sums[part][threadIdx.x].x;
      sum.y += sums[part][threadIdx.x].y;
    }
    if (2 * word < bins) counts[2 * word] += sum.x;
    if (2 * word + 1 < bins) counts[2 * word + 1] += sum.y;
  }
}

template <class Body>
void with_pair_types(PixelType a, PixelType b, Body&& body) {
  with_pixel_type(
      a, [&](auto pixel_a) { with_pixel_type(b, [&](auto pixel_b) { body(pixel_a, pixel_b); }); });
}

using SharedKernel = void (*)(DevicePairs, DeviceBinning, DeviceBinning, int, int, DeviceCounts,
                              std::uint32_t*);

SharedKernel shared_kernel(const DeviceBinning& first, const DeviceBinning& second) {
  const auto every_value = [](const DeviceBinning& binning) {
    return binning.type == PixelType::kUint8 && binning.table == nullptr && binning.bins == 256;
  };
  if (every_value(first) && every_value(second)) {
    return count_pairs_shared_kernel<std::uint8_t, std::uint8_t, Bins::kEveryValue>;
  }
  SharedKernel kernel = nullptr;
  with_pair_types(first.type, second.type, [&](auto a, auto b) {
    kernel = count_pairs_shared_kernel<decltype(a), decltype(b), Bins::kGeneral>;
  });
  return kernel;
}

int device_attribute(cudaDeviceAttr attribute) {
  int value = 0;
  check(cudaDeviceGetAttribute(&value, attribute, 0), "asking for the GPU's properties");
  return value;
}

}  // namespace

PairCounter::PairCounter(const DeviceBinning& first, const DeviceBinning& second, Tables tables)
    : first_(first), second_(second) {
  const int multiprocessors = device_attribute(cudaDevAttrMultiProcessorCount);
  const int most_bytes = device_attribute(cudaDevAttrMaxSharedMemoryPerBlockOptin);
  // Whole 16-byte groups: they are cleared and copied as such.
  const int words = (first.bins * second.bins + 7) / 8 * 4;
  const auto bytes = [&] { return (std::int64_t{words} << replica_bits_) * 4; };
  if (tables == Tables::kGlobal || bytes() > most_bytes) {
    blocks_ = 2 * std::int64_t{multiprocessors};
    return;
  }
  words_ = words;
  constexpr int kMostReplicaBits = 5;  // a copy for each lane
  constexpr std::int64_t kReplicatedBytes = 32 << 10;
  while (replica_bits_ < kMostReplicaBits && 2 * bytes() <= kReplicatedBytes) {
    ++replica_bits_;
  }
  const SharedKernel kernel = shared_kernel(first, second);
  int per_multiprocessor = 1;
  check(cudaFuncSetAttribute(kernel, cudaFuncAttributeMaxDynamicSharedMemorySize,
                             static_cast<int>(bytes())),
        "setting the size of shared memory");
  check(cudaOccupancyMaxActiveBlocksPerMultiprocessor(&per_multiprocessor, kernel, kThreads,
                                                      static_cast<std::size_t>(bytes())),
        "asking for the occupancy");
  blocks_ = std::int64_t{multiprocessors} * std::max(1, per_multiprocessor);
}

void PairCounter::launch(const DevicePairs& pairs, const DeviceCounts& counts,
                         std::uint32_t* scratch, cudaStream_t stream) const {
  constexpr std::int64_t kPixelsPerBlock = std::int64_t{kThreads} * 16;
  const std::int64_t useful = (pairs.count + kPixelsPerBlock - 1) / kPixelsPerBlock;
  const auto blocks = static_cast<unsigned>(std::min(blocks_, useful));
  if (words_ == 0) {
    with_pair_types(first_.type, second_.type, [&](auto a, auto b) {
      count_pairs_global_kernel<decltype(a), decltype(b)>
          <<<blocks, kThreads, 0, stream>>>(pairs, first_, second_, counts);
    });
  } else {
    const SharedKernel kernel = shared_kernel(first_, second_);
    const auto bytes = (static_cast<std::size_t>(words_) << replica_bits_) * 4;
    kernel<<<blocks, kThreads, bytes, stream>>>(pairs, first_, second_, words_, replica_bits_,
                                                counts, scratch);
    const dim3 sum_block(kSumWords, kSumParts);
    const auto sum_blocks = static_cast<unsigned>((words_ + kSumWords - 1) / kSumWords);
    add_tables_kernel<<<sum_blocks, sum_block, 0, stream>>>(
        scratch, words_, static_cast<int>(blocks), first_.bins * second_.bins, counts.counts);
  }
  check(cudaGetLastError(), "counting pairs on the GPU");
}

}  // namespace bitvox::cuda
