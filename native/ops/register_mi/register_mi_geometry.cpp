// SPDX-License-Identifier: BSD-2-Clause
#include "ops/register_mi/register_mi_geometry.hpp"

#include <algorithm>
#include <array>
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

// Cosine and sine of an angle in degrees; exact for quarter turns.
struct Angle {
  explicit Angle(double degrees) {
    const auto quarters = static_cast<std::int64_t>(degrees / 90);
    if (static_cast<double>(quarters) * 90 != degrees) {
      const double radians = degrees * std::numbers::pi / 180;
      cosine = std::cos(radians);
      sine = std::sin(radians);
      return;
    }
    constexpr double kSines[] = {0, 1, 0, -1};
    cosine = kSines[(quarters + 1) & 3];
    sine = kSines[quarters & 3];
  }
  double cosine;
  double sine;
};

using Matrix = std::array<std::array<double, 3>, 3>;

// Rz * Ry * Rx.
Matrix turn_of(const RigidMotion& motion) {
  const Angle z(motion.angle);
  const Angle x(motion.angle_x);
  const Angle y(motion.angle_y);
  return {{{z.cosine * y.cosine, z.cosine * y.sine * x.sine - z.sine * x.cosine,
            z.cosine * y.sine * x.cosine + z.sine * x.sine},
           {z.sine * y.cosine, z.sine * y.sine * x.sine + z.cosine * x.cosine,
            z.sine * y.sine * x.cosine - z.cosine * x.sine},
           {-y.sine, y.cosine * x.sine, y.cosine * x.cosine}}};
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

Geometry::Geometry(const Shape& moving, const Shape& fixed, double pixel_aspect,
                   double slice_aspect, const VoxelRatio& fixed_voxel)
    : moving_(moving),
      fixed_(fixed),
      fixed_voxel_(fixed_voxel),
      window_{0, 0, 0, fixed, 1},
      aspects_{1, pixel_aspect, slice_aspect},
      middle_{static_cast<double>(moving.width - 1) / 2, static_cast<double>(moving.height - 1) / 2,
              static_cast<double>(moving.depth - 1) / 2} {}

void Geometry::look_through(const Window& window) {
  window_ = window;
  has_window_ = window.share < 1 || window.shape != fixed_;
}

Reach Geometry::shorter_sides() const {
  const Shape& seen = window_.shape;
  return {std::min(static_cast<double>(moving_.width), scaled(seen.width, fixed_voxel_.x)),
          std::min(static_cast<double>(moving_.height), scaled(seen.height, fixed_voxel_.y)),
          std::min(static_cast<double>(moving_.depth), scaled(seen.depth, fixed_voxel_.z))};
}

// place' = turn (place - middle) + middle + shift takes `moving` to its place in `fixed`; the
// inverse turns the other way: place = turn' (place' - shift - middle) + middle. Voxel i of a level
// is the mean of voxels i * factor to i * factor + factor - 1.
PointMap Geometry::map(const RigidMotion& motion, Role from, const LevelFactors& factors) const {
  const bool within = motion.angle_x == 0 && motion.angle_y == 0 && same_voxels();
  return within ? map_within_slices(motion, from, factors) : map_any_way(motion, from, factors);
}

// Of most searches there are many thousands of these, one after the other.
PointMap Geometry::map_within_slices(const RigidMotion& motion, Role from,
                                     const LevelFactors& factors) const {
  const double sign = from == Role::kMoving ? 1 : -1;
  const Angle angle(sign * motion.angle);
  const double cosine = angle.cosine;
  const double sine = angle.sine;
  const double xy = -sine * aspects_[1];
  const double yx = sine / aspects_[1];
  const double dx = motion.dx - static_cast<double>(window_.x);
  const double dy = motion.dy - static_cast<double>(window_.y);
  const double dz = motion.dz - static_cast<double>(window_.z);
  const double before_x = from == Role::kMoving ? 0 : -dx;
  const double before_y = from == Role::kMoving ? 0 : -dy;
  const double after_x = from == Role::kMoving ? dx : 0;
  const double after_y = from == Role::kMoving ? dy : 0;
  const auto fx = static_cast<double>(factors.x);
  const auto fy = static_cast<double>(factors.y);
  const double first_x = (fx - 1) / 2;
  const double first_y = (fy - 1) / 2;
  const double from_x = first_x + before_x - middle_.x;
  const double from_y = first_y + before_y - middle_.y;
  const double x0 = cosine * from_x + xy * from_y + middle_.x + after_x - first_x;
  const double y0 = yx * from_x + cosine * from_y + middle_.y + after_y - first_y;
  PointMap map{};
  map.xx = static_cast<float>(cosine);
  map.xy = static_cast<float>(xy * fy / fx);
  map.x0 = static_cast<float>(x0 / fx);
  map.yx = static_cast<float>(yx * fx / fy);
  map.yy = static_cast<float>(cosine);
  map.y0 = static_cast<float>(y0 / fy);
  map.zz = 1;
  map.z0 = static_cast<float>(sign * dz / static_cast<double>(factors.z));
  return map;
}

PointMap Geometry::map_any_way(const RigidMotion& motion, Role from,
                               const LevelFactors& factors) const {
  const Matrix turn = turn_of(motion);
  const double middle[] = {middle_.x, middle_.y, middle_.z};
  const double shift[] = {motion.dx, motion.dy, motion.dz};
  const double factor[] = {static_cast<double>(factors.x), static_cast<double>(factors.y),
                           static_cast<double>(factors.z)};
  const double ratio[] = {fixed_voxel_.x, fixed_voxel_.y, fixed_voxel_.z};
  const double origin[] = {static_cast<double>(window_.x), static_cast<double>(window_.y),
                           static_cast<double>(window_.z)};
  const bool forwards = from == Role::kMoving;

  float linear[3][3];
  float offset[3];
  for (std::size_t i = 0; i < 3; ++i) {
    double place = 0;
    for (std::size_t j = 0; j < 3; ++j) {
      const double turned = forwards ? turn[i][j] : turn[j][i];
      const double in_voxels = i == j ? turned : turned * aspects_[j] / aspects_[i];
      const double resized = forwards ? in_voxels / ratio[i] : in_voxels * ratio[j];
      linear[i][j] = static_cast<float>(i == j ? resized : resized * factor[j] / factor[i]);
      const double first = (factor[j] - 1) / 2;
      const double from_place = forwards ? first : (first + origin[j]) * ratio[j] - shift[j];
      place += in_voxels * (from_place - middle[j]);
    }
    const double first = (factor[i] - 1) / 2;
    const double to_place =
        forwards ? (place + middle[i] + shift[i]) / ratio[i] - origin[i] : place + middle[i];
    offset[i] = static_cast<float>((to_place - first) / factor[i]);
  }
  return {linear[0][0], linear[0][1], linear[0][2], offset[0],  //
          linear[1][0], linear[1][1], linear[1][2], offset[1],  //
          linear[2][0], linear[2][1], linear[2][2], offset[2]};
}

float edge_tolerance(const Shape& moving, const Shape& result) {
  constexpr double kLeast = 1e-4;
  const std::int64_t longest = std::max(
      {moving.width, moving.height, moving.depth, result.width, result.height, result.depth});
  return static_cast<float>(std::max(kLeast, 0x1p-20 * static_cast<double>(longest)));
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
