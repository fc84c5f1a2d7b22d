// SPDX-License-Identifier: BSD-2-Clause
#pragma once

#include <cuda_runtime.h>

#include <cstdint>

#include "colour/frame_words.hpp"
#include "colour/object_workspace.cuh"
#include "colour/run_words.hpp"
#include "cuda/block_sum.cuh"

// The steps in which one block finds the objects of a plane, as PlaneObjects does: all threads call
// each in turn. A run that goes on in the next word is two, which are joined.
namespace bitvox::colour {

inline constexpr int kObjectThreads = 1024;

struct ObjectPlane {
  std::uint64_t* words;           // cleaned
  const std::uint64_t* own;       // before that
  const std::uint8_t* certainty;  // 64 bytes for each word, or null
  int words_per_row;
  int count;  // words
};

// Body(i) for i below count, by all threads.
template <class Body>
__device__ __forceinline__ void for_each_by_block(std::uint32_t count, const Body& body) {
  for (std::uint32_t i = threadIdx.x; i < count; i += kObjectThreads) body(i);
}

// Body(i, sum of value(j) for j < i) for i below count, where value(i) is asked before that;
// returns the sum of all. Ends with a barrier.
template <class Value, class Body>
__device__ __forceinline__ std::uint32_t number_by_block(std::uint32_t count, const Value& value,
                                                         const Body& body) {
  __shared__ unsigned of_warps[kObjectThreads / cuda::kWarp];
  std::uint32_t all = 0;
  for (std::uint32_t first = 0; first < count; first += kObjectThreads) {
    const std::uint32_t i = first + threadIdx.x;
    unsigned total = 0;
    const unsigned before = cuda::sum_before(i < count ? value(i) : 0U, of_warps, &total);
    if (i < count) body(i, all + before);
    all += total;
  }
  __syncthreads();
  return all;
}

struct WordsAndRuns {
  std::uint32_t words;  // that are not empty
  std::uint32_t runs;
};

// Counts them in each group of the plane's words, and then before each group.
__device__ inline WordsAndRuns count_words(const ObjectPlane& plane, const ObjectWorkspace& work) {
  const int lane = cuda::this_lane();
#pragma unroll 4
  for (int group = static_cast<int>(threadIdx.x) / cuda::kWarp; group < work.groups;
       group += kObjectThreads / cuda::kWarp) {
    const int at = group * cuda::kWarp + lane;
    const std::uint64_t word = at < plane.count ? plane.words[at] : 0;
    const unsigned not_empty = __ballot_sync(cuda::kAllLanes, word != 0);
    const int runs = not_empty == 0 ? 0 : cuda::warp_sum(run_count(word));
    if (lane == 0) {
      work.not_empty[group] = not_empty;
      work.words_before[group] = static_cast<std::uint32_t>(__popc(not_empty));
      work.runs_before[group] = static_cast<std::uint32_t>(runs);
    }
  }
  __syncthreads();
  const auto before_each = [&](std::uint32_t* counts) {
    return number_by_block(
        static_cast<std::uint32_t>(work.groups), [&](std::uint32_t i) { return counts[i]; },
        [&](std::uint32_t i, std::uint32_t before) { counts[i] = before; });
  };
  const std::uint32_t words = before_each(work.words_before);
  return {words, before_each(work.runs_before)};
}

// Lists the words that are not empty; each run is a tree of its own.
__device__ inline void list_words(const ObjectPlane& plane, const ObjectWorkspace& work,
                                  std::uint32_t runs) {
  const int lane = cuda::this_lane();
  for (int group = static_cast<int>(threadIdx.x) / cuda::kWarp; group < work.groups;
       group += kObjectThreads / cuda::kWarp) {
    const unsigned not_empty = work.not_empty[group];
    if (not_empty == 0) continue;
    const int at = group * cuda::kWarp + lane;
    const std::uint64_t word = at < plane.count ? plane.words[at] : 0;
    const unsigned before = cuda::sum_of_lanes_before(static_cast<unsigned>(run_count(word)));
    if (word != 0) {
      const std::uint32_t entry =
          work.words_before[group] +
          static_cast<std::uint32_t>(__popc(not_empty & cuda::lanes_before(lane)));
      work.place[entry] = static_cast<std::uint32_t>(at);
      work.first_run[entry] = work.runs_before[group] + before;
    }
  }
  for_each_by_block(runs, [&](std::uint32_t run) { work.parents[run] = run; });
  __syncthreads();
}

// Joins the runs that touch by edges or corners, and leaves at each the first of its object.
__device__ inline void join_runs(const ObjectPlane& plane, const ObjectWorkspace& work,
                                 const WordsAndRuns& counts) {
  const cuda::ArrayTrees trees{work.parents};
  // From roots, to which ways get shorter as they are walked: most of those that touch are of one
  // tree already, and would go from row to row to find that out.
  const auto join = [&](std::uint32_t a, std::uint32_t b) {
    cuda::hang(trees, cuda::find_root(trees, a), cuda::find_root(trees, b));
  };
  constexpr int kLast = 63;
  for_each_by_block(counts.words, [&](std::uint32_t entry) {
    const auto at = static_cast<int>(work.place[entry]);
    const std::uint64_t word = plane.words[at];
    const std::uint32_t first = work.first_run[entry];
    const int column = at % plane.words_per_row;
    const bool reaches_left = (word & 1) != 0 && column > 0;
    const bool reaches_right = word >> kLast != 0 && column + 1 < plane.words_per_row;
    const bool goes_on_left = reaches_left && plane.words[at - 1] >> kLast != 0;
    if (goes_on_left) join(first, first - 1);
    const int up = at - plane.words_per_row;
    if (up < 0) return;
    const std::uint64_t above = plane.words[up];
    if (above != 0) {
      const std::uint32_t first_above = work.first_run_of(up);
      for_each_contact(word, above, [&](int run, int other) {
        join(first + static_cast<std::uint32_t>(run),
             first_above + static_cast<std::uint32_t>(other));
      });
    }
    // By a corner alone: not where a pixel beside it joins both.
    if (reaches_left && !goes_on_left && (above & 1) == 0) {
      const std::uint64_t left = plane.words[up - 1];
      if (left >> kLast != 0) {
        join(first, work.first_run_of(up - 1) + static_cast<std::uint32_t>(run_count(left) - 1));
      }
    }
    if (reaches_right && above >> kLast == 0 && (plane.words[at + 1] & 1) == 0 &&
        (plane.words[up + 1] & 1) != 0) {
      join(first + static_cast<std::uint32_t>(run_count(word) - 1), work.first_run_of(up + 1));
    }
  });
  __syncthreads();
  for_each_by_block(counts.runs, [&](std::uint32_t run) {  // others may be walking over it
    atomicMin(trees.at(run), cuda::find_root(trees, run));
  });
  __syncthreads();
}

// Numbers the objects by their first runs, and leaves at each run its object's number. Returns how
// many there are, or more than the limit, where no number is left.
__device__ inline std::uint32_t number_objects(const ObjectWorkspace& work, std::uint32_t runs) {
  constexpr std::uint32_t kIsNumber = 0x80000000U;
  std::uint32_t* const parents = work.parents;
  const std::uint32_t objects = number_by_block(
      runs, [&](std::uint32_t run) { return parents[run] == run ? 1U : 0U; },
      [&](std::uint32_t run, std::uint32_t before) {
        if (parents[run] == run) parents[run] = kIsNumber | before;
      });
  if (objects > static_cast<std::uint32_t>(work.limits.objects)) return objects;
  for_each_by_block(runs, [&](std::uint32_t run) {
    const std::uint32_t parent = parents[run];
    if ((parent & kIsNumber) == 0) parents[run] = parents[parent];
  });
  __syncthreads();
  for_each_by_block(runs, [&](std::uint32_t run) { parents[run] &= ~kIsNumber; });
  __syncthreads();
  return objects;
}

// Of the pixels of a word whose bits are set.
__device__ inline std::uint32_t sum_of_certainties(const std::uint8_t* of_word,
                                                   std::uint64_t bits) {
  constexpr int kOfFour = 16;
  const auto* const fours = reinterpret_cast<const uint4*>(of_word);
  std::uint32_t sum = 0;
  for (int i = 0; i < 64 / kOfFour; ++i) {
    const auto own = static_cast<std::uint32_t>(bits >> (kOfFour * i)) & 0xffffU;
    if (own == 0) continue;
    const uint4 four = fours[i];
    sum = __dp4a(four.x, bytes_of_bits(own & 15U), sum);
    sum = __dp4a(four.y, bytes_of_bits(own >> 4 & 15U), sum);
    sum = __dp4a(four.z, bytes_of_bits(own >> 8 & 15U), sum);
    sum = __dp4a(four.w, bytes_of_bits(own >> 12), sum);
  }
  return sum;
}

// Adds the runs of words to their objects, a run a lane at a time: where all are of one object they
// are added up first.
__device__ inline void measure_objects(const ObjectPlane& plane, const ObjectWorkspace& work,
                                       std::uint32_t words, std::uint32_t objects) {
  for_each_by_block(objects, [&](std::uint32_t object) {
#pragma unroll
    for (int i = 0; i < kObjectFields; ++i) {
      const auto which = static_cast<ObjectField>(i);
      *work.field(which, object) = which == kLeft || which == kTop ? ~0U : 0U;
    }
  });
  __syncthreads();
  const std::uint32_t lane = threadIdx.x % cuda::kWarp;
  for (std::uint32_t begin = threadIdx.x - lane; begin < words; begin += kObjectThreads) {
    std::uint64_t word = 0;
    std::uint64_t own = 0;
    std::uint32_t run = 0;
    std::uint32_t at = 0;
    if (begin + lane < words) {
      at = work.place[begin + lane];
      run = work.first_run[begin + lane];
      word = plane.words[at];
      own = plane.own[at];
    }
    const std::uint32_t y = at / static_cast<std::uint32_t>(plane.words_per_row);
    const std::uint32_t x = 64 * (at % static_cast<std::uint32_t>(plane.words_per_row));
    while (__any_sync(cuda::kAllLanes, word != 0)) {
      constexpr std::uint32_t kNone = ~0U;
      std::uint32_t object = kNone;
      std::uint32_t area = 0;
      std::uint32_t sum_x = 0;
      std::uint32_t own_area = 0;
      std::uint32_t certainty = 0;
      if (word != 0) {
        const std::uint64_t bits = rest_of_run(word, lowest_bit(word));
        word ^= bits;
        object = work.parents[run++];
        const std::uint32_t left = x + static_cast<std::uint32_t>(lowest_bit(bits));
        const std::uint32_t right = x + static_cast<std::uint32_t>(highest_bit(bits));
        area = right - left + 1;
        sum_x = (left + right) * area / 2;
        own_area = static_cast<std::uint32_t>(bit_count(bits & own));
        if (plane.certainty != nullptr) {
          certainty = sum_of_certainties(plane.certainty + std::int64_t{64} * at, bits & own);
        }
        const auto lower = [&](ObjectField which, std::uint32_t value) {
          std::uint32_t* const least = work.field(which, object);
          if (value < cuda::fresh(least)) atomicMin(least, value);
        };
        const auto raise = [&](ObjectField which, std::uint32_t value) {
          std::uint32_t* const most = work.field(which, object);
          if (value > cuda::fresh(most)) atomicMax(most, value);
        };
        lower(kLeft, left);
        lower(kTop, y);
        raise(kRight, right);
        raise(kBottom, y);
      }
      std::uint32_t sum_y = area * y;
      int is_one = 0;
      __match_all_sync(cuda::kAllLanes, object, &is_one);
      if (is_one != 0) {
        for (std::uint32_t* const each : {&area, &sum_x, &sum_y, &own_area, &certainty}) {
          *each = cuda::warp_sum(*each);
        }
        if (lane != 0) object = kNone;
      }
      if (object == kNone) continue;
      atomicAdd(work.field(kArea, object), area);
      atomicAdd(work.field(kOwn, object), own_area);
      work.add_long(kSumX, object, sum_x);
      work.add_long(kSumY, object, sum_y);
      work.add_long(kCertainty, object, certainty);
    }
  }
  __syncthreads();
}

}  // namespace bitvox::colour
