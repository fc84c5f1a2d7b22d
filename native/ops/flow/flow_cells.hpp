// SPDX-License-Identifier: BSD-2-Clause
#pragma once

#include <array>
#include <cstdint>
#include <memory>

#include "core/backends/instruction_set.hpp"
#include "core/threads/progress.hpp"
#include "ops/flow/flow_bodies.hpp"
#include "ops/flow/flow_grid.hpp"
#include "ops/flow/flow_lattice.hpp"
#include "ops/flow/flow_particles.hpp"

namespace bitvox::flow {

// What a whole field has at one time.
struct Totals {
  Vector velocity;    // mean over the fluid
  double speed = 0;   // the largest
  double excess = 0;  // of the density over 1, mean over cells
  bool finite = true;
};

// Voxels from `first` on, x first.
struct Region {
  std::array<std::int64_t, 3> first{}, size{};
  std::int64_t count() const { return size[0] * size[1] * size[2]; }
};

// The populations of a grid's cells, at rest at first: on the GPU twice, where a step reads one
// copy and writes the other, each cell its own, and on the CPU once, see flow_rows.hpp. The twins;
// all throw Cancelled, and HostOutOfMemory or DeviceError where they allocate.
class Cells {
 public:
  virtual ~Cells() = default;

  // Steps of the fluid and the bodies; the particles, which may be null, go along.
  virtual void run(std::int64_t steps, Particles* particles, Progress& progress) = 0;

  // The particles alone, through the velocities as they are.
  virtual void carry(std::int64_t steps, Particles& particles, Progress& progress) = 0;

  virtual Totals totals(Progress& progress) = 0;

  // Keeps the velocities, for change(): how far those now are from them, in root mean square over
  // the fluid, relative to those now.
  virtual void keep(Progress& progress) = 0;
  virtual double change(Progress& progress) = 0;

  // The velocities in a region, one component after the other; 0 in solid.
  virtual void velocities(const Region& region, float* out) = 0;
};

// Grid, bodies and options must live as long as the cells.
std::unique_ptr<Cells> make_cells_cpu(const Grid& grid, Bodies& bodies, const Options& options,
                                      InstructionSet instructions, int threads, Progress& progress);
std::unique_ptr<Cells> make_cells_cuda(const Grid& grid, Bodies& bodies, const Options& options,
                                       Progress& progress);

// At rest in the middle of the first step: half of the force's momentum is there.
float at_rest(int slot, const Rates& rates);

// Of sums over cells: those of velocities of parts that are fluid, of densities over 1, of these
// parts, and their number; and the largest square of a velocity.
Totals totals_of(const std::array<double, 6>& sums, double largest_square);

// Of sums of squares over the fluid: those of differences and of velocities. 0 where all is at
// rest.
double change_of(const std::array<double, 2>& squares);

}  // namespace bitvox::flow
