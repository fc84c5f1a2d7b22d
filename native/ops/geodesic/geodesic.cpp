// SPDX-License-Identifier: BSD-2-Clause
#include "ops/geodesic/geodesic.hpp"

#include <atomic>
#include <bit>
#include <utility>
#include <vector>

#include "core/options/check_fields.hpp"
#include "core/threads/onward.hpp"
#include "ops/geodesic/geodesic_costs.hpp"
#include "ops/geodesic/geodesic_objects.hpp"
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
  if (!inputs.objects) return;
  if (options.cost != Cost::kUniform) {
    throw InvalidInput("objects are measured with the cost 'uniform' alone");
  }
  if (inputs.seeds != nullptr) {
    throw InvalidInput("objects have seeds of their own; leave out the others");
  }
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
  const auto start = [&](Word* to, Progress& on) {
    seed_words(job.seeds, job.terrain, places, to, result, on);
  };
  const AlignedArray<Word> words =
      result.labels.empty()  // as there are no objects
          ? nothing_reached<Word>(job.terrain, result.run, progress)
          : search<Word>(job.terrain, job.shift, start, result.run, progress);
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

  auto [reading_seeds, reading, measuring, rest, writing] =
      progress_parts(progress, inputs.objects ? 0 : 1, 2, inputs.objects ? 100 : 0, 30, 3);
  PhaseProgress& handing_out = writing;
  Seeds seeds(shape, inputs.seeds, threads, reading_seeds);
  const Costs costs = costs_of(inputs.image, inputs.mask, seeds, options, threads, reading);

  Result result;
  result.cost_unit = costs.unit;
  result.clipped = costs.clipped;
  result.vanished = costs.vanished;
  result.reference = costs.reference;
  const Terrain terrain{costs, grid_of(shape, options, result.length_unit), options.backend,
                        threads};
  if (inputs.objects) {
    MeasuredObjects measured = measure_objects(terrain, options, result.run, measuring);
    seeds = Seeds(shape, measured.ends[0]);
    result.objects = objects_of(std::move(measured), shape, result.length_unit);
  }
  result.labels = seeds.labels();
  const bool labelled = outputs.labels != nullptr && result.labels.size() > 1;
  const int shift = labelled ? static_cast<int>(std::bit_width(result.labels.size() - 1)) : 0;
  const Job job{seeds, terrain, outputs, shift};
  Onward searching(rest);
  const bool done = (!labelled && run<std::uint32_t>(job, result, searching, handing_out)) ||
                    run<std::uint64_t>(job, result, searching, handing_out);
  if (!done) {
    throw InvalidInput(kTooLarge);
  }
  progress.report(1, 1);
  return result;
}

}  // namespace bitvox::geodesic
