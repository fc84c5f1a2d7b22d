// SPDX-License-Identifier: BSD-2-Clause
#pragma once

// Freestanding, see cpu/rows.cpp.in, and for the GPU too.
#include <stdint.h>

#include "core/host_and_device.hpp"
#include "core/volumes/half.hpp"

namespace bitvox::permeability {

// The 19 velocities of a cell (D3Q19): at rest, along the axes, along the diagonals of the faces.
// A velocity and its opposite follow each other: pair p is 2 p + 1 and 2 p + 2.
constexpr int kSlots = 19;
constexpr int kPairs = 9;

struct Velocity {
  int x, y, z;
};

// The velocity of the first of each pair.
BITVOX_BOTH constexpr Velocity velocity_of_pair(int pair) {
  constexpr Velocity kAll[kPairs] = {{1, 0, 0}, {0, 1, 0},  {0, 0, 1}, {1, 1, 0}, {1, -1, 0},
                                     {1, 0, 1}, {1, 0, -1}, {0, 1, 1}, {0, 1, -1}};
  return kAll[pair];
}

BITVOX_BOTH constexpr int opposite(int slot) { return slot == 0 ? 0 : ((slot - 1) ^ 1) + 1; }

// Whether a velocity is along an axis.
BITVOX_BOTH constexpr bool is_axis(int slot) { return slot >= 1 && slot <= 6; }

// The number of the first voxel in a step, from 1, for half_scales(); the others follow.
constexpr uint32_t number_of_step(int64_t step) {
  return static_cast<uint32_t>(step) * 0x9e3779b9U;
}

// Cells are stored in groups that one vector of the CPU holds.
constexpr int kLanes = 8;

// The numbers of one collision, all rounded from doubles once, on the host.
struct Rates {
  float plus;           // 1 / tau
  float half_plus;      // of it
  float half_minus;     // of the other rate, which Lambda = 3/16 gives
  float force[kPairs];  // 3 w (c . F)
  float half_force[3];  // F / 2, for the velocity

  bool operator==(const Rates&) const = default;
};

// Of what is summed up.
struct Scales {
  double velocity = 0;
  double product = 0;
};

}  // namespace bitvox::permeability
