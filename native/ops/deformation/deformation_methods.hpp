// SPDX-License-Identifier: BSD-2-Clause
#pragma once

#include "core/threads/progress.hpp"
#include "ops/deformation/deformation_model.hpp"

namespace bitvox::deformation {

// What a method has found out about a body.
struct Stiffness {
  double scale = 0;    // Constants::scale for a step of 1 in units of spacing * sqrt(density /
                       // modulus)
  double highest = 0;  // no squared frequency is above this, in the same units
};

// Allocates and fills what belongs to a model's method, whose rest places and neighbours are there:
// slots, numbers of nodes, the constants but for `keep` and `scale`, Poisson's ratio. `reach` is in
// spacings. Throws HostOutOfMemory, Cancelled.
Stiffness fill_method(Model& model, const Options& options, double reach, int threads,
                      Progress& progress);

}  // namespace bitvox::deformation
