// SPDX-License-Identifier: BSD-2-Clause
#include "ops/register_mi/register_mi_limits.hpp"

#include <algorithm>
#include <cmath>

namespace bitvox::register_mi {
namespace {

// How far `moving` reaches from its middle along each axis, whatever its turn.
Reach half_sides(const Geometry& geometry, const Options& options) {
  const Shape& shape = geometry.shape(Role::kMoving);
  const double x = static_cast<double>(shape.width - 1) / 2;
  const double y = static_cast<double>(shape.height - 1) / 2;
  const double z = static_cast<double>(shape.depth - 1) / 2;
  if (options.max_angle == 0) {
    return {x, y, z};
  }
  if (options.axes == Axes::kZ) {
    const double v = y * geometry.pixel_aspect();
    const double radius = std::sqrt(x * x + v * v);
    return {radius, radius / geometry.pixel_aspect(), z};
  }
  const double radius = std::hypot(x, y * geometry.pixel_aspect(), z * geometry.slice_aspect());
  return {radius, radius / geometry.pixel_aspect(), radius / geometry.slice_aspect()};
}

}  // namespace

SearchLimits search_limits(const Geometry& geometry, const Options& options) {
  const Shape& moving = geometry.shape(Role::kMoving);
  SearchLimits limits;
  const auto set = [&](double RigidMotion::*part, double Reach::*reach, std::int64_t side,
                       double of_fixed, double half_side) {
    const auto of_moving = static_cast<double>(side);
    if (side == 1 && of_fixed == 1) {
      return;
    }
    double& low = limits.low.*part;
    double& high = limits.high.*part;
    if (options.max_shift) {
      high = *options.max_shift.*reach;
      low = -high;
    } else {
      const double quarter = std::min(of_moving, of_fixed) / 4;
      const double room = of_fixed - of_moving;
      low = std::min(0.0, room) - quarter;
      high = std::max(0.0, room) + quarter;
    }
    // Beyond, not one voxel lies on another.
    const double middle = (of_moving - 1) / 2;
    low = std::max(low, -middle - half_side);
    high = std::min(high, of_fixed - 1 - middle + half_side);
  };
  const Reach half = half_sides(geometry, options);
  set(&RigidMotion::dx, &Reach::x, moving.width, geometry.fixed_width(), half.x);
  set(&RigidMotion::dy, &Reach::y, moving.height, geometry.fixed_height(), half.y);
  set(&RigidMotion::dz, &Reach::z, moving.depth, geometry.fixed_depth(), half.z);
  limits.low.angle = -options.max_angle;
  limits.high.angle = options.max_angle;
  if (options.axes == Axes::kXyz) {
    limits.low.angle_x = -options.max_angle;
    limits.high.angle_x = options.max_angle;
    // Half a turn about y is one about x and one about z.
    limits.low.angle_y = -std::min(options.max_angle, kLargestAngle / 2);
    limits.high.angle_y = -limits.low.angle_y;
  }
  return limits;
}

std::vector<double RigidMotion::*> free_parts(const SearchLimits& limits) {
  std::vector<double RigidMotion::*> parts;
  for (double RigidMotion::*const part : kMotionParts) {
    if (limits.low.*part < limits.high.*part) parts.push_back(part);
  }
  return parts;
}

RigidMotion within(const SearchLimits& limits, RigidMotion motion) {
  for (double RigidMotion::*const part : kMotionParts) {
    motion.*part = std::clamp(motion.*part, limits.low.*part, limits.high.*part);
  }
  return motion;
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
  const bool turned = at_limit(&RigidMotion::angle) || at_limit(&RigidMotion::angle_x) ||
                      at_limit(&RigidMotion::angle_y);
  if (limits.high.angle < kLargestAngle && turned) {
    note += (note.empty() ? "" : " ") +
            std::string("The angle is at the limit of max_angle: the best may lie beyond.");
  }
  return note;
}

}  // namespace bitvox::register_mi
