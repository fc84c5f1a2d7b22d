// SPDX-License-Identifier: BSD-2-Clause
#pragma once

// Freestanding, see cpu/rows.cpp.in, and for the GPU too.
#include <stdint.h>

#include "core/host_and_device.hpp"
#include "ops/permeability/permeability_lattice.hpp"

namespace bitvox::flow {

// The 19 velocities, their order and the lanes of a vector are those of slow flow.
using permeability::is_axis;
using permeability::kLanes;
using permeability::kPairs;
using permeability::kSlots;
using permeability::number_of_step;
using permeability::opposite;
using permeability::velocity_of_pair;

// The velocity of a slot but that at rest.
BITVOX_BOTH constexpr int direction(int slot, int axis) {
  const permeability::Velocity c = velocity_of_pair((slot - 1) / 2);
  const int first = axis == 0 ? c.x : axis == 1 ? c.y : c.z;
  return slot % 2 == 1 ? first : -first;
}

BITVOX_BOTH constexpr float weight(int slot) {
  return slot == 0 ? 1.0F / 3 : slot <= 6 ? 1.0F / 18 : 1.0F / 36;
}

// Populations, as deviations from rest, are stored as floats, or as halves of so many times their
// value (Lehmann and others 2022): 11 bits of all that exceed 2^-29, and none reaches 2.
constexpr float kHalvesOf = 32768;

// Bits of a cell's links: what arrives in slot i is what the cell itself sent the other way, as
// solid or a face is there; nothing is here at all (solid, and the lanes behind a row).
BITVOX_BOTH constexpr uint32_t link_of(int slot) { return uint32_t{1} << slot; }
constexpr uint32_t kSolidCell = uint32_t{1} << 31;

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
