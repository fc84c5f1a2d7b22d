// SPDX-License-Identifier: BSD-2-Clause
#pragma once

#include "cuda/warp.cuh"
#include "ops/joint_histogram/joint_histogram_keys.cuh"

// Where a thread adds its keys.
namespace bitvox::joint_histogram {

// Whether all keys of a group count, or some are kNoKey.
enum class Used { kSome, kAll };

using cuda::kAllLanes;
constexpr unsigned long long kGiven = 65536;  // what a full 16-bit count gives away

// Two 16-bit counts a 32-bit word in shared memory. A count that overflows gives 65536 to the
// table in global memory; where the overflow ran from the low half into the high one, or out of
// the word, this is put right, so the halves and what was given away always add up.
template <bool kReplicated>
struct SharedTable {
  int replica_bits;  // if kReplicated: lanes with different remainders use different copies
  unsigned long long* spill;

  // Named here, not passed as a pointer, so that the compiler knows it for shared memory.
  __device__ static std::uint32_t* words() {
    extern __shared__ __align__(16) std::uint32_t shared_words[];
    return shared_words;
  }

  __device__ unsigned index(unsigned key) const {
    if constexpr (!kReplicated) return key >> 1U;
    return (key >> 1U) << replica_bits | (threadIdx.x & ((1U << replica_bits) - 1));
  }
  __device__ static unsigned shift(unsigned key) { return (key & 1U) << 4U; }

  // Whether n more would be too many for the count of this key.
  __device__ static bool is_full(std::uint32_t word, unsigned key, unsigned n) {
    return ((word >> shift(key)) & 0xffffU) + n > 0xffffU;
  }

  __device__ void add(unsigned key, unsigned n) const {
    const std::uint32_t old = atomicAdd(words() + index(key), n << shift(key));
    if (is_full(old, key, n)) overflow(key, old > 0xffffffffU - n);
  }

  // One for each key; overflows, which are rare, are looked for when all additions are under way.
  template <Used kUsed, int kKeys>
  __device__ void add_all(const unsigned (&keys)[kKeys], bool equal) const {
    if (equal) {
      if (kUsed == Used::kAll || keys[0] != kNoKey) add(keys[0], kKeys);
      return;
    }
    std::uint32_t old[kKeys];
    bool any_full = false;
#pragma unroll
    for (int i = 0; i < kKeys; ++i) {
      old[i] = 0;
      if (kUsed == Used::kAll || keys[i] != kNoKey) {
        old[i] = atomicAdd(words() + index(keys[i]), 1U << shift(keys[i]));
      }
    }
#pragma unroll
    for (int i = 0; i < kKeys; ++i) any_full |= is_full(old[i], keys[i], 1);
    if (any_full) put_right(keys, old);
  }

  template <int kKeys>
  __device__ void put_right(const unsigned (&keys)[kKeys],
                            const std::uint32_t (&old)[kKeys]) const {
    // Copies, so that those of the caller stay in registers while these are gone through.
    unsigned key[kKeys];
    std::uint32_t word[kKeys];
#pragma unroll
    for (int i = 0; i < kKeys; ++i) {
      key[i] = keys[i];
      word[i] = old[i];
    }
#pragma unroll 1
    for (int i = 0; i < kKeys; ++i) {
      if (is_full(word[i], key[i], 1)) overflow(key[i], word[i] == 0xffffffffU);
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

  template <Used kUsed, int kKeys>
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
template <Used kUsed, class Table, int kKeys>
__device__ void add_group(const Table& table, const unsigned (&keys)[kKeys]) {
  unsigned differences = 0;
#pragma unroll
  for (int i = 1; i < kKeys; ++i) differences |= keys[i] ^ keys[0];
  const unsigned leader = __shfl_sync(kAllLanes, keys[0], 0);
  if (__all_sync(kAllLanes, differences == 0 && keys[0] == leader)) {
    if (threadIdx.x % 32 == 0 && (kUsed == Used::kAll || leader != kNoKey)) {
      table.add(leader, 32 * kKeys);
    }
  } else {
    table.template add_all<kUsed>(keys, differences == 0);
  }
}

}  // namespace bitvox::joint_histogram
