// SPDX-License-Identifier: BSD-2-Clause
#pragma once

#include <array>
#include <cstdint>

namespace bitvox::stiffness {

// A strain that is the same everywhere: how displacements, in voxels, change over a voxel; of
// component c along axis a at 3 c + a. They need not be symmetric.
using Strain = std::array<double, 9>;

// What conjugate gradients do with the vectors, wherever those are. The unknown u is what
// displacements are besides those of a strain that is the same everywhere: 0 where they are given,
// and periodic where these are not.
class Equations {
 public:
  virtual ~Equations() = default;

  // u = p = 0, r = minus the forces of the strain. Returns r . r.
  virtual double start(const Strain& strain) = 0;
  // z = M r, where M is the multigrid cycle. Returns r . z.
  virtual double precondition() = 0;
  // p = z + beta p. Returns p . A p.
  virtual double advance(double beta) = 0;
  // u += alpha p, r -= alpha A p. Returns r . r.
  virtual double move(double alpha) = 0;
  // What u has come to is kept in doubles, and u is 0 again; r = minus the forces of all
  // displacements, computed in doubles. Returns r . r.
  virtual double begin_anew() = 0;
  // The same, but that u stays in floats where it is.
  virtual double true_square() = 0;

  // Keeps u for one of several loads; and r . u of such a one.
  virtual void keep(int load) = 0;
  virtual double product_with(int load) = 0;
};

}  // namespace bitvox::stiffness
