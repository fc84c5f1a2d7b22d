// SPDX-License-Identifier: BSD-2-Clause
#pragma once

#include <cmath>
#include <cstdint>
#include <limits>

#include "core/host_and_device.hpp"
#include "core/volumes/shape.hpp"
#include "core/volumes/spacing.hpp"
#include "rays/beam_geometry.hpp"
#include "rays/predicates.hpp"

// A ray through the voxels of a volume, in which voxel i of an axis is from i to i + 1 times its
// size, with the first of these planes and without the last.
//
// When a ray reaches a plane follows from the plane's number alone, (i - origin) / direction, and
// is never added up. So which voxel is reached when is the same for every way of walking: voxel by
// voxel, brick by brick, or all slices at once. Where times are equal the voxel between has no
// length, whichever plane is taken first.
namespace bitvox::rays {

// Lengths are whole numbers of 2^-48 of the ray: sums of them do not depend on an order.
inline constexpr double kTicks = 281474976710656;

// Of a time from 0 to 1, to the nearest.
BITVOX_BOTH inline std::int64_t ticks_of(double time) {
  constexpr double kHalf = 0.5;
  const double ticks = time * kTicks + kHalf;
  return static_cast<std::int64_t>(ticks);
}

// The planes across one axis.
class AxisPlanes {
 public:
  AxisPlanes() = default;
  BITVOX_BOTH AxisPlanes(double from, double direction, double size, std::int64_t voxels)
      : origin_(from / size), slope_(direction / size), inverse_(1 / slope_), voxels_(voxels) {
    if (std::abs(inverse_) <= kLargest) {
      step_ = slope_ > 0 ? 1 : -1;
      return;
    }
    step_ = 0;
    const double cell = std::floor(origin_);
    const bool there = cell >= 0 && cell < static_cast<double>(voxels);
    fixed_ = there ? static_cast<std::int64_t>(cell) : -1;
    origin_ = kNowhere;  // no plane is ever reached
    inverse_ = 1;
  }

  // 1 and -1: upwards and downwards; 0: the ray stays in one layer of voxels.
  BITVOX_BOTH int step() const { return step_; }
  BITVOX_BOTH double origin() const { return origin_; }
  BITVOX_BOTH double inverse() const { return inverse_; }
  BITVOX_BOTH std::int64_t voxels() const { return voxels_; }

  BITVOX_BOTH double time(std::int64_t plane) const { return time(static_cast<double>(plane)); }
  BITVOX_BOTH double time(double plane) const { return (plane - origin_) * inverse_; }

  BITVOX_BOTH bool misses() const { return step_ == 0 && fixed_ < 0; }
  BITVOX_BOTH double begin() const {
    return step_ == 0 ? 0 : time(step_ > 0 ? std::int64_t{0} : voxels_);
  }
  BITVOX_BOTH double end() const {
    return step_ == 0 ? 1 : time(step_ > 0 ? voxels_ : std::int64_t{0});
  }

  // The plane by which the ray leaves a voxel, and what holds of a block of voxels, too.
  BITVOX_BOTH std::int64_t exit_of(std::int64_t first, std::int64_t size) const {
    return step_ > 0 ? first + size : first;
  }

  // The voxel that is reached by this time, which is before the end.
  BITVOX_BOTH std::int64_t cell_at(double t) const {
    if (step_ == 0) return fixed_;
    const double guess =
        smaller(larger(origin_ + t * slope_, 0.0), static_cast<double>(voxels_ - 1));
    auto cell = static_cast<std::int64_t>(guess);
    if (step_ > 0) {
      while (time(cell + 1) <= t) ++cell;
      while (time(cell) > t) --cell;
    } else {
      while (time(cell) <= t) --cell;
      while (time(cell + 1) > t) ++cell;
    }
    return cell;
  }

 private:
  static constexpr double kLargest = 1e300;
  static constexpr double kNowhere = -std::numeric_limits<double>::infinity();

  double origin_ = 0;  // in voxels
  double slope_ = 0;
  double inverse_ = 0;
  std::int64_t voxels_ = 0;
  std::int64_t fixed_ = 0;
  int step_ = 0;
};

struct VolumeRay {
  BITVOX_BOTH VolumeRay(const Ray& ray, const Spacing& spacing, const Shape& shape)
      : axes{AxisPlanes(ray.origin.x, ray.direction.x, spacing.x, shape.width),
             AxisPlanes(ray.origin.y, ray.direction.y, spacing.y, shape.height),
             AxisPlanes(ray.origin.z, ray.direction.z, spacing.z, shape.depth)} {
    for (const AxisPlanes& axis : axes) {
      if (axis.misses()) end = 0;
      begin = larger(begin, axis.begin());
      end = smaller(end, axis.end());
    }
  }

  BITVOX_BOTH bool misses() const { return !(begin < end); }

  AxisPlanes axes[3];
  double begin = 0;  // when it is in the volume
  double end = 1;
};

}  // namespace bitvox::rays
