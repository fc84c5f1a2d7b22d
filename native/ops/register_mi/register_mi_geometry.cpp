// SPDX-License-Identifier: BSD-2-Clause
#include "ops/register_mi/register_mi_geometry.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>

namespace bitvox::register_mi {
namespace {

// Halve an axis or not, by its lengths in both volumes.
bool is_halved(std::int64_t a, std::int64_t b) {
  constexpr std::int64_t kLong = 40;
  constexpr std::int64_t kShort = 24;
  return std::max(a, b) > kLong && std::min(a, b) >= kShort;
}

PointGrid::Axis axis_of(std::int64_t side, double cells_per_voxel) {
  const auto cells = static_cast<std::int64_t>(static_cast<double>(side) * cells_per_voxel);
  PointGrid::Axis axis;
  axis.cells = side == 1 ? 1 : std::max<std::int64_t>(1, cells);
  axis.length = static_cast<double>(side - 1) / static_cast<double>(axis.cells);
  return axis;
}

}  // namespace

Shape level_shape(const Shape& full, const LevelFactors& factors) {
  return {full.width / factors.x, full.height / factors.y, full.depth / factors.z};
}

std::vector<LevelFactors> pyramid_levels(const Shape& moving, const Shape& fixed) {
  std::vector<LevelFactors> levels(1);
  for (;;) {
    LevelFactors next = levels.back();
    const Shape a = level_shape(moving, next);
    const Shape b = level_shape(fixed, next);
    next.x *= is_halved(a.width, b.width) ? 2 : 1;
    next.y *= is_halved(a.height, b.height) ? 2 : 1;
    next.z *= is_halved(a.depth, b.depth) ? 2 : 1;
    if (next == levels.back()) {
      return levels;
    }
    levels.push_back(next);
  }
}

Geometry::Geometry(const Shape& moving, const Shape& fixed, double pixel_aspect)
    : moving_(moving), fixed_(fixed), pixel_aspect_(pixel_aspect) {}

PointMap Geometry::map(const RigidMotion& motion, Role from, const LevelFactors& factors) const {
  // place' = turn (place - middle) + middle + shift takes `moving` to its place in `fixed`; the
  // inverse turns the other way: place = turn' (place' - shift - middle) + middle.
  const double sign = from == Role::kMoving ? 1 : -1;
  const double radians = sign * motion.angle * std::numbers::pi / 180;
  const double cosine = std::cos(radians);
  const double sine = std::sin(radians);
  const double xy = -sine * pixel_aspect_;
  const double yx = sine / pixel_aspect_;
  const double middle_x = static_cast<double>(moving_.width - 1) / 2;
  const double middle_y = static_cast<double>(moving_.height - 1) / 2;
  const double before_x = from == Role::kMoving ? 0 : -motion.dx;
  const double before_y = from == Role::kMoving ? 0 : -motion.dy;
  const double after_x = from == Role::kMoving ? motion.dx : 0;
  const double after_y = from == Role::kMoving ? motion.dy : 0;

  // Voxel i of a level is the mean of voxels i * factor to i * factor + factor - 1.
  const auto fx = static_cast<double>(factors.x);
  const auto fy = static_cast<double>(factors.y);
  const auto fz = static_cast<double>(factors.z);
  const double first_x = (fx - 1) / 2;
  const double first_y = (fy - 1) / 2;
  const double from_x = first_x + before_x - middle_x;
  const double from_y = first_y + before_y - middle_y;
  const double x0 = cosine * from_x + xy * from_y + middle_x + after_x - first_x;
  const double y0 = yx * from_x + cosine * from_y + middle_y + after_y - first_y;
  PointMap map{};
  map.xx = static_cast<float>(cosine);
  map.xy = static_cast<float>(xy * fy / fx);
  map.x0 = static_cast<float>(x0 / fx);
  map.yx = static_cast<float>(yx * fx / fy);
  map.yy = static_cast<float>(cosine);
  map.y0 = static_cast<float>(y0 / fy);
  map.z0 = static_cast<float>(sign * motion.dz / fz);
  return map;
}

PointGrid point_grid(const Shape& shape, std::int64_t most) {
  constexpr double kDensest = 2;
  const int axes =
      (shape.width > 1 ? 1 : 0) + (shape.height > 1 ? 1 : 0) + (shape.depth > 1 ? 1 : 0);
  const double part = static_cast<double>(most) / static_cast<double>(shape.voxel_count());
  const double cells = std::min(kDensest, std::pow(part, 1.0 / std::max(1, axes)));
  return {axis_of(shape.width, cells), axis_of(shape.height, cells), axis_of(shape.depth, cells)};
}

}  // namespace bitvox::register_mi
