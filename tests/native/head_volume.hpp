// SPDX-License-Identifier: BSD-2-Clause
#pragma once

#include <cmath>
#include <numbers>

#include "grey_test_volumes.hpp"
#include "ops/register_mi/register_mi.hpp"

namespace bitvox::test {

// A head made of formulas, so that it can be seen from any place: a shell of bone around soft
// parts, with a jaw, two orbits and a few vessels. The sides are about 1, the values 10 .. 220.
inline double head(double x, double y, double z) {
  const auto ball = [](double dx, double dy, double dz, double radius) {
    const double distance = std::sqrt(dx * dx + dy * dy + dz * dz);
    return 1 / (1 + std::exp((distance - radius) * 60));  // 1 inside, 0 outside, a soft border
  };
  const double outer = ball(x, y * 0.85, z * 0.95, 0.40);
  const double inner = ball(x, y * 0.85, z * 0.95, 0.35);
  const double orbits = ball(x - 0.13, y + 0.33, z, 0.09) + ball(x + 0.13, y + 0.33, z, 0.09);
  const double jaw = ball(x, y + 0.25, z - 0.30, 0.14);
  const double left = ball(x - 0.12, y - 0.10, z + 0.05, 0.08);
  const double vessel = ball(x + 0.15, y - 0.12, z + 0.12, 0.05);
  const double folds = std::sin(35 * x + 20 * z) * std::sin(31 * y) * std::sin(27 * z + 9 * x);
  return 160 * (outer - inner) + inner * (70 + 12 * folds) + 90 * jaw - 60 * orbits * outer -
         30 * left + 50 * vessel + 10;
}

// Sizes of voxels relative to one another.
struct VoxelSize {
  double x = 1;
  double y = 1;
  double z = 1;
};

// The head in the middle of a volume of this shape, at a place in voxels.
inline double head_at(const Shape& shape, const VoxelSize& voxel, double x, double y, double z) {
  const auto from_middle = [](double at, std::int64_t side, double size) {
    return (at - static_cast<double>(side - 1) / 2) * size;
  };
  const double width = static_cast<double>(shape.width) * voxel.x;
  return head(from_middle(x, shape.width, voxel.x) / width,
              from_middle(y, shape.height, voxel.y) / width,
              from_middle(z, shape.depth, voxel.z) / width - (shape.depth == 1 ? 0.05 : 0));
}

// A place in voxels.
struct Spot {
  double x = 0;
  double y = 0;
  double z = 0;
};

// Turns two coordinates, the first towards the second.
inline void turn(double degrees, double& first, double& second) {
  const double radians = degrees * std::numbers::pi / 180;
  const double turned = std::cos(radians) * first - std::sin(radians) * second;
  second = std::sin(radians) * first + std::cos(radians) * second;
  first = turned;
}

// Where the motion takes a place of a volume of this shape: one turn after the other about its
// middle, in lengths, then the shift.
inline Spot moved_spot(const Shape& shape, const VoxelSize& voxel,
                       const register_mi::RigidMotion& motion, const Spot& from) {
  const Spot middle{static_cast<double>(shape.width - 1) / 2,
                    static_cast<double>(shape.height - 1) / 2,
                    static_cast<double>(shape.depth - 1) / 2};
  double x = (from.x - middle.x) * voxel.x;
  double y = (from.y - middle.y) * voxel.y;
  double z = (from.z - middle.z) * voxel.z;
  turn(motion.angle_x, y, z);
  turn(motion.angle_y, z, x);
  turn(motion.angle, x, y);
  return {x / voxel.x + middle.x + motion.dx, y / voxel.y + middle.y + motion.dy,
          z / voxel.z + middle.z + motion.dz};
}

// What lies at x, y, z of the result lies in the head's volume where the motion takes it to: so the
// motion lays the result on head_volume(shape, ..., {}). `values` turns the head's values into the
// result's.
template <class Values>
GreyVolume head_volume(const Shape& shape, const VoxelSize& voxel,
                       const register_mi::RigidMotion& motion, PixelType type, Values&& values) {
  return make_grey(shape, type, [&](std::int64_t i) {
    const Spot spot = moved_spot(
        shape, voxel, motion,
        {static_cast<double>(i % shape.width), static_cast<double>(i / shape.width % shape.height),
         static_cast<double>(i / shape.width / shape.height)});
    return values(head_at(shape, voxel, spot.x, spot.y, spot.z));
  });
}

}  // namespace bitvox::test
