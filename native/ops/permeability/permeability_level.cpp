// SPDX-License-Identifier: BSD-2-Clause
#include "ops/permeability/permeability_level.hpp"

#include <algorithm>
#include <cmath>
#include <vector>

#include "core/number.hpp"
#include "core/packing.hpp"
#include "cpu/packing_rows.hpp"

namespace bitvox::permeability {
Rates rates_for(double tau, int axis) {
  constexpr double kLambda = 3.0 / 16;
  const double other_tau = 0.5 + kLambda / (tau - 0.5);
  Rates rates{};
  rates.plus = static_cast<float>(1 / tau);
  rates.half_plus = static_cast<float>(0.5 / tau);
  rates.half_minus = static_cast<float>(0.5 / other_tau);
  for (int p = 0; p < kPairs; ++p) {
    const Velocity c = velocity_of_pair(p);
    const int along = axis == 0 ? c.x : axis == 1 ? c.y : c.z;
    rates.force[p] = static_cast<float>(3 * (p < 3 ? 1.0 / 18 : 1.0 / 36) * along * kForce);
  }
  rates.half_force[axis] = static_cast<float>(0.5 * kForce);
  return rates;
}

PlaneSums Level::fine_sums(int axis, Progress& progress) {
  PlaneSums sums = flow_->sums(axis, scale_, rates_, progress);
  // The whole numbers are as fine as 64 bits can sum up, with room for the flow to grow.
  const double most = static_cast<double>(grid_.cells()) * static_cast<double>(sums.largest);
  if (most > 0 && !(most * scale_ < 0x1p60 && most * scale_ > 0x1p40)) {
    scale_ = std::exp2(std::floor(std::log2(0x1p54 / most)));
    sums = flow_->sums(axis, scale_, rates_, progress);
  }
  return sums;
}

Level::Flux Level::two_steps(int axis, Progress& progress) {
  flow_->run(1, rates_, progress);
  const PlaneSums first = fine_sums(axis, progress);
  const double first_scale = scale_;
  flow_->run(1, rates_, progress);
  const PlaneSums second = fine_sums(axis, progress);
  if (first.largest == 0 || second.largest == 0) return {};
  const auto planes = static_cast<double>(first.planes.size());
  std::vector<double> fluxes;
  double total = 0;
  for (std::size_t i = 0; i < first.planes.size(); ++i) {
    fluxes.push_back((static_cast<double>(first.planes[i]) / first_scale +
                      static_cast<double>(second.planes[i]) / scale_) /
                     2);
    total += fluxes.back();
  }
  double squares = 0;
  for (const double flux : fluxes) squares += (flux - total / planes) * (flux - total / planes);
  return {total / static_cast<double>(grid_.shape().voxel_count()),
          std::sqrt(squares / planes) / std::abs(total / planes)};
}

Reached Level::run_until_steady(const Limits& limits, double voxel, Progress& progress) {
  Reached& now = reached_;
  while (!now.steady && now.steps < limits.most_steps) {
    // Nobody knows how long it takes.
    const auto part_of = [](std::int64_t steps) { return 1000 * steps / (steps + 400); };
    PhaseProgress part(progress, part_of(now.steps), part_of(now.steps + kStepsBetween));
    flow_->run(kStepsBetween - 2, rates_, part);
    const Flux flux = two_steps(grid_.axis, part);
    now.steps += kStepsBetween;
    now.k = viscosity() * flux.mean / kForce;
    now.spread = flux.spread;
    history_.push_back(now.k);
    progress.say("spread " + short_number(now.spread, 2) + ", k " +
                 short_number(now.k * voxel * voxel, 3) + " voxel^2 so far");

    const double crossing = now.k / (porosity() * viscosity());
    const double window =
        std::clamp(limits.momentum_times * crossing, static_cast<double>(limits.least_window), 1e9);
    const auto looks = static_cast<std::int64_t>(std::ceil(window / kStepsBetween));
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
  const auto factor = static_cast<float>(level.viscosity() / kForce);
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
