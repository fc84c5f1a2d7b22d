// SPDX-License-Identifier: BSD-2-Clause
#pragma once

#include <array>
#include <cstdint>

#include "ops/stiffness/stiffness_body.hpp"
#include "ops/stiffness/stiffness_cpu.hpp"
#include "ops/stiffness/stiffness_engine.hpp"
#include "ops/stiffness/stiffness_load.hpp"
#include "ops/stiffness/stiffness_state.hpp"

namespace bitvox::stiffness {

// What has been found, looked at element by element.
class Found {
 public:
  Found(const EquationsCpu& equations, const Solid& solid, const BitVolume& body,
        const LoadCase& load, const Spacing& spacing)
      : equations_(equations), solid_(solid), body_(body), load_(loaded_voxels(load, spacing)) {}

  const Shape& shape() const { return solid_.shape(); }
  // use(x, state) for the elements of a row.
  template <class Use>
  void each(std::int64_t y, std::int64_t z, const Use& use) const;
  ElementState at(std::int64_t x, std::int64_t y, std::int64_t z) const;

 private:
  const EquationsCpu& equations_;
  const Solid& solid_;
  const BitVolume& body_;
  const LoadedVoxels load_;
};

// What stiffness_engine.hpp says of them.
Stress mean_stress(const Found& found, const Tasks& tasks);
double strain_above(const Found& found, std::int64_t elements, double part, const Tasks& tasks);
std::array<double, 3> plate_forces(const EquationsCpu& equations, const LoadCase& load);
void write_maps(const Found& found, double strain, const Maps& maps, const Tasks& tasks);

}  // namespace bitvox::stiffness
