// SPDX-License-Identifier: BSD-2-Clause
#pragma once

#include "ops/motif/motif_alive.cuh"
#include "ops/motif/motif_list.cuh"

namespace bitvox::motif {

// With so few words left, each is tested by itself.
constexpr int kGpuFewWords = 4;

constexpr int kMostOrdered = 32;  // sequences: a lane each

struct GpuSearch {
  const unsigned long long* windows;
  const long long* first;  // of each sequence's windows, and the end of the last
  int sequences;
  int filled, distance, misses;
  int above;  // letters from a root to its leaves
  // Root i is (i + 1) * root_step & root_mask; `roots` of them from first_root on.
  unsigned long long first_root, root_step, root_mask;
  unsigned roots;
  unsigned char* order;  // of each root's first sequences
  // How many words of the letters after a root are within a budget.
  float balls[kMostOrdered];
  unsigned* next_leaf;
  unsigned long long* found;
  unsigned* found_count;
  unsigned most;  // room for one more

  __device__ std::uint64_t root(unsigned i) const {
    return (first_root + i + 1) * root_step & root_mask;
  }
};

struct LeafMemory {
  unsigned cells[kGpuCellWords];
  ListMemory list;
  long long begins[kMostOrdered];  // of the windows of the sequences that are asked first
  int counts[kMostOrdered];
  unsigned leaf;
  bool too_many;
  unsigned hits;
  int few;
  std::uint64_t words[kGpuFewWords];  // whole ones
  int lacking[kGpuFewWords];
};

// One block: searches leaf by leaf. All is inlined, as addresses in shared memory are only known to
// be such within one function: others take twice as many instructions.
template <int kPlanes, bool kLong>
class LeafSearch {
 public:
  __device__ __forceinline__ LeafSearch(const GpuSearch& search, LeafMemory& memory)
      : search_(search), memory_(memory), cells_(memory.cells) {}

  // Leaf i of the part: of root i >> 2 * above.
  __device__ __forceinline__ void search_leaf(unsigned leaf) {
    const unsigned root = leaf >> (2 * search_.above);
    prefix_ =
        search_.root(root) << (2 * search_.above) | (leaf & ((1U << (2 * search_.above)) - 1));
    if (static_cast<int>(threadIdx.x) < min(search_.sequences, kMostOrdered)) {
      const int sequence = search_.order[root * kMostOrdered + threadIdx.x];
      const long long begin = search_.first[sequence];
      memory_.begins[threadIdx.x] = begin;
      memory_.counts[threadIdx.x] = static_cast<int>(search_.first[sequence + 1] - begin);
    }
    AliveWords<kPlanes> alive;
    alive.start(search_.filled, search_.misses);
    int next = 0;
    int threads = kLeafThreads;  // that have any word left
    while (next < search_.sequences && (threads > kGpuFewWords || !keep_few(alive))) {
      clear_cells();
      __syncthreads();
      set_near(next++);
      threads = __syncthreads_count(alive.narrow(memory_.cells) ? 1 : 0);
      if (threads == 0) return;
    }
    if (next == search_.sequences) {
      alive.write(memory_.cells);
      each_word([&](unsigned word) { report(whole(word)); });
    } else {
      test_few(next);
    }
  }

 private:
  __device__ __forceinline__ void clear_cells() {
    uint4* const cells = reinterpret_cast<uint4*>(memory_.cells);
#pragma unroll
    for (int i = static_cast<int>(threadIdx.x); i < kGpuCellWords / 4; i += kLeafThreads) {
      cells[i] = uint4{0, 0, 0, 0};
    }
  }

  struct Windows {
    const unsigned long long* begin;
    int count;
  };
  __device__ __forceinline__ Windows windows_at(int place) const {
    if (place < kMostOrdered)
      return {search_.windows + memory_.begins[place], memory_.counts[place]};
    const long long begin = search_.first[place];
    return {search_.windows + begin, static_cast<int>(search_.first[place + 1] - begin)};
  }

