// SPDX-License-Identifier: BSD-2-Clause
#pragma once

#include <cstdint>
#include <functional>
#include <vector>

#include "ops/register_mi/register_mi_geometry.hpp"
#include "ops/register_mi/register_mi_limits.hpp"
#include "ops/register_mi/register_mi_matcher.hpp"

// The motions among which the search looks.
namespace bitvox::register_mi {

inline constexpr double kRejected = -1;  // the information of a motion that is not considered

struct Candidate {
  RigidMotion motion;
  double information = kRejected;
};

// All motions of whole steps within the limits: dx fastest, then dy, dz, the angle about z, and
// those about x and y.
class MotionGrid {
 public:
  MotionGrid(const SearchLimits& limits, const RigidMotion& step);

  std::int64_t count() const;  // only where bytes() are to be had
  std::int64_t bytes() const;  // of a double for each; what is too large to count is the largest
  RigidMotion operator[](std::int64_t i) const;
  const RigidMotion& step() const { return step_; }

 private:
  // Whole steps from low to high, with 0 among them. Numbers alone: there may be more steps than
  // memory holds, or than an integer counts.
  struct Steps {
    Steps(double low, double high, double step);
    double operator[](std::int64_t i) const { return (first + static_cast<double>(i)) * step; }

    double first;
    double count;
    double step;
  };

  RigidMotion step_;
  Steps x_;
  Steps y_;
  Steps z_;
  Steps angle_;
  Steps angle_x_;
  Steps angle_y_;
};

// Whether a quarter of so many points can lie in the other volume after the motion: false only
// where it is certain that they do not, which is known at much less cost than their number.
bool can_overlap(const Geometry& geometry, const RigidMotion& motion, const MatchPoints& points,
                 const LevelFactors& level, std::int64_t point_count);

// The motions of the grid with the largest information, best first, none within one step of
// another, without rejected ones. Calls still_there() now and then, which may throw.
std::vector<Candidate> best_apart(const std::vector<double>& information, const MotionGrid& grid,
                                  std::int64_t most, const std::function<void()>& still_there);

// The motions within the limits one step along an axis from this one.
std::vector<RigidMotion> neighbours(const RigidMotion& motion, const RigidMotion& step,
                                    const SearchLimits& limits);

}  // namespace bitvox::register_mi
