// SPDX-License-Identifier: BSD-2-Clause
#include "ops/permeability/permeability_level.hpp"

#include <algorithm>
#include <cmath>
#include <vector>

#include "core/options/number.hpp"
#include "core/volumes/packing.hpp"
#include "cpu/packing_rows.hpp"

namespace bitvox::permeability {
Rates rates_for(double tau, int axis, double force) {
  constexpr double kLambda = 3.0 / 16;
  const double other_tau = 0.5 + kLambda / (tau - 0.5);
  Rates rates{};
  rates.plus = static_cast<float>(1 / tau);
  rates.half_plus = static_cast<float>(0.5 / tau);
  rates.half_minus = static_cast<float>(0.5 / other_tau);
  for (int p = 0; p < kPairs; ++p) {
    const Velocity c = velocity_of_pair(p);
    const int along = axis == 0 ? c.x : axis == 1 ? c.y : c.z;
    rates.force[p] = static_cast<float>(3 * (p < 3 ? 1.0 / 18 : 1.0 / 36) * along * force);
  }
  rates.half_force[axis] = static_cast<float>(0.5 * force);
  return rates;
}

namespace {

// Of the mean velocity: a larger correction is worth nothing.
constexpr double kMostCorrection = 0.1;

// So that whole numbers are as fine as 64 bits can sum up, with room for the flow to grow. Returns
// whether the scale had to change.
bool fit(double& scale, double cells, float largest) {
  const double most = cells * static_cast<double>(largest);
  if (most == 0 || (most * scale < 0x1p60 && most * scale > 0x1p40)) return false;
  scale = std::exp2(std::floor(std::log2(0x1p54 / most)));
  return true;
}

}  // namespace

Sums Level::fine_sums(int axis, Progress& progress) {
  Sums sums = flow_->sums(axis, scales_, rates_, progress);
  const auto cells = static_cast<double>(grid_.cells());
  const bool again = fit(scales_.velocity, cells, sums.largest_velocity);
  if (fit(scales_.product, cells, sums.largest_product) || again) {
    sums = flow_->sums(axis, scales_, rates_, progress);
  }
  return sums;
}

Level::Flux Level::two_steps(int axis, Progress& progress) {
  flow_->run(1, rates_, progress);
  const Sums first = fine_sums(axis, progress);
  const Scales first_scales = scales_;
  flow_->run(1, rates_, progress);
  const Sums second = fine_sums(axis, progress);
  if (first.largest_velocity == 0 || second.largest_velocity == 0) return {};
  const auto planes = static_cast<double>(first.velocities.size());
  std::vector<double> fluxes;
  double total = 0;
  for (std::size_t i = 0; i < first.velocities.size(); ++i) {
    fluxes.push_back((static_cast<double>(first.velocities[i]) / first_scales.velocity +
                      static_cast<double>(second.velocities[i]) / scales_.velocity) /
                     2);
    total += fluxes.back();
  }
  double squares = 0;
  for (const double flux : fluxes) squares += (flux - total / planes) * (flux - total / planes);
  const double correction = (static_cast<double>(first.product) / first_scales.product -
                             static_cast<double>(second.product) / scales_.product) /
                            (2 * force_);
  const auto voxels = static_cast<double>(grid_.shape().voxel_count());
  Flux flux;
  flux.mean = total / voxels;
  flux.corrected = std::abs(correction) <= kMostCorrection * std::abs(total)
                       ? (total + correction) / voxels
                       : flux.mean;
  flux.spread = std::sqrt(squares / planes) / std::abs(total / planes);
  return flux;
}

Reached Level::run_until_steady(const Limits& limits, double voxel, Progress& progress) {
  Reached& now = reached_;
  while (!now.steady && now.steps < limits.most_steps) {
    // Nobody knows how long it takes.
    constexpr std::int64_t kAll = 1 << 10;
    const auto part_of = [](std::int64_t steps) { return kAll * steps / (steps + 400); };
    PhaseProgress part(progress, part_of(now.steps), part_of(now.steps + kStepsBetween), kAll);
    flow_->run(kStepsBetween - 2, rates_, part);
    const Flux flux = two_steps(grid_.axis, part);
    now.steps += kStepsBetween;
    now.k = viscosity() * flux.corrected / force_;
    now.factor = flux.mean == 0 ? 1 : flux.corrected / flux.mean;
    now.spread = flux.spread;
    history_.push_back(now.k);
    progress.say("spread " + short_number(now.spread, 2) + ", k " +
                 short_number(now.k * voxel * voxel, 3) + " voxel^2 so far");

    const std::int64_t window = std::max(limits.least_window, now.steps / limits.window_part);
    const std::int64_t looks = (window + kStepsBetween - 1) / kStepsBetween;
    const auto count = std::min(looks + 1, static_cast<std::int64_t>(history_.size()));
    const auto [least, most] = std::minmax_element(history_.end() - count, history_.end());
    now.change = (*most - *least) / std::abs(now.k);
    now.window = (count - 1) * kStepsBetween;
    now.steady = count == looks + 1 && now.spread <= limits.spread && now.change <= limits.change;
  }
  return now;
}

void write_velocities(Level& level, VelocityImage image, SliceSink& out, Progress& progress) {
  const Grid& grid = level.grid();
  const Shape& s = grid.shape();
  const std::int64_t pixels = s.width * s.height;
  const std::int64_t channels = image == VelocityImage::kVector ? 3 : 1;
  const auto factor = static_cast<float>(level.scale_of_velocity());
  std::vector<float> of_cells;
  std::vector<float> slices(static_cast<std::size_t>(channels * pixels));
  std::int64_t first = 0;
  for (std::int64_t z = 0; z < s.depth; ++z) {
    std::fill(slices.begin(), slices.end(), 0.0F);
    const std::int64_t count = packing_rows().count_bits(grid.pores.slice(z), s.words_per_slice());
    of_cells.resize(static_cast<std::size_t>(3 * count));
    level.flow().velocities(first, first + count, level.rates(), of_cells.data());
    for (std::int64_t y = 0; y < s.height; ++y) {
      for_row(grid, z * s.height + y, [&](std::int64_t x, std::int64_t cell) {
        const std::int64_t pixel = y * s.width + x;
        float u[3];
        for (std::int64_t a = 0; a < 3; ++a) {
          u[a] = of_cells[static_cast<std::size_t>(a * count + cell - first)] * factor;
        }
        if (channels == 3) {
          for (std::int64_t a = 0; a < 3; ++a) {
            slices[static_cast<std::size_t>(a * pixels + pixel)] = u[a];
          }
        } else {
          slices[static_cast<std::size_t>(pixel)] =
              std::sqrt((u[0] * u[0] + u[1] * u[1]) + u[2] * u[2]);
        }
      });
    }
    for (std::int64_t c = 0; c < channels; ++c) {
      out.write_slice(z * channels + c, slices.data() + c * pixels);
    }
    progress.report(z + 1, s.depth);
    first += count;
  }
}

}  // namespace bitvox::permeability
