// SPDX-License-Identifier: BSD-2-Clause
#pragma once

#include "ops/motif/motif_leaf.cuh"

namespace bitvox::motif {

// With so few words left, each is tested by itself.
constexpr int kGpuFewWords = 8;

constexpr int kMostOrdered = 32;  // sequences: a lane each

struct GpuSearch {
  const std::uint64_t* windows;
  const long long* first;  // of each sequence's windows, and the end of the last
  int sequences;
  int letters, filled, distance, misses;
  int above;     // letters from a root to its lists
  int levels;    // letters from lists to their leaves
  int listed;    // so many lists; where there is none, or it does not fit, the windows are read
  int capacity;  // of a list
  // How many words of the letters after a root are within a budget.
  float balls[kMostOrdered];
  // Root i is (i + 1) * root_step & root_mask; `roots` of them from first_root on.
  unsigned long long first_root, roots, root_step, root_mask;
  unsigned long long* next_root;
  unsigned long long* found;
  unsigned* found_count;
  unsigned most;  // room for one more
};

// One warp: searches root by root.
template <int kPlanes>
class RootSearch {
 public:
  __device__ RootSearch(const GpuSearch& search, unsigned char* shared)
      : search_(search),
        memory_(*reinterpret_cast<WarpMemory*>(shared)),
        counts_(reinterpret_cast<int*>(shared + sizeof(WarpMemory))),
        lists_(reinterpret_cast<unsigned*>(counts_ + search.listed)),
        all_words_(all_words(search.filled)) {
    for (int i = cuda::this_lane(); i < kGpuCellWords; i += 32) memory_.cells[i] = 0;
    __syncwarp();
  }

  __device__ void search_root(std::uint64_t root) {
    choose_order(root);
    const unsigned prefixes = 1U << (2 * search_.above);
    const unsigned leaves = 1U << (2 * search_.levels);
    for (unsigned i = 0; i < prefixes; ++i) {
      prefix_ = root << (2 * search_.above) | i;
      for (int k = cuda::this_lane(); k < search_.listed; k += 32) counts_[k] = kNotMade;
      __syncwarp();
      for (unsigned leaf = 0; leaf < leaves && !too_many(); ++leaf) search_leaf(leaf);
    }
  }

  __device__ bool too_many() const {
    return *static_cast<volatile unsigned*>(search_.found_count) > search_.most;
  }

 private:
  static constexpr int kNotMade = -2;
  static constexpr int kDoesNotFit = -1;

  // Calls visit(window, whether there is one) on all lanes.
  template <class Visit>
  __device__ __forceinline__ void each_of_all(int sequence, const Visit& visit) const {
    const long long begin = search_.first[sequence];
    const int count = static_cast<int>(search_.first[sequence + 1] - begin);
    const auto* const windows =
        reinterpret_cast<const unsigned long long*>(search_.windows) + begin;
    const int lane = cuda::this_lane();
    std::uint64_t next = lane < count ? __ldg(windows + lane) : 0;
    for (int i = lane; i - lane < count; i += 32) {
      const std::uint64_t window = next;
      if (i + 32 < count) next = __ldg(windows + i + 32);  // while this one is worked on
      visit(window, i < count);
    }
  }

  // The order in which the sequences are asked, of the first ones: those that few words after the
  // root are near exclude most, and take least time.
  __device__ void choose_order(std::uint64_t root) {
    const int lane = cuda::this_lane();
    const int ordered = min(search_.sequences, kMostOrdered);
    const float ball = search_.balls[lane];
    const int shift = 2 * (kGpuLeafLetters + search_.levels + search_.above);
    float own = 0;  // of this lane's sequence
    for (int i = 0; i < ordered; ++i) {
      float sum = 0;
      each_of_all(i, [&](std::uint64_t window, bool there) {
        const int budget = search_.distance - mismatches(window >> shift, root);
        const float words = __shfl_sync(cuda::kAllLanes, ball, max(budget, 0));
        sum += there && budget >= 0 ? words : 0.0F;
      });
      sum = __shfl_sync(cuda::kAllLanes, cuda::warp_sum(sum), 0);
      if (lane == i) own = sum;
    }
    int rank = 0;
    for (int i = 0; i < ordered; ++i) {
      const float other = __shfl_sync(cuda::kAllLanes, own, i);
      rank += other < own || (other == own && i < lane) ? 1 : 0;
    }
    if (lane < ordered) memory_.order[rank] = lane;
    __syncwarp();
  }

  __device__ int sequence_at(int place) const {
    return place < kMostOrdered ? memory_.order[place] : place;
  }

