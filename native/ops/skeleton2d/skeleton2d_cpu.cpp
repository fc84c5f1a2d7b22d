// SPDX-License-Identifier: BSD-2-Clause
#include <algorithm>
#include <array>
#include <atomic>
#include <memory>
#include <mutex>
#include <vector>

#include "core/blocks/block_views.hpp"
#include "core/blocks/write_core.hpp"
#include "core/threads/parallel.hpp"
#include "core/threads/progress_parts.hpp"
#include "ops/skeleton2d/brick_thinner.hpp"
#include "ops/skeleton2d/skeleton2d_twins.hpp"

namespace bitvox::skeleton2d {

// The threads work in crews, each on a slice of its own: crews of one where there are enough
// slices, and larger ones, if a slice is large enough to be shared.
struct CrewPlan {
  CrewPlan(const Shape& shape, int threads) {
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

struct Crews {
  Crews(InstructionSet instructions, const Shape& shape, int threads) : plan(shape, threads) {
    const Rows& rows = rows_for<Rows>(instructions);
    for (int i = 0; i < plan.count; ++i) {
      all.push_back(std::make_unique<Crew>(rows, shape, plan.size));
    }
  }

  // Thins slices, which lie one after the other, in place.
  std::array<std::int64_t, kMostStages> thin(Rule rule, const Shape& shape, std::uint64_t* slices,
                                             Progress& progress);

  CrewPlan plan;
  std::vector<std::unique_ptr<Crew>> all;
};

std::array<std::int64_t, kMostStages> Crews::thin(Rule rule, const Shape& shape,
                                                  std::uint64_t* slices, Progress& progress) {
  std::atomic<std::int64_t> next{0};
  std::array<std::atomic<std::int64_t>, kMostStages> rounds{};

  run_team(plan.count * plan.size, shape.depth, progress, [&](Team& team, int member) {
    Crew& crew = *all[static_cast<std::size_t>(member / plan.size)];
    BrickThinner& thinner = crew.thinner;
    const int worker = member % plan.size;
    for (;;) {
      if (worker == 0) {
        crew.slice = next++;
      }
      if (!crew.barrier.wait(team) || crew.slice >= shape.depth) {
        return;
      }
      std::uint64_t* const slice = slices + crew.slice * shape.words_per_slice();
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
  std::array<std::int64_t, kMostStages> most{};
  std::copy(rounds.begin(), rounds.end(), most.begin());
  return most;
}

MemoryUser CpuTwin::user() { return {"Skeleton 2D", "Crop the image or use fewer threads."}; }

std::int64_t CpuTwin::bytes(const Job& job, const Block& block) {
  const Shape shape = block.read.shape();
  return CrewPlan(shape, job.threads).count * BrickThinner::bytes(shape) + bytes_beside_core(block);
}

CpuTwin::CpuTwin(const Job& job, InstructionSet instructions, const Block& largest)
    : job_(job), crews_(std::make_shared<Crews>(instructions, largest.read.shape(), job.threads)) {}

// Reads the slices even where the GPU was lost after it had: some may be skeletons by now, which
// ImageJ's rule would thin further.
Thinned CpuTwin::compute(const Block& block, SliceSink*, Progress& progress) {
  const Shape shape = block.read.shape();
  const BoxSource in(job_.in, block.read);
  Thinned thinned;
  make_core_words(block, *job_.out, job_.threads, [&](std::uint64_t* slices) {
    auto [reading, thinning, counting] = progress_parts(progress, 15, 75, 10);
    std::mutex mutex;
    parallel_for(
        shape.depth, job_.threads, reading, [&] { return in.open(); },
        [&](const auto& reader, std::int64_t z) {
          std::uint64_t* const slice = slices + z * shape.words_per_slice();
          reader->read_slices(z, 1, slice);
          const PixelCount of_slice = count_objects(slice, shape);
          const std::lock_guard lock(mutex);
          thinned.before.add(of_slice);
        });
    thinned.rounds = crews_->thin(job_.rule, shape, slices, thinning);
    thinned.after = count_in_slices(slices, shape, job_.threads, counting);
  });
  return counted_once(block, thinned);
}

}  // namespace bitvox::skeleton2d
