// SPDX-License-Identifier: BSD-2-Clause
#pragma once

#include <cstdint>

namespace bitvox::permeability {

// What is beyond a border: solid, the volume again, or its mirror image, in which the flow is
// mirrored too. At the ends of the flow, across which the force goes on in the same direction, the
// mirrored flow is that of the opposite force, and so is everything about it reversed.
enum class Border { kWall, kPeriodic, kMirrored, kReversed };

// Finds cells: a pore is cell ranks[word] + the pores before it in its word.
struct PorePlaces {
  const std::uint64_t* words;
  const std::uint32_t* ranks;
  int size[3];
  std::int64_t words_per_row;
  Border borders[3];
};

// Where the population of one velocity that arrives at a cell was left, and where its opposite
// departs to: a slot of a cell, and whether it changes its sign between here and there.
struct PopulationPlace {
  std::int64_t cell;
  int slot;
  bool negated = false;
};

}  // namespace bitvox::permeability
