// SPDX-License-Identifier: BSD-2-Clause
#pragma once

#include <array>
#include <functional>
#include <memory>
#include <string>

#include "core/volumes/bit_volume.hpp"
#include "ops/permeability/permeability.hpp"
#include "ops/permeability/permeability_flow.hpp"

namespace bitvox::permeability {

// One of the twins.
using MakeFlow = std::function<std::unique_ptr<LatticeFlow>(const Grid& grid, Progress& progress)>;

struct Job {
  const Options& options;
  std::string backend;  // for what finds connected pores
  int threads = 1;
  MakeFlow make_flow;
};

// Flow along one axis through the pores. Where there is a sink the velocities go there at the end.
Flow flow_along(int axis, const BitVolume& pores, const Job& job, SliceSink* velocity,
                Progress& progress);

// At half the resolution: pore where at least four of eight voxels are. Odd ends are left out.
BitVolume halved(const BitVolume& pores, int threads, Progress& progress);

double kozeny_carman(const BitVolume& pores, const std::array<Border, 3>& borders, int threads,
                     Progress& progress);

// For a flow along the axis.
enum class EndsUsed { kPeriodic, kMirrored };
std::array<Border, 3> borders_for(Sides sides, EndsUsed ends, int axis);

}  // namespace bitvox::permeability
