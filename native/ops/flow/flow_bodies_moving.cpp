// SPDX-License-Identifier: BSD-2-Clause
// How bodies move in a step, by what pulls and pushes them.
#include <algorithm>
#include <cmath>

#include "core/error.hpp"
#include "ops/flow/flow_bodies.hpp"
#include "ops/flow/flow_gap.hpp"
#include "ops/flow/flow_vectors.hpp"

namespace bitvox::flow {
namespace {

constexpr double kFaster = 0.3;  // voxels a step: more than two become faster in a step

// Faster than a voxel a step is nothing but what grows without end.
void refuse_unstable(const Body& body) {
  if (surface_speed(body) <= 1) return;  // not so where it is no number
  throw InvalidInput(
      "bodies, line " + std::to_string(body.line) +
      ": the body became faster than a voxel a step: use a smaller gravity, velocity "
      "or spin, a larger viscosity, or a larger density where it is thinner than four voxels");
}

}  // namespace

double Bodies::fastest() const {
  double most = 0;
  for (const Body& body : bodies_) most = std::max(most, surface_speed(body));
  return most;
}

void Bodies::move(Progress& progress) {
  for (Body& body : bodies_) body.push = body.twist = {};
  std::vector<Pair> pairs;
  if (any_free()) {
    const double farthest = std::max(kTouch, 2 * fastest() + kFaster);
    solid_.resize(bodies_.size());
    for (std::size_t i = 0; i < bodies_.size(); ++i) {
      if (bodies_[i].free()) solid_[i] = solid_near(grid_, bodies_[i], farthest, progress);
    }
    pairs = close_pairs(farthest, progress);
    push_by_springs(pairs, farthest, progress);
  }
  for (Body& body : bodies_) accelerate(body);
  advance_all(std::move(pairs), progress);
  for (Body& body : bodies_) stay_within(body);
}

void Bodies::accelerate(Body& body) {
  body.last_velocity = body.velocity;
  body.last_spin = body.spin;
  if (body.free()) {
    const Vector moments = body.moments();
    const double mass = body.density * body.volume();
    const Vector pull = add(add(body.force, body.push), gravity_, mass - body.volume());
    body.velocity = add(body.velocity, pull, 1 / mass);
    const Vector torque = add(body.torque, body.twist);
    Vector spin{}, change{};  // about the sides, by Euler's equations
    for (std::size_t a = 0; a < 3; ++a) spin[a] = dot(body.spin, body.axes[a]);
    for (std::size_t a = 0; a < 3; ++a) {
      const std::size_t b = (a + 1) % 3, c = (a + 2) % 3;
      change[a] = (dot(torque, body.axes[a]) / body.density +
                   (moments[b] - moments[c]) * spin[b] * spin[c]) /
                  moments[a];
    }
    for (std::size_t a = 0; a < 3; ++a) body.spin = add(body.spin, body.axes[a], change[a]);
  }
  refuse_unstable(body);
}

void Bodies::stay_within(Body& body) const {
  for (std::size_t a = 0; a < 3; ++a) {
    const auto size = static_cast<double>(grid_.size(a));
    if (!grid_.periodic(a)) continue;
    if (body.centre[a] < -0.5) body.centre[a] += size;
    if (body.centre[a] >= size - 0.5) body.centre[a] -= size;
  }
}

}  // namespace bitvox::flow
