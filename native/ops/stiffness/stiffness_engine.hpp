// SPDX-License-Identifier: BSD-2-Clause
#pragma once

#include <array>
#include <cstdint>
#include <functional>
#include <memory>

#include "core/backends/instruction_set.hpp"
#include "ops/stiffness/stiffness_body.hpp"
#include "ops/stiffness/stiffness_equations.hpp"
#include "ops/stiffness/stiffness_load.hpp"

namespace bitvox::stiffness {

// xx, yy, zz, yz, xz, xy.
using Stress = std::array<double, 6>;

// The elements of a body, and where displacements are given.
struct Structure {
  const Solid& solid;
  const BitVolume& body;  // what of the solid carries
  Lattice lattice;
  const Options& options;
};

// The equations of a structure, and what is measured of the solution that they have come to last.
// The twins; all throw Cancelled, and HostOutOfMemory or DeviceError where they allocate.
class Engine {
 public:
  virtual ~Engine() = default;

  virtual Equations& equations() = 0;
  // Of all elements, added up.
  virtual Lame<double> stiffnesses() = 0;

  // The forces on the far plate, over the unit of moduli, the size of a voxel along the component,
  // and for a load of 1: in voxels, as stiffness_element.hpp has them.
  virtual std::array<double, 3> plate_forces(const LoadCase& load) = 0;
  // The mean over all of the volume, the empty part of it too, for a load of 1.
  virtual Stress mean_stress(const LoadCase& load, Progress& progress) = 0;
  // The effective strain that so large a part of the body is above, for a load of 1.
  virtual double strain_above(const LoadCase& load, std::int64_t elements, double part,
                              Progress& progress) = 0;
  // Hands out the maps, for a load of `strain`.
  virtual void write_maps(const LoadCase& load, double strain, const Maps& maps,
                          Progress& progress) = 0;
};

// What the structure refers to, and the progress, must live as long as the engine.
using MakeEngine =
    std::function<std::unique_ptr<Engine>(const Structure& structure, Progress& progress)>;
std::unique_ptr<Engine> make_engine_cpu(InstructionSet instructions, const Structure& structure,
                                        int threads, Progress& progress);
std::unique_ptr<Engine> make_engine_cuda(const Structure& structure, int threads,
                                         Progress& progress);

// How many elements are above the strain of strain_above(): less than there are.
inline std::int64_t elements_above(std::int64_t elements, double part) {
  const auto above = static_cast<std::int64_t>(part * static_cast<double>(elements));
  return above < elements ? above : elements - 1;
}

}  // namespace bitvox::stiffness
