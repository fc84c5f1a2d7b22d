// SPDX-License-Identifier: BSD-2-Clause
#pragma once

#include <cuda_runtime.h>

#include <cstdint>

#include "cuda/block_append.cuh"
#include "cuda/block_sum.cuh"
#include "cuda/overlap.cuh"
#include "cuda/warp.cuh"
#include "ops/agents/agent_lanes.hpp"

// The passes of a step on the GPU, a thread for each agent or some lanes of a warp.
namespace bitvox::agents {

inline constexpr unsigned kBlock = 256;

__device__ __forceinline__ std::int64_t this_thread() {
  return std::int64_t{blockIdx.x} * blockDim.x + threadIdx.x;
}

// Parts of steps are numbered through. Where launches are repeated, their parts count from *first,
// which somebody sets before.
struct PartNumber {
  const std::int64_t* first;  // or null
  std::int64_t after;

  __device__ std::int64_t get() const { return after + (first == nullptr ? 0 : *first); }
};

static __global__ void set_number_kernel(std::int64_t* number, std::int64_t value) {
  *number = value;
}

template <int kAxes>
__global__ void begin_kernel(const Crew<kAxes> crew, const Cells<kAxes> cells, std::int32_t count,
                             const Point<kAxes>* starts) {
  const std::int64_t i = this_thread();
  if (i >= count) return;
  const auto agent = static_cast<std::int32_t>(i);
  begin_at(crew, cells, agent, agent + 1, starts[i]);
}

template <Motion kMotion, int kAxes>
__global__ void __launch_bounds__(kBlock)
    ask_kernel(const Crew<kAxes> crew, const Cells<kAxes> cells,
               const __grid_constant__ Rules<kAxes> rules, std::int32_t count, PartNumber number) {
  cuda::wait_for_previous_kernel();
  const std::int64_t i = this_thread();
  if (i >= count) return;
  const std::int64_t part = number.get();
  const bool whole = rules.parts == 1;
  const std::int64_t step = whole ? part : part / rules.parts;
  ask<kMotion>(crew, cells, rules, static_cast<std::int32_t>(i), step,
               whole ? 0 : static_cast<std::int32_t>(part - step * rules.parts));
}

template <int kAxes>
__global__ void __launch_bounds__(kBlock)
    ask_for_daughters_kernel(const Crew<kAxes> crew, const Cells<kAxes> cells,
                             const __grid_constant__ Rules<kAxes> rules, std::int32_t count,
                             std::int64_t step) {
  cuda::wait_for_previous_kernel();
  const std::int64_t i = this_thread();
  if (i < count) ask_for_daughter(crew, cells, rules, static_cast<std::int32_t>(i), step);
}

// What was asked for, and what came of it, in numbers that blocks share: kTallies times 4.
inline constexpr unsigned kTallies = 256;
using TallyNumber = unsigned long long;  // that atomicAdd() takes

// All threads of a block call.
__device__ inline void count_verdicts(bool counts, Verdict verdict, TallyNumber* tallies) {
  const int of[4] = {
      __syncthreads_count(counts && verdict != Verdict::kNone),
      __syncthreads_count(counts && verdict == Verdict::kWall),
      __syncthreads_count(counts && verdict == Verdict::kPlace),
      __syncthreads_count(counts && verdict == Verdict::kRequest),
  };
  if (threadIdx.x != 0) return;
  for (unsigned i = 0; i < 4; ++i) {
    atomicAdd(&tallies[blockIdx.x % kTallies * 4 + i], static_cast<TallyNumber>(of[i]));
  }
}

// tallies may be null.
template <int kCells, int kLanes, int kAxes>
__global__ void __launch_bounds__(kBlock)
    decide_kernel(const Crew<kAxes> crew, const Cells<kAxes> cells, std::uint64_t seed,
                  std::int32_t count, PartNumber number, std::int32_t parts, TallyNumber* tallies) {
  cuda::wait_for_previous_kernel();
  const std::int64_t i = this_thread() / kLanes;
  const int lane = static_cast<int>(threadIdx.x) % kLanes;
  const auto agent = static_cast<std::int32_t>(i);
  const bool is_there = i < count;
  Verdict verdict = is_there ? crew.verdicts[agent] : Verdict::kNone;
  const bool asks = verdict == Verdict::kAsks;
  Found found;
  if (asks) {
    const std::int64_t part = number.get();
    const std::int64_t step = parts == 1 ? part : part / parts;
    found = look<kCells, kLanes>(crew, cells, seed, step, agent, lane);
  }
  if constexpr (kLanes > 1) {
    constexpr unsigned kAll = kLanes == 32 ? cuda::kAllLanes : (1U << (kLanes % 32)) - 1U;
    const int first = cuda::this_lane() - lane;
    found.place = (__ballot_sync(cuda::kAllLanes, found.place) >> first & kAll) != 0;
    found.request = (__ballot_sync(cuda::kAllLanes, found.request) >> first & kAll) != 0;
  }
  if (asks) {
    verdict = verdict_of(found.place, found.request);
    if (lane == 0) crew.verdicts[agent] = verdict;
  }
  if (tallies != nullptr) count_verdicts(is_there && lane == 0, verdict, tallies);
}

// Who got a daughter's place; nobody is to move there.
template <int kAxes>
__global__ void list_mothers_kernel(const Crew<kAxes> crew, std::int32_t count, Mother* mothers,
                                    int* listed) {
  const std::int64_t i = this_thread();
  const bool is_mother = i < count && crew.verdicts[i] == Verdict::kAccepted;
  const int at = cuda::append_by_block(listed, is_mother);
  if (!is_mother) return;
  mothers[at] = {crew.ids[i], i, 0};
  crew.verdicts[i] = Verdict::kNone;
}

// The second daughters get the numbers from `count` on.
template <int kAxes>
__global__ void divide_kernel(const Crew<kAxes> crew, const Cells<kAxes> cells, std::int32_t count,
                              const Mother* mothers, std::int32_t mother_count) {
  const std::int64_t i = this_thread();
  if (i >= mother_count) return;
  divide(crew, cells, mothers[i], count + static_cast<std::int32_t>(i));
}

// places[positions[id]]; without positions those of ids 1, 2, ...
template <int kAxes>
__global__ void list_places_kernel(const Crew<kAxes> crew, std::int32_t count,
                                   const std::int32_t* positions, Point<kAxes>* places) {
  const std::int64_t i = this_thread();
  if (i >= count) return;
  const auto agent = static_cast<std::int32_t>(i);
  const std::int32_t id = crew.ids[i];
  places[positions == nullptr ? id - 1 : positions[id]] = place_of(crew, agent);
}

// ---- Sorting: agents get numbers in the order of the words of cells ----------------------------

inline constexpr unsigned kWordsAtOnce = 1024;  // threads of a block

// Of the cells of a word, those that are its own.
template <int kAxes>
__device__ inline std::uint32_t own_bits(const Cells<kAxes>& cells, std::int64_t word,
                                         std::int64_t words) {
  return word < words ? cells.taken[word] & ((1U << Cells<kAxes>::kOfWord) - 1U) : 0U;
}

// How many are in each block of words.
template <int kAxes>
__global__ void count_kernel(const Cells<kAxes> cells, std::int64_t words, unsigned* counts) {
  __shared__ unsigned sums[cuda::kWarp];
  unsigned total;
  cuda::sum_before(static_cast<unsigned>(__popc(own_bits(cells, this_thread(), words))), sums,
                   &total);
  if (threadIdx.x == 0) counts[blockIdx.x] = total;
}

// counts[i] becomes the sum of those before; one block.
static __global__ void add_up_kernel(unsigned* counts, std::int64_t blocks) {
  __shared__ unsigned sums[cuda::kWarp];
  unsigned before = 0;
  for (std::int64_t first = 0; first < blocks; first += blockDim.x) {
    const std::int64_t i = first + threadIdx.x;
    unsigned total;
    const unsigned here = cuda::sum_before(i < blocks ? counts[i] : 0U, sums, &total);
    if (i < blocks) counts[i] = before + here;
    before += total;
  }
}

template <int kAxes>
__global__ void sort_kernel(const Crew<kAxes> from, const Crew<kAxes> to, const Cells<kAxes> cells,
                            std::int64_t words, const unsigned* counts, bool has_moves) {
  __shared__ unsigned sums[cuda::kWarp];
  const std::int64_t word = this_thread();
  std::uint32_t left = own_bits(cells, word, words);
  unsigned total;
  std::int64_t now =
      counts[blockIdx.x] + cuda::sum_before(static_cast<unsigned>(__popc(left)), sums, &total);
  for (; left != 0; left &= left - 1, ++now) {
    std::int32_t& agent =
        cells.agents[cells.cell(static_cast<std::uint32_t>(word), lowest_bit(left))];
    const std::int32_t before = agent;
    to.records[now] = read_record(from.records + before);
    to.ids[now] = from.ids[before];
    to.memories[now] = from.memories[before];
    to.verdicts[now] = from.verdicts[before];
    if (has_moves) to.moves[now] = from.moves[before];
    agent = static_cast<std::int32_t>(now);
  }
}

}  // namespace bitvox::agents
