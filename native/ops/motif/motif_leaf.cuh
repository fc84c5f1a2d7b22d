// SPDX-License-Identifier: BSD-2-Clause
#pragma once

#include <cstdint>

#include "cuda/warp.cuh"

// What a warp does at a leaf of the tree: the words of one prefix, 4^7 of them, a bit each. The
// last 5 letters are a bit of the 32 words of a block, a word a lane; the first 2 choose one of 16
// blocks. As on the CPU (motif_rows.hpp) either of these may stand for any letter: 5^2 cells.
namespace bitvox::motif {

constexpr int kGpuLeafLetters = 7;
constexpr int kGpuBlocks = 16;
constexpr int kGpuCells = 25;
constexpr int kGpuCellWords = kGpuCells * 32;  // of 32 bits
constexpr int kQueue = 64;
constexpr unsigned kLeafMask = (1U << (2 * kGpuLeafLetters)) - 1;

// Shared memory of one warp; the lists of the root follow.
struct WarpMemory {
  unsigned cells[kGpuCellWords];
  unsigned queue[kQueue];
  int order[32];
};

// The halves' mismatches, bits 0, 2, 4, ..., side by side: counting bits is what takes long.
__device__ __forceinline__ int mismatches(std::uint64_t a, std::uint64_t b) {
  const std::uint64_t bits = a ^ b;
  const std::uint64_t differ = (bits | bits >> 1) & 0x5555555555555555ULL;
  return __popc(static_cast<unsigned>(differ) | static_cast<unsigned>(differ >> 32) << 1);
}
__device__ __forceinline__ int mismatches(unsigned a, unsigned b) {
  const unsigned bits = a ^ b;
  return __popc((bits | bits >> 1) & 0x55555555U);
}

// Of at most 2 letters, without counting bits.
__device__ __forceinline__ int mismatches_of_two(unsigned a, unsigned b) {
  const unsigned bits = a ^ b;
  const unsigned differ = (bits | bits >> 1) & 5U;
  return static_cast<int>((differ + (differ >> 2)) & 3U);
}

// The words of 2 letters within 1 of one, as 16 bits.
__device__ __forceinline__ unsigned near_pair(unsigned pair) {
  return 0xfU << (pair & 12) | 0x1111U << (pair & 3);
}

// This lane's word of a block: what is within a budget of 2 or more of a word of 5 letters.
__device__ __forceinline__ unsigned ball_word(unsigned word, int budget, unsigned lane) {
  const unsigned other = lane ^ word >> 5;
  const int left = budget - ((other & 24) != 0) - ((other & 6) != 0);
  unsigned result = 0;
#pragma unroll
  for (unsigned low = 0; low < 2; ++low) {
    const unsigned third = (lane & 1) << 1 | low;
    const int here = left - (third != (word >> 4 & 3));
    const unsigned half = here < 0    ? 0U
                          : here == 0 ? 1U << (word & 15)
                          : here == 1 ? near_pair(word & 15)
                                      : 0xffffU;
    result |= half << (16 * low);
  }
  return result;
}

// What is within 1 of a word of 5 letters, by one lane: 16 bits in 8 words.
__device__ __forceinline__ void add_near(unsigned* cell, unsigned word) {
  const unsigned at = word >> 5;
  const unsigned bit = 1U << (word & 31);
  const unsigned other_bit = 1U << ((word & 31) ^ 16);  // another third letter
  atomicOr(cell + at, near_pair(word & 15) << (word & 16) | other_bit);
  atomicOr(cell + (at ^ 1), bit | other_bit);
#pragma unroll
  for (unsigned i = 1; i < 4; ++i) {
    atomicOr(cell + (at ^ 2 * i), bit);
    atomicOr(cell + (at ^ 8 * i), bit);
  }
}

// Puts windows with a budget of 1 or more, one a lane, into all their cells.
__device__ __forceinline__ void add_budgets(unsigned* cells, unsigned item, bool there) {
  const unsigned lane = static_cast<unsigned>(cuda::this_lane());
  const unsigned word = item & 1023;
  const unsigned first = item >> 12 & 3;
  const unsigned second = item >> 10 & 3;
  const int budget = static_cast<int>(item >> 16);
#pragma unroll
  for (int stars = 0; stars < 4; ++stars) {
    const unsigned cell = (stars & 2 ? 4 : first) * 5 + (stars & 1 ? 4 : second);
    const int left = there ? budget - (stars == 0 ? 0 : stars == 3 ? 2 : 1) : -1;
    if (left == 0) atomicOr(cells + cell * 32 + (word >> 5), 1U << (word & 31));
    if (left == 1) add_near(cells + cell * 32, word);
    unsigned larger = __ballot_sync(cuda::kAllLanes, left >= 2);
    __syncwarp();
    while (larger != 0) {  // each by the whole warp
      const int source = __ffs(larger) - 1;
      larger &= larger - 1;
      const unsigned its_cell = __shfl_sync(cuda::kAllLanes, cell, source);
      const unsigned its_word = __shfl_sync(cuda::kAllLanes, word, source);
      const int its_budget = __shfl_sync(cuda::kAllLanes, left, source);
      cells[its_cell * 32 + lane] |= ball_word(its_word, its_budget, lane);
    }
    __syncwarp();
  }
}

// Collects windows for add_budgets() until there is one for each lane; those with a budget of 0,
// which are most, go into their one cell at once. Budgets below 0: nothing.
class Filler {
 public:
  __device__ explicit Filler(WarpMemory& memory) : memory_(memory) {}

