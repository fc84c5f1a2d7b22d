// SPDX-License-Identifier: BSD-2-Clause
#include "ops/geodesic/geodesic.hpp"

#include <atomic>
#include <bit>
#include <cmath>
#include <optional>
#include <vector>

#include "core/options/check_fields.hpp"
#include "core/threads/onward.hpp"
#include "core/threads/ordered_sum.hpp"
#include "core/volumes/bit_runs.hpp"
#include "core/volumes/read_rows.hpp"
#include "core/volumes/read_volume.hpp"
#include "ops/geodesic/geodesic_costs.hpp"
#include "ops/geodesic/geodesic_output.hpp"
#include "ops/geodesic/geodesic_search.hpp"
#include "ops/geodesic/geodesic_seeds.hpp"

namespace bitvox::geodesic {
namespace {

void require_shape(const char* what, const Shape& shape, const Shape& of_image) {
  if (shape == of_image) return;
  throw InvalidInput(std::string(what) + size_text(shape) + ", the image " + size_text(of_image) +
                     "; they must be of one size");
}

void check(const Inputs& inputs, const Options& options) {
  check_fields(options);
  check_spacing(options.spacing);
  require_grey(inputs.image.type());
  const Shape& shape = inputs.image.shape();
  if (inputs.seeds != nullptr) {
    require_grey(inputs.seeds->type());
    require_shape("the seeds are ", inputs.seeds->shape(), shape);
  }
  if (inputs.mask != nullptr) require_shape("the mask is ", inputs.mask->shape(), shape);
}

// Of the finite values of the seeds within the mask; of integers to the nearest one.
double mean_of_seeds(const GreySource& image, const Seeds& seeds,
                     const std::optional<BitVolume>& mask, int threads, Progress& progress) {
  const Shape& shape = image.shape();
  BitVolume seeded(shape);
  auto [marking, adding] = progress_parts(progress, 1, 1);
  seeds.each_row(threads, marking, [&](std::int64_t y, std::int64_t z, const auto& of_row) {
    std::uint64_t* const words = seeded.slice(z) + y * shape.words_per_row();
    of_row([&](std::int64_t x, std::uint64_t) { words[x / 64] |= std::uint64_t{1} << (x % 64); });
    if (!mask) return;
    const std::uint64_t* const open = mask->slice(z) + y * shape.words_per_row();
    for (std::int64_t i = 0; i < shape.words_per_row(); ++i) words[i] &= open[i];
  });
  std::vector<double> sums(static_cast<std::size_t>(shape.height * shape.depth));
  std::atomic<std::int64_t> count{0};
  read_rows(image, threads, adding, [&](std::int64_t y, std::int64_t z, const auto* row) {
    double sum = 0;
    std::int64_t of_row = 0;
    for_each_run(seeded.slice(z) + y * shape.words_per_row(), shape.width,
                 [&](std::int64_t first, std::int64_t length) {
                   for (std::int64_t x = first; x < first + length; ++x) {
                     const auto value = static_cast<double>(row[x]);
                     if (!std::isfinite(value)) continue;
                     sum += value;
                     ++of_row;
                   }
                 });
    sums[static_cast<std::size_t>(z * shape.height + y)] = sum;
    count += of_row;
  });
  if (count == 0) return 0;  // all in walls
  const double mean = sum_of_rows(sums) / static_cast<double>(count);
  return image.type() == PixelType::kFloat32 ? mean : std::floor(mean + 0.5);
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

paths::Grid grid_of(const Shape& shape, const Options& options, double& unit) {
  const auto neighbours =
      static_cast<paths::Neighbours>(static_cast<int>(options.connectivity) + 1);
  const paths::StepLengths lengths = paths::step_lengths(shape, neighbours, options.spacing);
  unit = lengths.unit;
  return {shape, neighbours, lengths.steps};
}

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
  std::optional<BitVolume> mask;
  StandingProgress standing(reading);
  if (inputs.mask != nullptr) mask.emplace(read_volume(*inputs.mask, threads, standing));
  const double mean = options.cost == Cost::kDifference
                          ? mean_of_seeds(inputs.image, seeds, mask, threads, standing)
                          : 0;
  const Costs costs = read_costs(inputs.image, mask, options, mean, threads, reading);
  mask.reset();

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
