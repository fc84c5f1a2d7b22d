// SPDX-License-Identifier: BSD-2-Clause
#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "core/backends/instruction_set.hpp"
#include "core/threads/progress.hpp"
#include "ops/permeability/permeability_grid.hpp"
#include "ops/permeability/permeability_lattice.hpp"

namespace bitvox::permeability {

// Sums over cells: of the velocity along one axis, in each plane across it, and of the product of
// the reversed flow that arrives and the flow that departs then, the sum of f_opposite(i) h_i /
// (3 w_i). Numbers times `scales` are cut to whole numbers, so that their sums do not depend on the
// order.
struct Sums {
  std::vector<std::int64_t> velocities;
  std::int64_t product = 0;
  float largest_velocity = 0;  // the absolute values of what is summed up
  float largest_product = 0;
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

  virtual Sums sums(int axis, const Scales& scales, const Rates& rates, Progress& progress) = 0;

  // The largest (ux^2 + uy^2) + uz^2.
  virtual float largest_square(const Rates& rates, Progress& progress) = 0;

  // ux, uy and uz of the cells `first` .. `end` - 1, one component after the other.
  virtual void velocities(std::int64_t first, std::int64_t end, const Rates& rates, float* out) = 0;
};

// What the GPU keeps where it fits, as that is faster; with less it goes the same way, to the bit.
struct GpuMemoryUse {
  bool two_copies = true;  // of the populations
  bool table = true;       // see permeability_table.hpp
};

// The grid must live as long as the flow. Populations are stored in so many bits, 32 or 16.
std::unique_ptr<LatticeFlow> make_flow_cpu(InstructionSet instructions, const Grid& grid,
                                           int precision, int threads, Progress& progress);
std::unique_ptr<LatticeFlow> make_flow_cuda(const Grid& grid, int precision, Progress& progress,
                                            const GpuMemoryUse& most = {});

}  // namespace bitvox::permeability