  // budget << 24 | letters after the prefix.
  __device__ __noinline__ void make_list(int place) {
    const int shift = 2 * (kGpuLeafLetters + search_.levels);
    const unsigned mask = (1U << shift) - 1;
    unsigned* const list = lists_ + place * search_.capacity;
    const unsigned before = cuda::lanes_before(cuda::this_lane());
    int count = 0;
    __syncwarp();  // all have asked how long it is
    each_of_all(sequence_at(place), [&](std::uint64_t window, bool there) {
      const int budget = search_.distance - mismatches(window >> shift, prefix_);
      const bool kept = there && budget >= 0;
      const unsigned all = __ballot_sync(cuda::kAllLanes, kept);
      const int at = count + __popc(all & before);
      if (kept && at < search_.capacity) {
        list[at] = static_cast<unsigned>(budget) << 24 | (static_cast<unsigned>(window) & mask);
      }
      count += __popc(all);
    });
    if (cuda::this_lane() == 0) counts_[place] = count > search_.capacity ? kDoesNotFit : count;
    __syncwarp();
  }

  // How long the list is, or kDoesNotFit.
  __device__ int list_of(int place) {
    if (place >= search_.listed) return kDoesNotFit;
    if (counts_[place] == kNotMade) make_list(place);
    return counts_[place];
  }

  // Calls visit(budget, last letters) on all lanes for the windows of a sequence at a leaf; the
  // budget is below 0 for none.
  template <class Visit>
  __device__ __forceinline__ void each_window(int place, unsigned leaf, const Visit& visit) {
    const int lane = cuda::this_lane();
    const int count = list_of(place);
    if (count >= 0) {
      const unsigned* const list = lists_ + place * search_.capacity;
      for (int base = 0; base < count; base += 32) {
        const unsigned entry = base + lane < count ? list[base + lane] : 0;
        const unsigned letters = (entry & 0xffffffU) >> (2 * kGpuLeafLetters);
        const int budget = static_cast<int>(entry >> 24) - mismatches_of_two(letters, leaf);
        visit(base + lane < count ? budget : -1, entry & kLeafMask);
      }
      return;
    }
    const std::uint64_t prefix = prefix_ << (2 * search_.levels) | leaf;
    each_of_all(sequence_at(place), [&](std::uint64_t window, bool there) {
      const int budget = search_.distance - mismatches(window >> (2 * kGpuLeafLetters), prefix);
      visit(there ? budget : -1, static_cast<unsigned>(window) & kLeafMask);
    });
  }

  __device__ void search_leaf(unsigned leaf) {
    AliveWords<kPlanes> alive;
    alive.start(all_words_, search_.filled, search_.misses);
    int next = 0;
    while (next < search_.sequences) {
      Filler filler(memory_);
      each_window(next, leaf, [&](int budget, unsigned suffix) { filler.add(budget, suffix); });
      filler.finish();
      const unsigned lanes = alive.narrow(memory_.cells);
      ++next;
      if (lanes == 0) return;
      if (__popc(lanes) <= kGpuFewWords && alive.count() <= kGpuFewWords) break;
    }
#pragma unroll
    for (int block = 0; block < kGpuBlocks; ++block) {
      unsigned lanes = __ballot_sync(cuda::kAllLanes, alive.words[block] != 0);
      while (lanes != 0) {
        const int source = __ffs(lanes) - 1;
        lanes &= lanes - 1;
        unsigned bits = __shfl_sync(cuda::kAllLanes, alive.words[block], source);
        while (bits != 0) {
          const int bit = __ffs(bits) - 1;
          bits &= bits - 1;
          int lacking = kPlanes == 0 ? 0 : search_.misses + 1 - (1 << kPlanes);
#pragma unroll
          for (int plane = 0; plane < kPlanes; ++plane) {
            const unsigned of_lane =
                __shfl_sync(cuda::kAllLanes, alive.planes[plane][block], source);
            lacking += static_cast<int>(of_lane >> bit & 1) << plane;
          }
          test_word(leaf, static_cast<unsigned>(block << 10 | source << 5 | bit), next, lacking);
        }
      }
    }
  }

  __device__ __noinline__ void test_word(unsigned leaf, unsigned word, int next, int lacking) {
    for (int i = next; i < search_.sequences && lacking <= search_.misses; ++i) {
      bool near = false;
      each_window(i, leaf, [&](int budget, unsigned suffix) {
        near = near || mismatches(suffix, word) <= budget;
      });
      lacking += __any_sync(cuda::kAllLanes, near) ? 0 : 1;
    }
    if (lacking <= search_.misses && cuda::this_lane() == 0) {
      const unsigned place = atomicAdd(search_.found_count, 1U);
      if (place < search_.most) {
        const std::uint64_t prefix = prefix_ << (2 * search_.levels) | leaf;
        search_.found[place] = (prefix << (2 * kGpuLeafLetters) | word) >> (2 * search_.filled);
      }
    }
    __syncwarp();
  }

  const GpuSearch& search_;
  WarpMemory& memory_;
  int* counts_;
  unsigned* lists_;
  unsigned all_words_;
  std::uint64_t prefix_ = 0;
};

}  // namespace bitvox::motif
