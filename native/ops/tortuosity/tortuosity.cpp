// SPDX-License-Identifier: BSD-2-Clause
#include "ops/tortuosity/tortuosity.hpp"

#include <algorithm>
#include <functional>
#include <limits>
#include <memory>
#include <numeric>
#include <optional>
#include <utility>

#include "core/backends/run_on.hpp"
#include "core/error.hpp"
#include "core/options/check_fields.hpp"
#include "core/threads/parallel.hpp"
#include "core/threads/progress_parts.hpp"
#include "core/volumes/read_volume.hpp"
#include "ops/label/components.hpp"
#include "ops/tortuosity/tortuosity_conductors.hpp"
#include "ops/tortuosity/tortuosity_labels.hpp"
#include "ops/tortuosity/tortuosity_maps.hpp"
#include "ops/tortuosity/tortuosity_memory.hpp"
#include "ops/tortuosity/tortuosity_pores.hpp"
#include "ops/tortuosity/tortuosity_voxels.hpp"
#include "ops/tortuosity/tortuosity_weights.hpp"

namespace bitvox::tortuosity {
namespace {

// Below this the CPU is done before a GPU has been given its work.
constexpr std::int64_t kGpuPaysVoxels = std::int64_t{1} << 18;

void check(const Options& options, const Shape& shape) {
  check_fields(options);
  check_spacing(options.spacing);
  check_sides(options.spacing, shape);
}

BitVolume read(const VolumeSource& in, Phase phase, int threads, Progress& progress) {
  auto [reading, inverting] = progress_parts(progress, 7, 3);
  require_memory(kHostUser, host_memory(), 2 * in.shape().word_count() * 8);
  BitVolume volume = read_volume(in, threads, reading);
  return phase == Phase::kForeground ? std::move(volume)
                                     : label::complement(volume, threads, inverting);
}

double ratio(std::int64_t part, std::int64_t whole) {
  return static_cast<double>(part) / static_cast<double>(whole);
}

std::int64_t sum_of(const std::vector<std::int64_t>& counts) {
  return std::accumulate(counts.begin(), counts.end(), std::int64_t{0});
}

// Mean concentrations, layer by layer, from sums of v over so many voxels.
std::vector<double> profile_of(const std::vector<std::int64_t>& voxels,
                               const std::vector<double>& sums) {
  std::vector<double> profile;
  for (std::size_t z = 0; z < sums.size(); ++z) {
    const double risen = static_cast<double>(z) + 0.5 + sums[z] / static_cast<double>(voxels[z]);
    profile.push_back(1 - risen / static_cast<double>(sums.size()));
  }
  return profile;
}

void set_flow(Result& result, const Solution& solution, const Shape& turned) {
  const auto voxels = static_cast<double>(turned.voxel_count());
  const double area = static_cast<double>(turned.width * turned.height);
  result.diffusivity = solution.energy / voxels;
  result.error = solution.error;
  result.flux_in = solution.fluxes.front() / area;
  result.flux_out = solution.fluxes.back() / area;
  result.spread = solution.spread;
  result.residual = solution.residual;
  result.iterations = solution.iterations;
  result.converged = solution.converged;
}

// One measurement, of a volume that is turned already.
struct Job {
  const Shape& shape;  // not turned
  const Turn& turn;
  const BitVolume& pores;  // all of them
  const Options& options;
  const Maps& maps;
  int threads;
  double contrast;  // of diffusivities: the largest over the smallest
};

// Makes the equations of these pores, on the GPU where there are no instructions.
using Make = std::function<std::unique_ptr<Voxels>(std::optional<InstructionSet> instructions,
                                                   const BitVolume& pores, const Grid& grid,
                                                   Weights weights, Progress& progress)>;

// The result but for the porosity.
Result run(const Job& job, std::optional<InstructionSet> instructions, const Make& make,
           Progress& progress) {
  auto [joining, solving, handing_out] = progress_parts(progress, 1, 7, 1);
  const bool mapped = job.maps.concentration != nullptr || job.maps.flux != nullptr;
  const Spacing& spacing = job.options.spacing;
  Result result;
  const BitVolume pores =
      connected_pores(instructions, job.pores, job.options.sides, job.threads, joining);
  NoProgress quiet;
  const std::vector<std::int64_t> layers = count_slices(pores, job.threads, quiet);
  const std::int64_t connected = sum_of(layers);
  result.connected_porosity = ratio(connected, job.shape.voxel_count());
  if (connected == 0) {
    result.tortuosity = result.formation_factor = std::numeric_limits<double>::infinity();
    if (mapped) {
      hand_out(job.shape, job.turn, nullptr, job.maps, job.threads, handing_out);
    }
    return result;
  }
  const Shape& turned_shape = pores.shape();
  const Grid grid{turned_shape.width, turned_shape.height, turned_shape.depth,
                  job.options.sides == Sides::kPeriodic};
  StandingProgress standing(solving);  // is asked in the iterations too
  MovingProgress moving(standing);
  auto [setting_up, iterating] = progress_parts(moving, 1, 13);
  const Weights weights = weights_of(spacing, job.turn);
  const std::unique_ptr<Voxels> voxels = make(instructions, pores, grid, weights, standing);
  const auto of_the_fluid = static_cast<double>(grid.cells());
  const Conductances links = conductances(grid, weights, job.contrast);
  set_flow(result, solve(*voxels, links, of_the_fluid, job.options.accuracy, iterating),
           turned_shape);
  result.formation_factor = 1 / result.diffusivity;
  result.profile = profile_of(layers, voxels->layer_sums());
  if (mapped) {
    const auto values = voxels->values(gradients_of(job.turn, spacing));
    hand_out(job.shape, job.turn, values.get(), job.maps, job.threads, handing_out);
  }
  return result;
}

GpuUse gpu_use(const Shape& shape) {
  return shape.voxel_count() < kGpuPaysVoxels ? GpuUse::kTooSmall : GpuUse::kPays;
}

// Says no before anything is read.
void check_backend(const Shape& shape, const Options& options, Progress& progress) {
  StandingProgress starting(progress);
  choose_backend(requested_backend(options.backend), gpu_use(shape), &starting);
}

// Of pores that are turned already; all but the mean diffusivity and what it is over.
Result measure_pores(const Shape& shape, const Turn& turn, const BitVolume& pores, double contrast,
                     const Options& options, const Maps& maps, const Make& make,
                     Progress& progress) {
  const int threads = thread_count(options.threads);
  NoProgress quiet;
  const std::int64_t all = sum_of(count_slices(pores, threads, quiet));
  if (all == 0) {
    throw UnsuitableImage(options.phase == Phase::kForeground
                              ? "the image has no foreground voxels"
                              : "the image has no background voxels");
  }

  // Both sinks get slice by slice in turn: where the first has none, neither has.
  std::optional<WatchedSink> watched;
  Maps to = maps;
  SliceSink*& first = maps.concentration != nullptr ? to.concentration : to.flux;
  if (first != nullptr) first = &watched.emplace(*first);
  const Job job{shape, turn, pores, options, to, threads, contrast};
  RunReport report;
  Result result = run_on(
      options.backend, gpu_use(shape), report,
      [&](Gpu) { return run(job, std::nullopt, make, progress); },
      [&](InstructionSet instructions) { return run(job, instructions, make, progress); },
      watched ? &*watched : nullptr);
  result.run = report;
  result.porosity = ratio(all, shape.voxel_count());
  return result;
}

void set_mean(Result& result, double mean) {
  result.mean_diffusivity = mean;
  if (result.diffusivity > 0) result.tortuosity = mean / result.diffusivity;
}

}  // namespace

Result measure(const VolumeSource& in, const Options& options, const Maps& maps,
               Progress& progress) {
  check(options, in.shape());
  const int threads = thread_count(options.threads);
  check_backend(in.shape(), options, progress);
  const Turn turn = turn_for(options.direction, in.shape());
  auto [reading, turning, measuring] = progress_parts(progress, 1, 1, 18);
  const BitVolume pores = turned(read(in, options.phase, threads, reading), turn, threads, turning);
  const auto make = [&](std::optional<InstructionSet> instructions, const BitVolume& connected,
                        const Grid& grid, Weights weights, Progress& standing) {
    if constexpr (kBuiltWithCuda) {
      if (!instructions) return voxels_cuda(connected, grid, weights, threads, standing);
    }
    return voxels_cpu(*instructions, connected, grid, weights, threads, standing);
  };
  Result result = measure_pores(in.shape(), turn, pores, 1, options, maps, make, measuring);
  set_mean(result, result.porosity);
  progress.report(1, 1);
  return result;
}

Result measure_labels(const GreySource& image, const std::vector<LabelDiffusivity>& table,
                      const Options& options, const Maps& maps, Progress& progress) {
  check(options, image.shape());
  check_table(table);
  require_grey(image.type());
  if (options.sides != Sides::kWalls) {
    throw InvalidInput("periodic sides are not possible with diffusivities of labels; use walls");
  }
  const int threads = thread_count(options.threads);
  check_backend(image.shape(), options, progress);
  const Turn turn = turn_for(options.direction, image.shape());
  auto [reading, turning, measuring] = progress_parts(progress, 1, 1, 18);
  const LabelledVoxels labelled = read_labels(image, table, turn, threads, reading);
  const BitVolume pores = conducting(labelled.diffusivities, threads, turning);
  std::optional<GridField<float>> connected;
  const auto make = [&](std::optional<InstructionSet> instructions, const BitVolume& joined,
                        const Grid&, Weights weights, Progress& standing) {
    const GridField<float>& d =
        connected.emplace(within(labelled.diffusivities, joined, threads, standing));
    if constexpr (kBuiltWithCuda) {
      if (!instructions) return conductors_cuda(d, weights, labelled.largest, threads, standing);
    }
    return conductors_cpu(*instructions, d, weights, labelled.largest, threads, standing);
  };
  Result result =
      measure_pores(image.shape(), turn, pores, labelled.contrast, options, maps, make, measuring);
  for (double* value : {&result.diffusivity, &result.flux_in, &result.flux_out}) {
    *value *= labelled.largest;
  }
  if (result.diffusivity > 0) result.formation_factor = 1 / result.diffusivity;
  set_mean(result, labelled.mean);
  progress.report(1, 1);
  return result;
}

}  // namespace bitvox::tortuosity
