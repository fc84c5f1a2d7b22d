// SPDX-License-Identifier: BSD-2-Clause
#pragma once

namespace bitvox {

// The size of a voxel along each axis, in any unit.
struct Spacing {
  double x = 1;
  double y = 1;
  double z = 1;

  template <class Each>
  static void fields(Each&& field) {
    field("x", &Spacing::x);
    field("y", &Spacing::y);
    field("z", &Spacing::z);
  }
};

// Throws InvalidInput unless the sizes are from 1e-30 to 1e30, and the largest is at most 1e6 times
// the smallest: then squares, volumes and distances in voxels are numbers that can be computed
// with.
void check_spacing(const Spacing& spacing);

}  // namespace bitvox
