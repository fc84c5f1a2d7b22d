// SPDX-License-Identifier: BSD-2-Clause
#pragma once

#include <array>

#include "core/volumes/shape.hpp"
#include "ops/stiffness/stiffness.hpp"
#include "ops/stiffness/stiffness_equations.hpp"
#include "ops/stiffness/stiffness_lattice.hpp"
#include "ops/stiffness/stiffness_state.hpp"

namespace bitvox::stiffness {

// A load case: the strain of 1 that would be everywhere in a homogeneous body, and what of the
// displacements at the border is that of this strain.
struct LoadCase {
  int axis = 0;       // across which the plates are; of the tensor: 0 to 5
  int component = 0;  // what the far plate moves along
  double sign = 1;    // of the load
  Lattice lattice;
  Strain strain{};  // in voxels
  bool has_plates = true;
};

inline std::array<double, 3> voxel_of(const Options& options) {
  return {options.spacing.x, options.spacing.y, options.spacing.z};
}

// Along an axis, or, of a tensor, the case 0 to 5.
LoadCase load_case(int axis, const Shape& shape, const Options& options);
LoadedVoxels loaded_voxels(const LoadCase& load, const Spacing& spacing);

}  // namespace bitvox::stiffness
