// SPDX-License-Identifier: BSD-2-Clause
#include "ops/register_mi/register_mi_limits.hpp"

#include <algorithm>
#include <cmath>

namespace bitvox::register_mi {
namespace {

// How far a slice of `moving` reaches from its middle, along x and y, whatever its turn.
struct HalfSides {
  double x;
  double y;
};
HalfSides half_sides(const Geometry& geometry, double max_angle) {
  const Shape& shape = geometry.shape(Role::kMoving);
  const double x = static_cast<double>(shape.width - 1) / 2;
  const double y = static_cast<double>(shape.height - 1) / 2;
  if (max_angle == 0) {
    return {x, y};
  }
  const double radius = std::hypot(x, y * geometry.pixel_aspect());
  return {radius, radius / geometry.pixel_aspect()};
}

}  // namespace

SearchLimits search_limits(const Geometry& geometry, const Options& options) {
  const Shape& moving = geometry.shape(Role::kMoving);
  const Shape& fixed = geometry.shape(Role::kFixed);
  SearchLimits limits;
  const auto set = [&](double RigidMotion::*part, double Reach::*reach, std::int64_t of_moving,
                       std::int64_t of_fixed, double half_side) {
    if (of_moving == 1 && of_fixed == 1) {
      return;
    }
    double& low = limits.low.*part;
    double& high = limits.high.*part;
    if (options.max_shift) {
      high = *options.max_shift.*reach;
      low = -high;
    } else {
      const double quarter = static_cast<double>(std::min(of_moving, of_fixed)) / 4;
      const auto room = static_cast<double>(of_fixed - of_moving);
      low = std::min(0.0, room) - quarter;
      high = std::max(0.0, room) + quarter;
    }
    // Beyond, not one voxel lies on another.
    const double middle = static_cast<double>(of_moving - 1) / 2;
    low = std::max(low, -middle - half_side);
    high = std::min(high, static_cast<double>(of_fixed - 1) - middle + half_side);
  };
  const HalfSides half = half_sides(geometry, options.max_angle);
  set(&RigidMotion::dx, &Reach::x, moving.width, fixed.width, half.x);
  set(&RigidMotion::dy, &Reach::y, moving.height, fixed.height, half.y);
  set(&RigidMotion::dz, &Reach::z, moving.depth, fixed.depth,
      static_cast<double>(moving.depth - 1) / 2);
  limits.low.angle = -options.max_angle;
  limits.high.angle = options.max_angle;
  return limits;
}

std::string limit_note(const RigidMotion& motion, const SearchLimits& limits,
                       const RigidMotion& last_steps) {
  const auto at_limit = [&](double RigidMotion::*part) {
    const bool can_move = limits.low.*part < limits.high.*part;
    return can_move && (motion.*part - last_steps.*part < limits.low.*part ||
                        motion.*part + last_steps.*part > limits.high.*part);
  };
  std::string axes;
  const auto add = [&](double RigidMotion::*part, const char* name) {
    if (at_limit(part)) axes += (axes.empty() ? "" : " and ") + std::string(name);
  };
  add(&RigidMotion::dx, "dx");
  add(&RigidMotion::dy, "dy");
  add(&RigidMotion::dz, "dz");
  std::string note;
  if (!axes.empty()) {
    note = axes + " at the limit of max_shift: the best may lie beyond.";
  }
  if (limits.high.angle < kLargestAngle && at_limit(&RigidMotion::angle)) {
    note += (note.empty() ? "" : " ") +
            std::string("The angle is at the limit of max_angle: the best may lie beyond.");
  }
  return note;
}

}  // namespace bitvox::register_mi
