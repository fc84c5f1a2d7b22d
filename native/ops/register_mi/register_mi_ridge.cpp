// SPDX-License-Identifier: BSD-2-Clause
#include "ops/register_mi/register_mi_ridge.hpp"

#include <algorithm>
#include <cmath>
#include <vector>

#include "ops/register_mi/register_mi_quadric.hpp"

namespace bitvox::register_mi {
namespace {

// In voxels of the level.
constexpr double kAroundRidge = 0.5;   // from place to place of the quadric
constexpr double kSteepestStep = 0.5;  // in the first round; half as long in each next one
constexpr double kLongestStep = 2;

constexpr double kFarthestAlong = 2;  // steps, to the top of a parabola
constexpr double kFarAlong = 1;       // steps after which it goes on along the same axis
constexpr int kMostMovesAlong = 3;    // so far
constexpr int kRounds = 3;

using Part = double RigidMotion::*;
using Place = std::vector<double>;

class RidgeClimber {
 public:
  RidgeClimber(Comparison& comparison, const SearchLimits& limits, Candidate& candidate)
      : comparison_(comparison),
        limits_(limits),
        parts_(free_parts(limits)),
        unit_(comparison.steps(1)),
        candidate_(candidate) {}

  void climb() {
    const std::vector<Place> steps = steps_along_axes();
    double scale = 1;
    for (int round = 0; round < kRounds; ++round, scale /= 2) {
      for (const Place& step : steps) {
        int moves = 1;
        while (move(step, scale) && moves < kMostMovesAlong) ++moves;
      }
    }
  }

 private:
  RigidMotion at(const Place& place, double times) const {
    RigidMotion motion = candidate_.motion;
    for (std::size_t i = 0; i < parts_.size(); ++i) {
      motion.*parts_[i] += times * place[i] * unit_.*parts_[i];
    }
    return within(limits_, motion);
  }

  // The flattest first; all lead down about as much. None where not all places around can be
  // compared.
  std::vector<Place> steps_along_axes() {
    std::vector<RigidMotion> around;
    for (const Place& place : quadric_places(parts_.size()))
      around.push_back(at(place, kAroundRidge));
    const std::vector<double> values = comparison_.look_up(around);
    if (std::find(values.begin(), values.end(), kRejected) != values.end()) return {};
    std::vector<PrincipalAxis> axes = principal_axes(fit_quadric(parts_.size(), values).curvature);
    std::stable_sort(axes.begin(), axes.end(),
                     [](const auto& a, const auto& b) { return a.curvature > b.curvature; });
    std::vector<Place> steps;
    for (const PrincipalAxis& axis : axes) {
      const double flatness = axes.back().curvature / axis.curvature;
      const bool has_top = axis.curvature < 0;
      const double length =
          has_top ? std::min(kLongestStep, kSteepestStep * std::sqrt(flatness)) : kLongestStep;
      steps.push_back(axis.direction);
      for (double& part : steps.back()) part *= length;
    }
    return steps;
  }

  // To the top of the parabola through the places a step to both sides, or to the best of these.
  // Returns whether that led so far that it may lead farther.
  bool move(const Place& step, double scale) {
    const RigidMotion sides[] = {at(step, -scale), at(step, scale)};
    const std::vector<double> values = comparison_.look_up({sides[0], sides[1]});
    if (std::min(values[0], values[1]) == kRejected) return false;
    const double slope = (values[1] - values[0]) / 2;
    const double curvature = values[1] + values[0] - 2 * candidate_.information;
    const double way = curvature < 0
                           ? std::clamp(-slope / curvature, -kFarthestAlong, kFarthestAlong)
                           : std::copysign(kFarthestAlong, slope);
    const RigidMotion top = at(step, way * scale);
    take_if_better(top, comparison_.look_up({top})[0]);
    take_if_better(sides[0], values[0]);
    take_if_better(sides[1], values[1]);
    return std::abs(way) >= kFarAlong;
  }

  void take_if_better(const RigidMotion& motion, double information) {
    if (information > candidate_.information) candidate_ = {motion, information};
  }

  Comparison& comparison_;
  const SearchLimits& limits_;
  std::vector<Part> parts_;
  RigidMotion unit_;
  Candidate& candidate_;
};

}  // namespace

void climb_ridges(Comparison& comparison, const SearchLimits& limits, Candidate& candidate) {
  RidgeClimber(comparison, limits, candidate).climb();
}

}  // namespace bitvox::register_mi
