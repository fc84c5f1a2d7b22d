// SPDX-License-Identifier: BSD-2-Clause
#pragma once

// Freestanding, see cpu/rows.cpp.in, and for the GPU too.
#include <stdint.h>

namespace bitvox::permeability {

// The 19 velocities of a cell (D3Q19): at rest, along the axes, along the diagonals of the faces.
// A velocity and its opposite follow each other: pair p is 2 p + 1 and 2 p + 2.
constexpr int kSlots = 19;
constexpr int kPairs = 9;

// The velocity of the first of each pair.
struct Velocity {
  int x, y, z;
};
constexpr Velocity kVelocityOfPair[kPairs] = {{1, 0, 0},  {0, 1, 0},  {0, 0, 1},
                                              {1, 1, 0},  {1, -1, 0}, {1, 0, 1},
                                              {1, 0, -1}, {0, 1, 1},  {0, 1, -1}};

constexpr int opposite(int slot) { return slot == 0 ? 0 : ((slot - 1) ^ 1) + 1; }

// Cells are stored in groups that one vector of the CPU holds.
constexpr int kLanes = 8;

// The numbers of one collision, all rounded from doubles once, on the host.
struct Rates {
  float plus;           // 1 / tau
  float half_plus;      // of it
  float half_minus;     // of the other rate, which Lambda = 3/16 gives
  float force[kPairs];  // 3 w (c . F)
  float half_force[3];  // F / 2, for the velocity
};

}  // namespace bitvox::permeability
