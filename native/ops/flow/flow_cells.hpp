// SPDX-License-Identifier: BSD-2-Clause
#pragma once

#include <array>
#include <cstdint>

#include "core/aligned_array.hpp"
#include "core/instruction_set.hpp"
#include "core/parallel.hpp"
#include "ops/flow/flow_bodies.hpp"
#include "ops/flow/flow_grid.hpp"
#include "ops/flow/flow_particles.hpp"

namespace bitvox::flow {

// What a whole field has at one time.
struct Totals {
  std::array<double, 3> velocity{};  // mean over the fluid
  double speed = 0;                  // the largest
  double excess = 0;                 // of the density over 1, mean over cells
  bool finite = true;
};

// The populations of a grid's cells, twice: a step reads one copy and writes the other, each cell
// its own. At rest at first. The CPU twin; the grid must live as long.
class Cells {
 public:
  // Bodies may be null. Throws HostOutOfMemory, and what progress throws.
  Cells(const Grid& grid, Bodies* bodies, const Rates& rates, InstructionSet instructions,
        int threads, Progress& progress);

  // Steps of the fluid and the bodies; the particles, which may be null, go along.
  void run(std::int64_t steps, Particles* particles, Progress& progress);

  // The velocities of a row, x, y and z, and by how much densities exceed 1: each of
  // grid.blocks() * kLanes numbers; 0 in solid.
  void velocities(std::int64_t row, const std::array<float*, 4>& out) const;

  // The velocity of one cell of a row that is not solid.
  std::array<float, 3> velocity(std::int64_t row, std::int64_t x) const;

  Totals totals(Progress& progress) const;

 private:
  void step_row(std::int64_t row, const float* from, float* to) const;
  const float* share(std::int64_t row) const;  // of its cells; null where it is 0

  const Grid& grid_;
  Bodies* const bodies_;
  const Rates rates_;
  const Rows& rows_;
  const int threads_;
  const std::int64_t stride_;
  AlignedArray<float> copies_[2];
  int newest_ = 0;
};

}  // namespace bitvox::flow
