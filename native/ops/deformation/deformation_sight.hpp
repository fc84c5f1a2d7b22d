// SPDX-License-Identifier: BSD-2-Clause
#pragma once

#include "core/volumes/bit_volume.hpp"
#include "ops/deformation/deformation.hpp"

namespace bitvox::deformation {

// What lies between places in the body, so that nodes are no neighbours across a gap.
class Sight {
 public:
  Sight(const BitVolume& mask, const Spacing& spacing)
      : mask_(mask), voxel_{spacing.x, spacing.y, spacing.z} {}

  // Whether the voxel of a place, or the nearest one on the other side of its middle along some of
  // the axes, is set: the place is in the body, or about half a voxel away from it.
  bool is_body(const Vector& place) const;

  // Whether all of a straight line is: looked at every half of the smallest side of a voxel.
  bool is_clear(const Vector& from, const Vector& to) const;

 private:
  bool is_set(std::int64_t x, std::int64_t y, std::int64_t z) const;

  const BitVolume& mask_;
  const Vector voxel_;
};

}  // namespace bitvox::deformation
