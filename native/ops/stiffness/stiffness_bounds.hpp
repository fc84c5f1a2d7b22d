// SPDX-License-Identifier: BSD-2-Clause
#pragma once

#include <vector>

#include "ops/stiffness/stiffness_body.hpp"
#include "ops/stiffness/stiffness_tasks.hpp"

namespace bitvox::stiffness {

// A material and its part of the volume; a modulus of 0 for nothing.
struct Phase {
  Material material;
  double part = 0;
};

struct Bounds {
  double lower = 0, upper = 0;
};

// Of the modulus of an isotropic body: from two phases those of Hashin and Shtrikman, else the
// means of moduli and of their inverses (Voigt, Reuss), which need nothing to be isotropic.
//
// Z. Hashin, S. Shtrikman, "A variational approach to the theory of the elastic behaviour of
// multiphase materials", Journal of the Mechanics and Physics of Solids 11 (1963) 127-140.
Bounds bounds_of_modulus(const std::vector<Phase>& phases);

// The phases of what carries, and what is empty. Voxels of densities are one each.
Bounds bounds_of_body(const Solid& solid, const BitVolume& body, const Tasks& tasks);

}  // namespace bitvox::stiffness
