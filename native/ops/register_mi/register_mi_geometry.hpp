// SPDX-License-Identifier: BSD-2-Clause
#pragma once

#include <cstdint>
#include <vector>

#include "core/shape.hpp"
#include "ops/register_mi/register_mi.hpp"
#include "ops/register_mi/register_mi_rows.hpp"
#include "ops/register_mi/register_mi_shared.hpp"

// Where voxels of one volume lie in the other, at each level of the pyramids.
namespace bitvox::register_mi {

// How many voxels of the full volume one of a level is the mean of, along each axis: powers of 2.
struct LevelFactors {
  std::int64_t x = 1;
  std::int64_t y = 1;
  std::int64_t z = 1;

  bool operator==(const LevelFactors&) const = default;
};

// A level of a pyramid over a volume of this shape. Voxels that do not fill a whole one are left
// out.
Shape level_shape(const Shape& full, const LevelFactors& factors);

// The levels for two volumes, the full one first. Each halves the axes that are long in one volume
// and not short in the other; the last has none of these left.
std::vector<LevelFactors> pyramid_levels(const Shape& moving, const Shape& fixed);

// Which of the two volumes.
enum class Role { kMoving, kFixed };

// The motions that are compared, and what they are about.
class Geometry {
 public:
  Geometry(const Shape& moving, const Shape& fixed, double pixel_aspect);

  const Shape& shape(Role role) const { return role == Role::kMoving ? moving_ : fixed_; }
  double pixel_aspect() const { return pixel_aspect_; }

  // From places in the `from` volume to places in the other, in voxels of a level.
  PointMap map(const RigidMotion& motion, Role from, const LevelFactors& factors) const;

 private:
  Shape moving_;
  Shape fixed_;
  double pixel_aspect_;
};

// At most `most` cells, and no more than two a voxel along each axis.
PointGrid point_grid(const Shape& shape, std::int64_t most);

}  // namespace bitvox::register_mi
