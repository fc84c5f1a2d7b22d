// SPDX-License-Identifier: BSD-2-Clause
#pragma once

#include <limits>

namespace bitvox::weighted_grid {

// The resistance of a cell is 1 over the weakest link on a way from it to a ground, on the best way
// that is found: at first that to its own ground, then better ones by going through the grid once
// along each axis, both ways, as often as that makes the largest resistance much smaller.

inline constexpr int kMostRounds = 16;

// improve() goes through the grid, largest() is the largest resistance, which is returned.
template <class Improve, class Largest>
double find_ways(const Improve& improve, const Largest& largest) {
  double before = std::numeric_limits<double>::infinity();
  for (int round = 0; round < kMostRounds; ++round) {
    improve();
    const double now = largest();
    if (now > before / 2) return now;
    before = now;
  }
  return before;
}

}  // namespace bitvox::weighted_grid
