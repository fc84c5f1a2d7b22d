// SPDX-License-Identifier: BSD-2-Clause
#include <algorithm>
#include <array>
#include <atomic>
#include <memory>
#include <numeric>
#include <vector>

#include "core/threads/parallel.hpp"
#include "ops/skeleton2d/brick_thinner.hpp"
#include "ops/skeleton2d/skeleton2d.hpp"

namespace bitvox::skeleton2d {
namespace {

// The threads work in crews, each on a slice of its own: crews of one where there are enough
// slices, and larger ones, if a slice is large enough to be shared.
struct Crews {
  Crews(const Shape& shape, int threads) {
    constexpr std::int64_t kWordsForOne = 4096;
    count = static_cast<int>(std::min<std::int64_t>(threads, shape.depth));
    size = static_cast<int>(
        std::clamp<std::int64_t>(shape.words_per_slice() / kWordsForOne, 1, threads / count));
  }
  int count;
  int size;
};

// What a crew's workers share.
struct Crew {
  Crew(const Rows& rows, const Shape& shape, int size)
      : thinner(rows, shape, size), barrier(size) {}

  BrickThinner thinner;
  Barrier barrier;
  std::int64_t slice = 0;
};

}  // namespace

std::int64_t bytes_cpu(const Shape& shape, int threads) {
  return Crews(shape, threads).count * BrickThinner::bytes(shape);
}

std::int64_t thin_cpu(InstructionSet instructions, Rule rule, BitVolume& volume, int threads,
                      Progress& progress) {
  const Rows& rows = rows_for<Rows>(instructions);
  const Shape& shape = volume.shape();
  const Crews crews(shape, threads);
  std::vector<std::unique_ptr<Crew>> all;
  all.reserve(static_cast<std::size_t>(crews.count));
  for (int i = 0; i < crews.count; ++i) {
    all.push_back(std::make_unique<Crew>(rows, shape, crews.size));
  }
  std::atomic<std::int64_t> next{0};
  std::array<std::atomic<std::int64_t>, kMostStages> rounds{};

  run_team(crews.count * crews.size, shape.depth, progress, [&](Team& team, int member) {
    Crew& crew = *all[static_cast<std::size_t>(member / crews.size)];
    BrickThinner& thinner = crew.thinner;
    const int worker = member % crews.size;
    for (;;) {
      if (worker == 0) {
        crew.slice = next++;
      }
      if (!crew.barrier.wait(team) || crew.slice >= shape.depth) {
        return;
      }
      std::uint64_t* const slice = volume.slice(crew.slice);
      if (!thinner.load(team, worker, slice)) {
        return;
      }
      for (std::size_t i = 0; i < kMostStages; ++i) {
        const ThinningStage& stage = kThinningStages[static_cast<int>(rule)][i];
        if (stage.passes == 0) {
          continue;
        }
        if (!thinner.run(team, worker, stage)) {
          return;
        }
        if (worker == 0) {
          std::int64_t most = rounds[i].load();
          while (most < thinner.rounds() &&
                 !rounds[i].compare_exchange_weak(most, thinner.rounds())) {
          }
        }
      }
      if (!thinner.store(team, worker, slice)) {
        return;
      }
      if (worker == 0) {
        team.add_done(1);
      }
    }
  });
  return std::accumulate(rounds.begin(), rounds.end(), std::int64_t{0});
}

}  // namespace bitvox::skeleton2d
