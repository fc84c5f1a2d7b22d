// SPDX-License-Identifier: BSD-2-Clause
#include "ops/flow/flow_drive.hpp"

#include <algorithm>
#include <cstddef>

#include "ops/flow/flow_vectors.hpp"

namespace bitvox::flow {
namespace {

double along(int slot, const Vector& vector) {
  double sum = 0;
  for (int a = 0; a < 3; ++a) sum += direction(slot, a) * vector[static_cast<std::size_t>(a)];
  return sum;
}

double part_at(std::int64_t step, std::int64_t ramp) {
  if (step >= ramp) return 1;
  const double s = static_cast<double>(step) / static_cast<double>(ramp);
  return s * s * (3 - 2 * s);
}

}  // namespace

std::int64_t ramp_steps(const Options& options) {
  const std::int64_t least =
      std::max<std::int64_t>(options.ramp, options.any(Face::kMoving) ? 2 : 0);
  return least + least % 2;
}

Drive drive_at(const Options& options, std::int64_t step) {
  const double part = part_at(step, ramp_steps(options));
  const Vector full = options.force.value_or(Vector{});
  Vector force, wall;
  for (std::size_t a = 0; a < 3; ++a) {
    force[a] = full[a] * part;
    wall[a] = options.wall[a] * part;
  }
  const double tau = 0.5 + 3 * options.viscosity;
  const double other = options.collision == Collision::kBgk ? tau : 0.5 + 3.0 / 16 / (tau - 0.5);
  Drive drive{};
  Rates& rates = drive.rates;
  rates.plus = static_cast<float>(1 / tau);
  rates.half_plus = static_cast<float>(0.5 / tau);
  rates.half_minus = static_cast<float>(0.5 / other);
  rates.source = static_cast<float>(1 - 0.5 / tau);
  for (std::size_t a = 0; a < 3; ++a) {
    rates.force[a] = static_cast<float>(force[a]);
    rates.half_force[a] = static_cast<float>(force[a] / 2);
  }
  const auto weight_of = [](int slot) { return slot <= 6 ? 1.0 / 18 : 1.0 / 36; };
  for (int p = 0; p < kPairs; ++p) {
    const int slot = 2 * p + 1;
    rates.along[p] = static_cast<float>(9 * along(slot, force));
    rates.push[p] = static_cast<float>(3 * weight_of(slot) * along(slot, force));
  }
  for (int slot = 1; slot < kSlots; ++slot) {
    drive.add[slot] = static_cast<float>(6 * weight_of(slot) * along(slot, wall));
  }
  return drive;
}

}  // namespace bitvox::flow
