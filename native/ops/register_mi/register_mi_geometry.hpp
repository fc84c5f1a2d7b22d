// SPDX-License-Identifier: BSD-2-Clause
#pragma once

#include <cstdint>
#include <vector>

#include "core/volumes/shape.hpp"
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

// The part of `fixed` that is compared with `moving`: a box from this voxel on, and the share of
// its voxels that count.
struct Window {
  std::int64_t x = 0;
  std::int64_t y = 0;
  std::int64_t z = 0;
  Shape shape;
  double share = 1;
};

// Which of the two volumes.
enum class Role { kMoving, kFixed };

// The motions that are compared, and what they are about.
class Geometry {
 public:
  Geometry(const Shape& moving, const Shape& fixed, double pixel_aspect, double slice_aspect = 1,
           const VoxelRatio& fixed_voxel = {});

  // Turns are about this place, in voxels of `moving`; else about its middle.
  void turn_about(const Middle& place) { middle_ = place; }

  // From now on places in `fixed` are those in this part of it. Motions stay what they are.
  void look_through(const Window& window);
  // Whether that leaves anything out.
  bool has_window() const { return has_window_; }
  // Of the voxels of a volume, how many count.
  double share(Role role) const { return role == Role::kMoving ? 1 : window_.share; }

  const Shape& shape(Role role) const { return role == Role::kMoving ? moving_ : window_.shape; }
  double pixel_aspect() const { return aspects_[1]; }
  double slice_aspect() const { return aspects_[2]; }
  // Of a voxel of `fixed` to one of `moving`.
  const VoxelRatio& fixed_voxel() const { return fixed_voxel_; }
  // The sides of all of `fixed` in voxels of `moving`, from the first voxel to the last and one
  // more.
  double fixed_width() const { return scaled(fixed_.width, fixed_voxel_.x); }
  double fixed_height() const { return scaled(fixed_.height, fixed_voxel_.y); }
  double fixed_depth() const { return scaled(fixed_.depth, fixed_voxel_.z); }
  // The shorter sides of both, as far as they are compared, in voxels of `moving`.
  Reach shorter_sides() const;

  // From places in the `from` volume to places in the other, in voxels of a level.
  PointMap map(const RigidMotion& motion, Role from, const LevelFactors& factors) const;

 private:
  PointMap map_within_slices(const RigidMotion& motion, Role from,
                             const LevelFactors& factors) const;
  PointMap map_any_way(const RigidMotion& motion, Role from, const LevelFactors& factors) const;

  static double scaled(std::int64_t side, double ratio) {
    return static_cast<double>(side - 1) * ratio + 1;
  }
  bool same_voxels() const {
    return fixed_voxel_.x == 1 && fixed_voxel_.y == 1 && fixed_voxel_.z == 1;
  }

  Shape moving_;
  Shape fixed_;
  VoxelRatio fixed_voxel_;
  Window window_;  // all of `fixed`, unless it was told
  bool has_window_ = false;
  double aspects_[3];  // the size of a voxel along each axis divided by that along x
  Middle middle_;
};

// How far beyond the first or last voxel of `moving` a place of the result is still taken for one
// on it, in voxels: places are rounded to 32 bits and voxel sizes as files have them, so that a
// quarter turn would lose a face of the volume. More than a dozen last places of the largest
// coordinate.
float edge_tolerance(const Shape& moving, const Shape& result);

// At most `most` cells, and no more than two a voxel along each axis.
PointGrid point_grid(const Shape& shape, std::int64_t most);

}  // namespace bitvox::register_mi
