// SPDX-License-Identifier: BSD-2-Clause
#include "ops/random_walker/random_walker.hpp"

#include <algorithm>
#include <cmath>
#include <memory>
#include <optional>

#include "core/backends/run_on.hpp"
#include "core/error.hpp"
#include "core/options/check_fields.hpp"
#include "core/threads/parallel.hpp"
#include "core/threads/progress_parts.hpp"
#include "ops/random_walker/random_walker_input.hpp"
#include "ops/random_walker/random_walker_islands.hpp"
#include "ops/random_walker/random_walker_output.hpp"
#include "ops/random_walker/random_walker_walks.hpp"

namespace bitvox::random_walker {
namespace {

// Below this the CPU is done before a GPU has been given its work.
constexpr std::int64_t kGpuPaysVoxels = std::int64_t{1} << 16;

void check(const GreySource& image, const GreySource& seeds, const Options& options) {
  check_fields(options);
  if (options.at_once < 1 || options.at_once > weighted_grid::kMostSides) {
    throw InvalidInput("at_once=" + std::to_string(options.at_once) + " is not allowed; use 1 to " +
                       std::to_string(weighted_grid::kMostSides));
  }
  check_spacing(options.spacing);
  require_grey(image.type());
  require_grey(seeds.type());
  if (seeds.shape() != image.shape()) {
    throw InvalidInput("the seeds are " + size_text(seeds.shape()) + ", the image " +
                       size_text(image.shape()) + "; they must be of one size");
  }
}

// What makes a value from 0 to 1 of the largest integer of its type.
double unit_of(PixelType type) {
  return type == PixelType::kUint8 ? 255 : type == PixelType::kUint16 ? 65535 : 1;
}

Scales scales_of(const Options& options, double unit, double deviation) {
  const Spacing& size = options.spacing;
  const double smallest = std::min({size.x, size.y, size.z});
  // Of raw values: both the difference squared and the deviation are in units.
  const double strength = deviation > 0 ? options.beta / (10 * deviation * unit) : 0;
  const auto scale = [&](double h) {
    const double ratio = smallest / h;
    return static_cast<float>(std::min(strength * (ratio * ratio), 1e30));
  };
  return {scale(size.x), scale(size.y), scale(size.z)};
}

// Errors from here on tell no label from another.
constexpr double kAnyLabel = 0.5;

void require_labels(const Result& result, const Options& options) {
  if (result.converged || result.error < kAnyLabel) return;
  throw InvalidInput("the labels are not known after " + std::to_string(options.most_iterations) +
                     " iterations, as the steps differ too much; use a smaller beta or smooth the "
                     "image first");
}

struct Job {
  const Input& input;
  const Seeds& seeds;
  const Islands& islands;
  const Options& options;
  const Outputs& outputs;
  int threads;
};

State seed_of(std::int64_t label) { return static_cast<State>(kFirstSeed + label); }

// make(most_at_once, progress) makes the walks.
template <class Make>
Result run(const Job& job, const Make& make, Progress& progress) {
  const Grid& grid = job.input.values.grid();
  const auto labels = static_cast<std::int64_t>(job.seeds.labels.size());
  const std::int64_t last = labels - 1;
  Result result;
  result.labels = job.seeds.labels;
  result.seeds = job.seeds.voxels;
  result.voxels.resize(result.labels.size());
  result.iterations.resize(result.labels.size());
  auto [solving, handing_out] = progress_parts(progress, 22, 1);
  StandingProgress standing(solving);  // is asked in the iterations too
  MovingProgress moving(standing);
  auto [setting_up, iterating] = progress_parts(moving, 1, 21);
  Probabilities probabilities(grid, job.outputs.probabilities == nullptr ? 0 : labels);
  const std::int64_t most = std::min<std::int64_t>(last, job.options.at_once);
  const std::unique_ptr<Walks> walks = make(static_cast<int>(most), standing);
  // The last label's probabilities are off by what the others' are together.
  const double accuracy = job.options.accuracy / static_cast<double>(last);
  for (std::int64_t i = 0; i < last;) {
    const auto count = static_cast<int>(std::min<std::int64_t>(last - i, walks->sides()));
    PhaseProgress of_these(iterating, i, i + count, labels);
    weighted_grid::Equations& equations = walks->equations(seed_of(i), count);
    int side = 0;
    for (const weighted_grid::Solution& solution :
         weighted_grid::solve(equations, count, accuracy, of_these, job.options.most_iterations)) {
      result.iterations[static_cast<std::size_t>(i)] = solution.iterations;
      result.error = std::min(1.0, result.error + solution.error);
      result.converged = result.converged && solution.converged;
      walks->vote(seed_of(i), side++);
      probabilities.keep(i++, *walks, job.threads, standing);
    }
  }
  require_labels(result, job.options);
  walks->vote_last(seed_of(last));
  probabilities.keep(last, *walks, job.threads, standing);
  const GridField<State>& winners = walks->winners();
  hand_out(job.input, job.seeds, winners, probabilities, job.outputs, job.threads, result.voxels,
           handing_out);
  result.islands = job.islands.count;
  result.island_voxels = voxels_of_labels(job.islands, winners, labels);
  return result;
}

}  // namespace

Result segment(const GreySource& image, const GreySource& seeds, const Options& options,
               const Outputs& outputs, Progress& progress) {
  check(image, seeds, options);
  const int threads = thread_count(options.threads);
  const Shape& shape = image.shape();
  const GpuUse gpu = shape.voxel_count() < kGpuPaysVoxels ? GpuUse::kTooSmall : GpuUse::kPays;
  StandingProgress starting(progress);
  choose_backend(requested_backend(options.backend), gpu, &starting);  // says no before it reads
  const Grid grid{shape.width, shape.height, shape.depth};
  require_memory(kHostUser, host_memory(),
                 GridField<State>::bytes(grid) + GridField<float>::bytes(grid));

  auto [reading_seeds, reading, rest] = progress_parts(progress, 1, 1, 23);
  Progress& walking = rest;
  const Seeds read = read_seeds(seeds, grid, threads, reading_seeds);
  const GridField<float> values = read_values(image, grid, threads, reading);
  StandingProgress standing(walking);
  const Spread spread = spread_of(values, threads, standing);
  const Input input{values, read.states,
                    scales_of(options, unit_of(image.type()), spread.deviation)};

  // Both sinks get slice by slice in turn: where the first has none, neither has.
  std::optional<WatchedSink> watched;
  Outputs to = outputs;
  SliceSink*& first = outputs.labels != nullptr ? to.labels : to.probabilities;
  if (first != nullptr) first = &watched.emplace(*first);
  const Islands islands = find_islands(values, read.states, threads, standing);
  const Job job{input, read, islands, options, to, threads};
  RunReport report;
  Result result = run_on(
      options.backend, gpu, report,
      [&](Gpu) {
        return run(
            job, [&](int most, Progress& on) { return walks_cuda(input, most, threads, on); },
            walking);
      },
      [&](InstructionSet instructions) {
        return run(
            job, [&](int, Progress& on) { return walks_cpu(instructions, input, threads, on); },
            walking);
      },
      watched ? &*watched : nullptr);
  result.range = spread.range;
  result.run = report;
  progress.report(1, 1);
  return result;
}

}  // namespace bitvox::random_walker
