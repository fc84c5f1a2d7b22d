// SPDX-License-Identifier: BSD-2-Clause
#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "core/instruction_set.hpp"
#include "core/progress.hpp"
#include "ops/permeability/permeability_grid.hpp"
#include "ops/permeability/permeability_lattice.hpp"

namespace bitvox::permeability {

// The velocities along one axis, summed in each plane across it: whole numbers, velocity times
// `scale`, cut to whole numbers, so that they do not depend on the order.
struct PlaneSums {
  std::vector<std::int64_t> planes;
  float largest = 0;  // of the absolute velocities
};

// The populations of a grid's cells, at rest at first. The twins; all throw Cancelled, and
// HostOutOfMemory or DeviceError where they allocate.
class LatticeFlow {
 public:
  virtual ~LatticeFlow() = default;

  // Goes on with the flow through the same pores at half the resolution, of the same twin: between
  // its cells linearly, velocities times `velocity_factor`, densities doubled.
  virtual void start_from(LatticeFlow& coarse, float velocity_factor, const Rates& rates,
                          Progress& progress) = 0;

  // Any number of steps. All others below but sums() are for an even number in all.
  virtual void run(std::int64_t steps, const Rates& rates, Progress& progress) = 0;

  virtual PlaneSums sums(int axis, double scale, const Rates& rates, Progress& progress) = 0;

  // The largest (ux^2 + uy^2) + uz^2.
  virtual float largest_square(const Rates& rates, Progress& progress) = 0;

  // ux, uy and uz of the cells `first` .. `end` - 1, one component after the other.
  virtual void velocities(std::int64_t first, std::int64_t end, const Rates& rates, float* out) = 0;
};

// The grid must live as long as the flow.
std::unique_ptr<LatticeFlow> make_flow_cpu(InstructionSet instructions, const Grid& grid,
                                           int threads, Progress& progress);
std::unique_ptr<LatticeFlow> make_flow_cuda(const Grid& grid, Progress& progress);

}  // namespace bitvox::permeability
