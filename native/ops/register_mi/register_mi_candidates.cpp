// SPDX-License-Identifier: BSD-2-Clause
#include "ops/register_mi/register_mi_candidates.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

namespace bitvox::register_mi {
namespace {

// The most points of one axis that lie within half_side of the middle, of one in each cell.
double most_in(double middle, double half_side, std::int64_t side, const PointGrid::Axis& axis) {
  constexpr double kRounding = 0.5;  // voxels; places are 32-bit floats
  const double low = std::max(0.0, middle - half_side - kRounding);
  const double high = std::min(static_cast<double>(side - 1), middle + half_side + kRounding);
  if (low > high) {
    return 0;
  }
  const auto all = static_cast<double>(axis.cells);
  return axis.length > 0 ? std::min(all, (high - low) / axis.length + 2) : all;
}

bool within(const RigidMotion& motion, const SearchLimits& limits, double RigidMotion::*part) {
  return motion.*part >= limits.low.*part && motion.*part <= limits.high.*part;
}

}  // namespace

MotionGrid::Steps::Steps(double low, double high, double size)
    : first(std::ceil(low / size)), count(std::floor(high / size) - first + 1), step(size) {}

MotionGrid::MotionGrid(const SearchLimits& limits, const RigidMotion& step)
    : step_(step),
      x_(limits.low.dx, limits.high.dx, step.dx),
      y_(limits.low.dy, limits.high.dy, step.dy),
      z_(limits.low.dz, limits.high.dz, step.dz),
      angle_(limits.low.angle, limits.high.angle, step.angle),
      angle_x_(limits.low.angle_x, limits.high.angle_x, step.angle_x),
      angle_y_(limits.low.angle_y, limits.high.angle_y, step.angle_y) {}

std::int64_t MotionGrid::count() const {
  return bytes() / static_cast<std::int64_t>(sizeof(double));
}

std::int64_t MotionGrid::bytes() const {
  constexpr std::int64_t kMost = std::numeric_limits<std::int64_t>::max();
  const double bytes = sizeof(double) * x_.count * y_.count * z_.count * angle_.count *
                       angle_x_.count * angle_y_.count;
  return bytes < static_cast<double>(kMost) ? static_cast<std::int64_t>(bytes) : kMost;
}

RigidMotion MotionGrid::operator[](std::int64_t i) const {
  const auto width = static_cast<std::int64_t>(x_.count);
  const auto height = static_cast<std::int64_t>(y_.count);
  const auto depth = static_cast<std::int64_t>(z_.count);
  const std::int64_t row = i / width;
  const std::int64_t slice = row / height;
  const auto angles = static_cast<std::int64_t>(angle_.count);
  const auto angles_x = static_cast<std::int64_t>(angle_x_.count);
  const std::int64_t turn = slice / depth;
  if (turn < angles) {  // about z alone: no more divisions, which take long
    return {x_[i % width], y_[row % height], z_[slice % depth],
            angle_[turn],  angle_x_[0],      angle_y_[0]};
  }
  return {x_[i % width],
          y_[row % height],
          z_[slice % depth],
          angle_[turn % angles],
          angle_x_[turn / angles % angles_x],
          angle_y_[turn / angles / angles_x]};
}

bool can_overlap(const Geometry& geometry, const RigidMotion& motion, const MatchPoints& points,
                 const LevelFactors& level, std::int64_t point_count) {
  // A box around the other volume as it lies in that of the points.
  const Role other_role = points.role == Role::kMoving ? Role::kFixed : Role::kMoving;
  const Shape own = level_shape(geometry.shape(points.role), level);
  const Shape other = level_shape(geometry.shape(other_role), level);
  const PointMap back = geometry.map(motion, other_role, level);
  const double x = static_cast<double>(other.width - 1) / 2;
  const double y = static_cast<double>(other.height - 1) / 2;
  const double z = static_cast<double>(other.depth - 1) / 2;
  const double met = most_in(back.xx * x + back.xy * y + back.xz * z + back.x0,
                             std::abs(back.xx) * x + std::abs(back.xy) * y + std::abs(back.xz) * z,
                             own.width, points.grid.x) *
                     most_in(back.yx * x + back.yy * y + back.yz * z + back.y0,
                             std::abs(back.yx) * x + std::abs(back.yy) * y + std::abs(back.yz) * z,
                             own.height, points.grid.y) *
                     most_in(back.zx * x + back.zy * y + back.zz * z + back.z0,
                             std::abs(back.zx) * x + std::abs(back.zy) * y + std::abs(back.zz) * z,
                             own.depth, points.grid.z);
  return 4 * met >= static_cast<double>(point_count);
}

std::vector<Candidate> best_apart(const std::vector<double>& information, const MotionGrid& grid,
                                  std::int64_t most, const std::function<void()>& still_there) {
  constexpr double kApart = 1.5;  // steps
  constexpr std::size_t kOften = std::size_t{1} << 22;
  const RigidMotion& step = grid.step();
  std::vector<Candidate> best;
  while (static_cast<std::int64_t>(best.size()) < most) {
    Candidate next;
    for (std::size_t i = 0; i < information.size(); ++i) {
      if (i % kOften == 0) still_there();
      if (!(information[i] > next.information)) continue;
      const RigidMotion motion = grid[static_cast<std::int64_t>(i)];
      const bool apart = std::none_of(best.begin(), best.end(), [&](const Candidate& other) {
        return std::all_of(
            std::begin(kMotionParts), std::end(kMotionParts), [&](double RigidMotion::*part) {
              return std::abs(motion.*part - other.motion.*part) < kApart * (step.*part);
            });
      });
      if (apart) next = {motion, information[i]};
    }
    if (next.information == kRejected) break;
    best.push_back(next);
  }
  return best;
}

std::vector<RigidMotion> neighbours(const RigidMotion& motion, const RigidMotion& step,
                                    const SearchLimits& limits) {
  std::vector<RigidMotion> all;
  for (double RigidMotion::*const part : kMotionParts) {
    for (const double way : {-1.0, 1.0}) {
      RigidMotion next = motion;
      next.*part += way * (step.*part);
      if (within(next, limits, part)) all.push_back(next);
    }
  }
  return all;
}

}  // namespace bitvox::register_mi
