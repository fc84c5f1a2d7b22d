// SPDX-License-Identifier: BSD-2-Clause
#include "ops/geodesic/geodesic.hpp"

#include <atomic>
#include <bit>
#include <vector>

#include "core/options/check_fields.hpp"
#include "core/threads/onward.hpp"
#include "ops/geodesic/geodesic_costs.hpp"
#include "ops/geodesic/geodesic_output.hpp"
#include "ops/geodesic/geodesic_search.hpp"
#include "ops/geodesic/geodesic_seeds.hpp"
#include "ops/geodesic/geodesic_terrain.hpp"

namespace bitvox::geodesic {
namespace {

void check(const Inputs& inputs, const Options& options) {
  check_fields(options);
  if (inputs.seeds != nullptr) {
    require_grey(inputs.seeds->type());
    require_shape("the seeds are ", inputs.seeds->shape(), inputs.image.shape());
  }
  check_terrain(inputs.image, inputs.mask, options);
}

// The start of a search: seeds that are no walls, with the place of their label.
template <class Word>
void seed_words(const Seeds& seeds, const Terrain& terrain, Word places, Word* words,
                Result& result, Progress& progress) {
  const Shape& shape = terrain.grid.shape;
  std::atomic<std::int64_t> open{0}, in_walls{0};
  terrain.costs.with([&](const auto* costs) {
    using Whole = std::remove_cvref_t<decltype(costs[0])>;
    seeds.each_row(terrain.threads, progress,
                   [&](std::int64_t y, std::int64_t z, const auto& of_row) {
                     const std::int64_t row = (z * shape.height + y) * shape.width;
                     std::int64_t open_here = 0, walls_here = 0;
                     of_row([&](std::int64_t x, std::uint64_t place) {
                       const bool wall = costs[row + x] == paths::kWall<Whole>;
                       ++(wall ? walls_here : open_here);
                       if (!wall) words[row + x] = static_cast<Word>(place) & places;
                     });
                     open += open_here;
                     in_walls += walls_here;
                   });
  });
  result.seeds = open;
  result.seeds_in_walls = in_walls;
  if (open == 0) {
    throw InvalidInput("all seeds lie in walls: outside the mask, or where a voxel has no cost");
  }
}

struct Job {
  const Seeds& seeds;
  const Terrain& terrain;
  const Outputs& outputs;
  int shift;  // of labels
};

// False where the words are too narrow.
template <class Word>
bool run(const Job& job, Result& result, Progress& progress, Progress& handing_out) {
  const Word places = (Word{1} << job.shift) - 1;
  const AlignedArray<Word> words = search<Word>(
      job.terrain, job.shift,
      [&](Word* to, Progress& on) { seed_words(job.seeds, job.terrain, places, to, result, on); },
      result.run, progress);
  if (!words) return false;
  Output<Word>(job.terrain.grid.shape, words.get(), job.shift, job.terrain.costs, job.outputs,
               result)
      .hand_out(job.terrain.threads, handing_out);
  return true;
}

}  // namespace

Result measure(const Inputs& inputs, const Options& options, const Outputs& outputs,
               Progress& progress) {
  check(inputs, options);
  const Shape& shape = inputs.image.shape();
  const int threads = thread_count(options.threads);
  StandingProgress starting(progress);
  choose_backend(requested_backend(options.backend), gpu_use(shape), &starting);  // or says no
  require_memory(kHostUser, host_memory(), shape.voxel_count() * 5);

  auto [reading_seeds, reading, rest, writing] = progress_parts(progress, 1, 2, 30, 3);
  PhaseProgress& handing_out = writing;
  const Seeds seeds(shape, inputs.seeds, threads, reading_seeds);
  const Costs costs = costs_of(inputs.image, inputs.mask, seeds, options, threads, reading);

  Result result;
  result.labels = seeds.labels();
  result.cost_unit = costs.unit;
  result.clipped = costs.clipped;
  result.vanished = costs.vanished;
  result.reference = costs.reference;
  const Terrain terrain{costs, grid_of(shape, options, result.length_unit), options.backend,
                        threads};
  const bool labelled = outputs.labels != nullptr && result.labels.size() > 1;
  const int shift = labelled ? static_cast<int>(std::bit_width(result.labels.size() - 1)) : 0;
  const Job job{seeds, terrain, outputs, shift};
  Onward searching(rest);
  const bool done = (!labelled && run<std::uint32_t>(job, result, searching, handing_out)) ||
                    run<std::uint64_t>(job, result, searching, handing_out);
  if (!done) {
    throw InvalidInput(
        "the distances are too large for 64-bit whole numbers; use voxels whose sides "
        "differ less, or fewer labels");
  }
  progress.report(1, 1);
  return result;
}

}  // namespace bitvox::geodesic
