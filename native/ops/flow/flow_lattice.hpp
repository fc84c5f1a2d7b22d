// SPDX-License-Identifier: BSD-2-Clause
#pragma once

// Freestanding, see cpu/rows.cpp.in.
#include <stdint.h>

#include "ops/permeability/permeability_lattice.hpp"

namespace bitvox::flow {

// The 19 velocities, their order and the lanes of a vector are those of slow flow.
using permeability::kLanes;
using permeability::kPairs;
using permeability::kSlots;
using permeability::opposite;
using permeability::velocity_of_pair;

// The velocity of a slot but that at rest.
constexpr int direction(int slot, int axis) {
  const permeability::Velocity c = velocity_of_pair((slot - 1) / 2);
  const int first = axis == 0 ? c.x : axis == 1 ? c.y : c.z;
  return slot % 2 == 1 ? first : -first;
}

constexpr float weight(int slot) {
  return slot == 0 ? 1.0F / 3 : slot <= 6 ? 1.0F / 18 : 1.0F / 36;
}

// The numbers of one collision, all rounded from doubles once.
struct Rates {
  float plus;           // 1 / tau
  float half_plus;      // of it
  float half_minus;     // of the other rate: that of Lambda = 3/16, or the same
  float source;         // 1 - plus / 2
  float force[3];       // F
  float half_force[3];  // F / 2
  float along[kPairs];  // 9 c . F
  float push[kPairs];   // 3 w (c . F)
};

}  // namespace bitvox::flow