  // The words near the windows of a sequence, into cleared cells.
  __device__ __forceinline__ void set_near(int place) {
    const Windows windows = windows_at(place);
#pragma unroll 1
    for (int done = 0; done < windows.count; done += kListed) {
      NearWindows<kLong> near;
      near.read(windows.begin + done, min(kListed, windows.count - done), prefix_, search_.distance,
                memory_.list);
      __syncthreads();
      near.set(memory_.list, cells_);
      __syncthreads();
    }
  }

  __device__ __forceinline__ std::uint64_t whole(unsigned word) const {
    return prefix_ << (2 * kGpuLeafLetters) | word;
  }

  // Calls visit(word) for this lane's words, which it has written to the cells.
  template <class Visit>
  __device__ __forceinline__ void each_word(const Visit& visit) {
    constexpr unsigned kOfLane = kFirstLetters * kFirstCells;
#pragma unroll 1
    for (unsigned i = 0; i < kOfLane; ++i) {
      const unsigned place = (threadIdx.x / 32 * kOfLane + i) * 32 + threadIdx.x % 32;
      for (unsigned bits = memory_.cells[place]; bits != 0; bits &= bits - 1) {
        visit(place << 5 | static_cast<unsigned>(__ffs(static_cast<int>(bits)) - 1));
      }
    }
  }

  // Puts the words left where they are tested one by one; whether they fit.
  __device__ __forceinline__ bool keep_few(const AliveWords<kPlanes>& alive) {
    if (threadIdx.x == 0) memory_.few = 0;
    alive.write(memory_.cells);
    __syncthreads();
    each_word([&](unsigned word) {
      const int place = atomicAdd(&memory_.few, 1);
      if (place < kGpuFewWords) {
        memory_.words[place] = whole(word);
        memory_.lacking[place] = alive.lacked_by(word, search_.misses);
      }
    });
    __syncthreads();
    return memory_.few <= kGpuFewWords;
  }

  // Those words, in the sequences from `next` on.
  __device__ __forceinline__ void test_few(int next) {
    unsigned left = (1U << memory_.few) - 1;
    int lacking[kGpuFewWords];
    for (int k = 0; k < kGpuFewWords; ++k) lacking[k] = memory_.lacking[k];
    for (; next < search_.sequences && left != 0; ++next) {
      __syncthreads();  // all have read what was hit before
      if (threadIdx.x == 0) memory_.hits = 0;
      const Windows windows = windows_at(next);
      unsigned hits = 0;
      for (int i = static_cast<int>(threadIdx.x); i < windows.count; i += kLeafThreads) {
        const std::uint64_t window = __ldg(windows.begin + i);
        for (unsigned rest = left; rest != 0; rest &= rest - 1) {
          const int k = __ffs(static_cast<int>(rest)) - 1;
          if (mismatches(window, memory_.words[k]) <= search_.distance) hits |= 1U << k;
        }
      }
      __syncthreads();
      if (hits != 0) atomicOr(&memory_.hits, hits);
      __syncthreads();
#pragma unroll
      for (int k = 0; k < kGpuFewWords; ++k) {
        lacking[k] += (memory_.hits >> k & 1) != 0 ? 0 : 1;
        if (lacking[k] > search_.misses) left &= ~(1U << k);
      }
    }
    if (threadIdx.x < kGpuFewWords && (left >> threadIdx.x & 1) != 0) {
      report(memory_.words[threadIdx.x]);
    }
  }

  __device__ __forceinline__ void report(std::uint64_t word) {
    const unsigned place = atomicAdd(search_.found_count, 1U);
    if (place < search_.most) search_.found[place] = word >> (2 * search_.filled);
  }

  const GpuSearch& search_;
  LeafMemory& memory_;
  Cells cells_;
  std::uint64_t prefix_ = 0;
};

}  // namespace bitvox::motif
