// SPDX-License-Identifier: BSD-2-Clause
#pragma once

#include <algorithm>
#include <atomic>
#include <bit>
#include <cstdint>
#include <memory>
#include <string>

#include "core/backends/run_on.hpp"
#include "core/error.hpp"
#include "core/memory/aligned_array.hpp"
#include "core/threads/parallel.hpp"
#include "core/threads/progress_parts.hpp"
#include "ops/geodesic/geodesic_costs.hpp"
#include "ops/geodesic/geodesic_twins.hpp"

namespace bitvox::geodesic {

// Below this the CPU is done before a GPU has been given its work.
inline constexpr std::int64_t kGpuPaysVoxels = std::int64_t{1} << 16;
inline GpuUse gpu_use(const Shape& shape) {
  return shape.voxel_count() < kGpuPaysVoxels ? GpuUse::kTooSmall : GpuUse::kPays;
}

inline constexpr const char* kTooLarge =
    "the distances are too large for 64-bit whole numbers; use voxels whose sides differ less, or "
    "fewer labels";

// Between what costs, how long steps are, and how it is run.
struct Terrain {
  const Costs& costs;
  paths::Grid grid;
  const std::string& backend;
  int threads;
};

// body(first, end) for some thousand voxels at a time, on several threads.
template <class Body>
void each_part(std::int64_t voxels, int threads, Progress& progress, const Body& body) {
  constexpr std::int64_t kPart = std::int64_t{1} << 18;
  parallel_for((voxels + kPart - 1) / kPart, threads, progress,
               [&](std::int64_t i) { body(i * kPart, std::min(voxels, (i + 1) * kPart)); });
}

template <class Word>
Word largest_word(const Word* words, std::int64_t voxels, int threads, Progress& progress) {
  std::atomic<Word> all{0};
  each_part(voxels, threads, progress, [&](std::int64_t first, std::int64_t end) {
    Word most = 0;
    for (std::int64_t i = first; i < end; ++i) {
      if (words[i] != paths::kFar<Word>) most = std::max(most, words[i]);
    }
    for (Word known = all; known < most && !all.compare_exchange_weak(known, most);) {
    }
  });
  return all;
}

// What search() finds where there are no seeds.
template <class Word>
AlignedArray<Word> nothing_reached(const Terrain& terrain, RunReport& report, Progress& progress) {
  const std::int64_t voxels = terrain.grid.voxels();
  require_memory(kHostUser, host_memory(), voxels * static_cast<std::int64_t>(sizeof(Word)));
  auto words = aligned_array<Word>(voxels);
  each_part(voxels, terrain.threads, progress, [&](std::int64_t first, std::int64_t end) {
    std::fill(words.get() + first, words.get() + end, paths::kFar<Word>);
  });
  report.backend =
      choose_backend(requested_backend(terrain.backend), gpu_use(terrain.grid.shape)).name;
  return words;
}

// The words of all voxels from those of the seeds, which seed(words, progress) sets among others
// that are kFar. Nothing where these words are too narrow.
template <class Word, class Seed>
AlignedArray<Word> search(const Terrain& terrain, int shift, const Seed& seed, RunReport& report,
                          Progress& progress) {
  const paths::Grid& grid = terrain.grid;
  const std::uint64_t cost = std::max<std::uint64_t>(1, terrain.costs.largest);
  if (!paths::sum_fits<Word>(cost, grid.longest_step(), shift)) return {};
  require_memory(kHostUser, host_memory(), grid.voxels() * static_cast<std::int64_t>(sizeof(Word)));
  auto words = aligned_array<Word>(grid.voxels());
  auto [seeding, searching, looking] = progress_parts(progress, 1, 30, 1);
  PhaseProgress& seeds = seeding;  // twice, where the GPU fails
  PhaseProgress& paths = searching;
  const auto start = [&] {
    StandingProgress standing(seeds);
    each_part(grid.voxels(), terrain.threads, standing, [&](std::int64_t first, std::int64_t end) {
      std::fill(words.get() + first, words.get() + end, paths::kFar<Word>);
    });
    seed(words.get(), seeds);
  };
  terrain.costs.with([&](const auto* costs) {
    using Whole = std::remove_cvref_t<decltype(costs[0])>;
    const Problem<Word, Whole> problem{grid, {shift}, costs};
    run_on(
        terrain.backend, gpu_use(grid.shape), report,
        [&](Gpu) {
          start();
          distances_cuda(problem, terrain.threads, paths)->find(words.get(), paths);
          return 0;
        },
        [&](InstructionSet instructions) {
          start();
          distances_cpu(instructions, problem, terrain.threads)->find(words.get(), paths);
          return 0;
        });
  });
  const Word largest = largest_word(words.get(), grid.voxels(), terrain.threads, looking);
  if (!paths::sum_is_exact(largest, cost, grid.longest_step(), shift)) return {};
  return words;
}

}  // namespace bitvox::geodesic
