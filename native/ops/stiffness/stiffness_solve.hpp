// SPDX-License-Identifier: BSD-2-Clause
#pragma once

#include <cstdint>

#include "core/threads/progress.hpp"
#include "ops/stiffness/stiffness_equations.hpp"

namespace bitvox::stiffness {

struct Limits {
  double accuracy = 1e-3;  // of the energy
  double tolerance = 0;    // of the residual against that of the start; 0: accuracy decides
  std::int64_t most_iterations = 0;
  bool is_held = true;  // no rigid motion of the body is free
};

struct Solution {
  double energy = 0;  // the product of displacements and forces
  std::int64_t iterations = 0;
  double error = 0;     // of the energy, relative, as estimated
  double residual = 0;  // against that of the start, in doubles
  bool converged = true;
};

// Iterates until the energy is known well enough. `start` is that of the strain alone, of which
// every iteration takes away alpha r . z. What is left is exact to a few 1e-8 of `start`, as A is
// in floats.
//
// What all others would take away is estimated from those that have been, see stiffness_error.hpp.
// No proof: what is very soft and has little of the energy may be met late.
//
// Directions begin anew from a residual in doubles whenever the one that is carried along, in
// floats, has become a thousandth of it: with a tolerance, as it goes on falling when the true one
// no longer does, and where rigid motions are free, as rounding gives it a part that moves the body
// as a whole, which the cycle makes larger and larger. With a tolerance displacements are kept in
// doubles too.
Solution solve(Equations& equations, const Strain& strain, double start, const Limits& limits,
               Progress& progress);

}  // namespace bitvox::stiffness
