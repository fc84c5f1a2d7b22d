// SPDX-License-Identifier: BSD-2-Clause
#include "ops/deformation/deformation_measure.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <vector>

#include "core/threads/ordered_sum.hpp"
#include "core/threads/parallel.hpp"
#include "ops/deformation/deformation_energy.hpp"

namespace bitvox::deformation {
namespace {

// What the body pushes on plates and on the ball with, node by node: in spacings and steps, towards
// the far end.
class Pushes {
 public:
  Pushes(const Model& model, const State& state, std::size_t axis, std::size_t along, double load)
      : model_(model), state_(state), axis_(axis), along_(along) {
    if (model.load.has_ball != 0) {
      const Three<float> centre = centre_of_ball(model.load, static_cast<float>(load));
      centre_ = {centre.x, centre.y, centre.z};
    }
  }

  double on_near(std::int64_t node) const {
    return is_held(node) && model_.rest_of(node)[axis_] < 0 ? force(node)[along_] : 0;
  }
  double on_far(std::int64_t node) const {
    if (model_.load.has_ball != 0) return on_ball(node);
    return is_held(node) && model_.rest_of(node)[axis_] > 0 ? force(node)[along_] : 0;
  }

 private:
  // Across its surface, without friction; nodes that leave it do not pull.
  double on_ball(std::int64_t node) const {
    constexpr double kTouching = 1e-4;  // spacings
    if (is_held(node)) return 0;
    Vector outwards = model_.rest_of(node);
    const Vector moved = model_.displacement(node, state_.moving[static_cast<std::size_t>(node)]);
    for (std::size_t i = 0; i < 3; ++i) outwards[i] += moved[i] - centre_[i];
    const double distance = std::sqrt(product(outwards, outwards));
    if (distance > static_cast<double>(model_.load.radius) + kTouching) return 0;
    const double push = product(force(node), outwards) / distance;
    // Into the ball is against its surface.
    return push < 0 ? push * outwards[axis_] / distance : 0;
  }
  bool is_held(std::int64_t node) const { return !model_.is_free(node); }
  Vector force(std::int64_t node) const {
    const Quad& of = state_.acceleration[static_cast<std::size_t>(node)];
    const double mass = model_.mass(node);
    return {mass * of.x, mass * of.y, mass * of.z};
  }

  const Model& model_;
  const State& state_;
  const std::size_t axis_, along_;
  Vector centre_{};
};

// What a node adds to a row of the table.
enum Sum { kElastic, kKinetic, kX, kY, kZ, kNear, kFar, kSums };
using Sums = std::array<std::vector<double>, kSums>;

}  // namespace

bool has_diverged(const State& state) {
  return std::any_of(
             state.velocity.begin(), state.velocity.end(),
             [](const Quad& of) { return !(of.x * of.x + of.y * of.y + of.z * of.z <= 1); }) ||
         std::any_of(state.moving.begin(), state.moving.end(),
                     [](const Quad& of) { return !std::isfinite(of.x + of.y + of.z); });
}

void add_row(const Model& model, const Options& options, const State& state, std::int64_t step,
             double load, int threads, Progress& progress, Table& table) {
  const auto axis = static_cast<std::size_t>(options.direction);
  const std::size_t along = options.load == Load::kShear ? (axis + 1) % 3 : axis;
  const bool has_ball = options.load == Load::kBall;
  const Energies energies(model, state);
  const Pushes pushes(model, state, axis, along, load);
  Sums sums;
  for (auto& of : sums) of.resize(static_cast<std::size_t>(model.count));
  parallel_for((model.count + kNodesAtATime - 1) / kNodesAtATime, threads, progress,
               [&](std::int64_t part) {
                 const std::int64_t end = std::min(model.count, (part + 1) * kNodesAtATime);
                 for (std::int64_t node = part * kNodesAtATime; node < end; ++node) {
                   const auto of = static_cast<std::size_t>(node);
                   const Quad& speed = state.velocity[of];
                   const Vector velocity{speed.x, speed.y, speed.z};
                   const double mass = model.mass(node);
                   sums[kElastic][of] = energies.of(node);
                   sums[kKinetic][of] = mass * product(velocity, velocity) / 2;
                   for (std::size_t i = 0; i < 3; ++i) sums[kX + i][of] = mass * velocity[i];
                   sums[kNear][of] = pushes.on_near(node);
                   sums[kFar][of] = pushes.on_far(node);
                 }
               });
  const auto sum = [&](Sum of) { return sum_of_rows(sums[of]); };
  const Units& units = model.units;
  // Who resists pushes a plate that comes near up, one that goes away down.
  const double sign = options.load == Load::kCompression || has_ball ? 1 : -1;
  table.step.push_back(step);
  table.time.push_back(static_cast<double>(step) * units.step);
  table.strain.push_back(load * options.strain);
  table.displacement.push_back(load * options.strain * model.length);
  table.near_force.push_back(-sign * units.force * sum(kNear));
  table.far_force.push_back(sign * units.force * sum(kFar));
  table.elastic_energy.push_back(units.energy * static_cast<double>(model.rows.constants.scale) *
                                 sum(kElastic));
  table.kinetic_energy.push_back(units.energy * sum(kKinetic));
  table.momentum_x.push_back(units.momentum * sum(kX));
  table.momentum_y.push_back(units.momentum * sum(kY));
  table.momentum_z.push_back(units.momentum * sum(kZ));
}

}  // namespace bitvox::deformation