  __device__ __forceinline__ void add(int budget, unsigned suffix) {
    if (budget == 0) {
      const unsigned cell = (suffix >> 12) * 5 + (suffix >> 10 & 3);
      atomicOr(memory_.cells + cell * 32 + (suffix >> 5 & 31), 1U << (suffix & 31));
    }
    const unsigned larger = __ballot_sync(cuda::kAllLanes, budget > 0);
    if (larger == 0) return;
    if (budget > 0) {
      const int place = count_ + __popc(larger & cuda::lanes_before(cuda::this_lane()));
      memory_.queue[place] = static_cast<unsigned>(min(budget, kGpuLeafLetters)) << 16 | suffix;
    }
    count_ += __popc(larger);
    if (count_ >= 32) flush(32);
  }

  __device__ __forceinline__ void finish() {
    if (count_ > 0) flush(count_);
    __syncwarp();
  }

 private:
  __device__ __noinline__ void flush(int count) {
    __syncwarp();
    const int lane = cuda::this_lane();
    count_ -= count;
    const bool there = lane < count;
    const unsigned item = there ? memory_.queue[count_ + lane] : 0;
    __syncwarp();
    add_budgets(memory_.cells, item, there);
  }

  WarpMemory& memory_;
  int count_ = 0;
};

// This lane's word of a block: the words that end with so many letters A.
__device__ inline unsigned all_words(int filled) {
  const unsigned zero = (1U << (2 * filled)) - 1;
  const unsigned lane = static_cast<unsigned>(cuda::this_lane());
  unsigned bits = 0;
  for (unsigned bit = 0; bit < 32; ++bit) {
    if (((lane << 5 | bit) & zero) == 0) bits |= 1U << bit;
  }
  return bits;
}

// The words of a leaf that may still be motifs, this lane's word of each block, and bit planes that
// count the sequences that a word lacks, so that their overflow means "too many".
template <int kPlanes>
struct AliveWords {
  unsigned words[kGpuBlocks];
  unsigned planes[kPlanes > 0 ? kPlanes : 1][kGpuBlocks];

  // `bits`: this lane's word of all_words().
  __device__ void start(unsigned bits, int filled, int misses) {
    const unsigned zero = filled > 5 ? (1U << (2 * filled - 10)) - 1 : 0;  // of the blocks
    const int first = (1 << kPlanes) - 1 - misses;
#pragma unroll
    for (int i = 0; i < kGpuBlocks; ++i) {
      words[i] = (static_cast<unsigned>(i) & zero) == 0 ? bits : 0;
#pragma unroll
      for (int plane = 0; plane < kPlanes; ++plane) {
        planes[plane][i] = (first >> plane & 1) != 0 ? ~0U : 0U;
      }
    }
  }

  // Takes out what lacks one more sequence than allowed: what is in no cell lacks this one. Clears
  // the cells. Returns the lanes that have any word left.
  __device__ unsigned narrow(unsigned* cells) {
    const int lane = cuda::this_lane();
    unsigned any_first[5];
#pragma unroll
    for (int i = 0; i < 5; ++i) any_first[i] = cells[(20 + i) * 32 + lane];
    unsigned left = 0;
#pragma unroll
    for (int first = 0; first < 4; ++first) {
      const unsigned any = cells[(first * 5 + 4) * 32 + lane] | any_first[4];
#pragma unroll
      for (int second = 0; second < 4; ++second) {
        const int i = first * 4 + second;
        const unsigned found = cells[(first * 5 + second) * 32 + lane] | any_first[second] | any;
        unsigned lost = words[i] & ~found;
#pragma unroll
        for (int plane = 0; plane < kPlanes; ++plane) {
          const unsigned carry = planes[plane][i] & lost;
          planes[plane][i] ^= lost;
          lost = carry;
        }
        words[i] &= ~lost;
        left |= words[i];
      }
    }
#pragma unroll
    for (int i = 0; i < kGpuCells; ++i) cells[i * 32 + lane] = 0;
    __syncwarp();
    return __ballot_sync(cuda::kAllLanes, left != 0);
  }

  // How many words are left, to all lanes.
  __device__ int count() const {
    int count = 0;
#pragma unroll
    for (int i = 0; i < kGpuBlocks; ++i) count += __popc(words[i]);
    return __shfl_sync(cuda::kAllLanes, cuda::warp_sum(count), 0);
  }
};

}  // namespace bitvox::motif
