// SPDX-License-Identifier: BSD-2-Clause
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "ops/stiffness/stiffness_body.hpp"
#include "ops/stiffness/stiffness_cpu.hpp"
#include "ops/stiffness/stiffness_load.hpp"

namespace bitvox::stiffness {

// xx, yy, zz, yz, xz, xy.
using Stress = std::array<double, 6>;

// Of an element, for a load of 1.
struct ElementState {
  double energy = 0;     // strain energy density
  double effective = 0;  // strain
  double von_mises = 0;  // in the middle, as the rest is
  Stress stress{};
  std::array<double, 3> displacement{};
};

// What has been found, looked at element by element.
class Found {
 public:
  Found(const EquationsCpu& equations, const Solid& solid, const BitVolume& body,
        const LoadCase& load, const Spacing& spacing)
      : equations_(equations),
        solid_(solid),
        body_(body),
        load_(load),
        voxel_{spacing.x, spacing.y, spacing.z},
        ratios_(ratios_of<double>(spacing.x, spacing.y, spacing.z)) {}

  const Shape& shape() const { return solid_.shape(); }
  // use(x, state) for the elements of a row.
  template <class Use>
  void each(std::int64_t y, std::int64_t z, const Use& use) const;
  ElementState at(std::int64_t x, std::int64_t y, std::int64_t z) const;

 private:
  const EquationsCpu& equations_;
  const Solid& solid_;
  const BitVolume& body_;
  const LoadCase& load_;
  const std::array<double, 3> voxel_;
  const Ratios<double> ratios_;
};

// The mean over all of the volume, the empty part of it too.
Stress mean_stress(const Found& found, const Tasks& tasks);

// The effective strain that so large a part of the body is above, for a load of 1.
double strain_above(const Found& found, std::int64_t elements, double part, const Tasks& tasks);

// The forces on the far plate, over the unit of moduli, the size of a voxel along the component,
// and for a load of 1: in voxels, as stiffness_element.hpp has them.
std::array<double, 3> plate_forces(const EquationsCpu& equations, const LoadCase& load);

// Hands out the maps, for a load of `strain`.
void write_maps(const Found& found, double strain, const Maps& maps, const Tasks& tasks);

}  // namespace bitvox::stiffness
