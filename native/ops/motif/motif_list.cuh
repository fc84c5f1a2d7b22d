// SPDX-License-Identifier: BSD-2-Clause
#pragma once

#include "ops/motif/motif_leaf.cuh"

namespace bitvox::motif {

// The windows of a sequence, of so many, that are within the distance of a leaf's prefix. How many
// mismatches each has left is its budget. Most have none left, and are set by the thread that read
// them; the last letters of the others are listed by budget, 1, 2, or more, so that lanes that
// work side by side do the same. Each warp lists its half of them.
constexpr int kWindowsPerThread = 10;
constexpr int kListed = kWindowsPerThread * kLeafThreads;
constexpr int kListedByWarp = kListed / kLeafWarps;
constexpr int kKinds = 3;  // of budgets

// How many there are of each kind, side by side.
constexpr unsigned kKindBits = 10;
constexpr unsigned kKindMask = (1U << kKindBits) - 1;
static_assert(kListedByWarp <= static_cast<int>(kKindMask));

struct ListMemory {
  std::uint16_t suffixes[kListed];
  std::uint8_t budgets[kListed];  // of the last kind
  unsigned counts[kLeafWarps];
};

// Of windows with more than 24 letters the prefix has more than 32 bits.
template <bool kLong>
class NearWindows {
 public:
  // Reads the windows and lists them; to be followed by a barrier, then by set().
  __device__ __forceinline__ void read(const unsigned long long* windows, int count,
                                       std::uint64_t prefix, int distance, ListMemory& list) {
    const int thread = static_cast<int>(threadIdx.x);
    unsigned counts = 0;
#pragma unroll
    for (int i = 0; i < kWindowsPerThread; ++i) {
      const int at = i * kLeafThreads + thread;
      const std::uint64_t window = at < count ? __ldg(windows + at) : 0;
      const std::uint64_t begin = window >> (2 * kGpuLeafLetters);
      const int differ =
          kLong ? mismatches(begin, prefix)
                : mismatches(static_cast<unsigned>(begin), static_cast<unsigned>(prefix));
      const int budget = at < count ? distance - differ : -1;
      items_[i] = budget << 16 | static_cast<int>(window & kLeafMask);
      if (budget > 0) counts += 1U << (kKindBits * static_cast<unsigned>(min(budget, kKinds) - 1));
    }
    unsigned sum = counts;  // of this lane and those before
#pragma unroll
    for (int step = 1; step < 32; step *= 2) {
      const unsigned before = __shfl_up_sync(cuda::kAllLanes, sum, static_cast<unsigned>(step));
      if (cuda::this_lane() >= step) sum += before;
    }
    const unsigned all = __shfl_sync(cuda::kAllLanes, sum, 31);
    const int warp = thread / 32;
    if (cuda::this_lane() == 0) list.counts[warp] = all;
    // One kind lies behind the other.
    unsigned place = sum - counts + (all << kKindBits) + (all << (2 * kKindBits));
    std::uint16_t* const suffixes = list.suffixes + warp * kListedByWarp;
    std::uint8_t* const budgets = list.budgets + warp * kListedByWarp;
#pragma unroll
    for (int i = 0; i < kWindowsPerThread; ++i) {
      const int budget = items_[i] >> 16;
      if (budget > 0) {
        const unsigned shift = kKindBits * static_cast<unsigned>(min(budget, kKinds) - 1);
        const unsigned at = place >> shift & kKindMask;
        place += 1U << shift;
        suffixes[at] = static_cast<std::uint16_t>(items_[i]);
        if (budget >= kKinds) budgets[at] = static_cast<std::uint8_t>(budget);
      }
    }
  }

  // Sets the words near them.
  __device__ __forceinline__ void set(const ListMemory& list, const Cells& cells) const {
    const unsigned lane = threadIdx.x % 32;
    const unsigned warp = threadIdx.x / 32;
    const unsigned counts[kLeafWarps] = {list.counts[0], list.counts[1]};
    const Kind many(counts, 2);
    for (unsigned i = warp; i < many.count; i += kLeafWarps) {
      const unsigned place = many.place(i);
      set_by_warp(cells, list.suffixes[place], list.budgets[place]);
    }
    const Kind two(counts, 1);  // half of the cells each
    for (unsigned i = lane; i < two.count; i += 32) {
      const LeafPlace place(list.suffixes[two.place(i)]);
      const unsigned* const any = place.to_any;
      if (warp == 0) {
        set_within_2(cells, place.own, place.word);
      } else {
#pragma unroll
        for (int k = 0; k < 3; ++k) {
          set_within_1(cells, place.own + any[k], place.word);
          set_word(cells, place.own + any[k] + any[(k + 1) % 3], place.word);
        }
      }
    }
    const Kind one(counts, 0);
    for (unsigned i = 32 * warp + lane; i < one.count; i += kLeafThreads) {
      const LeafPlace place(list.suffixes[one.place(i)]);
      set_within_1(cells, place.own, place.word);
#pragma unroll
      for (int k = 0; k < 3; ++k) set_word(cells, place.own + place.to_any[k], place.word);
    }
#pragma unroll
    for (int i = 0; i < kWindowsPerThread; ++i) {
      if (items_[i] >> 16 == 0) {
        const LeafPlace place(static_cast<unsigned>(items_[i]));
        set_word(cells, place.own, place.word);
      }
    }
  }

 private:
  struct Kind {
    unsigned count, of_first, first, second;
    __device__ __forceinline__ Kind(const unsigned* counts, unsigned kind) {
      const unsigned shift = kKindBits * kind;
      const auto before = [&](unsigned all) {
        return ((all << kKindBits) + (all << (2 * kKindBits))) >> shift & kKindMask;
      };
      of_first = counts[0] >> shift & kKindMask;
      count = of_first + (counts[1] >> shift & kKindMask);
      first = before(counts[0]);
      second = kListedByWarp + before(counts[1]) - of_first;
    }
    __device__ __forceinline__ unsigned place(unsigned i) const {
      return i + (i < of_first ? first : second);
    }
  };

  int items_[kWindowsPerThread];  // budget << 16 | last letters; the budget below 0 for none
};

}  // namespace bitvox::motif
