// SPDX-License-Identifier: BSD-2-Clause
#pragma once

#include <atomic>
#include <cmath>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "core/error.hpp"
#include "core/threads/ordered_sum.hpp"
#include "core/threads/progress_parts.hpp"
#include "core/volumes/bit_runs.hpp"
#include "core/volumes/read_rows.hpp"
#include "core/volumes/read_volume.hpp"
#include "ops/geodesic/geodesic_costs.hpp"
#include "paths/path_grid.hpp"

// What paths go over, from an image: for all that search paths.
namespace bitvox::geodesic {

inline void require_shape(const char* what, const Shape& shape, const Shape& of_image) {
  if (shape == of_image) return;
  throw InvalidInput(std::string(what) + size_text(shape) + ", the image " + size_text(of_image) +
                     "; they must be of one size");
}

inline void check_terrain(const GreySource& image, const VolumeSource* mask,
                          const Options& options) {
  check_spacing(options.spacing);
  require_grey(image.type());
  if (mask != nullptr) require_shape("the mask is ", mask->shape(), image.shape());
}

// Of the finite values of the seeds within the mask; of integers to the nearest one. The seeds:
// each_row() as Seeds has it.
template <class AnySeeds>
double mean_of_seeds(const GreySource& image, const AnySeeds& seeds,
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

// The costs of an image, of which voxels outside the mask, where there is one, are walls.
template <class AnySeeds>
Costs costs_of(const GreySource& image, const VolumeSource* within, const AnySeeds& seeds,
               const Options& options, int threads, Progress& progress) {
  std::optional<BitVolume> mask;
  StandingProgress standing(progress);
  if (within != nullptr) mask.emplace(read_volume(*within, threads, standing));
  const double mean =
      options.cost == Cost::kDifference ? mean_of_seeds(image, seeds, mask, threads, standing) : 0;
  return read_costs(image, mask, options, mean, threads, progress);
}

// unit: receives what lengths of steps are whole multiples of.
inline paths::Grid grid_of(const Shape& shape, const Options& options, double& unit) {
  const auto neighbours =
      static_cast<paths::Neighbours>(static_cast<int>(options.connectivity) + 1);
  const paths::StepLengths lengths = paths::step_lengths(shape, neighbours, options.spacing);
  unit = lengths.unit;
  return {shape, neighbours, lengths.steps};
}

}  // namespace bitvox::geodesic
