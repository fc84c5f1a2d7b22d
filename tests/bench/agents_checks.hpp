// SPDX-License-Identifier: BSD-2-Clause
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <vector>

#include "ops/agents/agent_rules.hpp"

// Discs that ask for random moves and never overlap, by other ways than the library's to find who
// is near: the comparison of Vigueras, Orduña, Lozano, Cecilia, García, "Improving the GPU-based
// collision check procedure for distributed crowd simulations", GPUScA 2010. Requests, and who is
// refused, are the library's, so places are the same.
namespace bitvox::agents::checks {

inline constexpr std::int64_t kSteps = 100;  // to mix, and then as many that are timed

// What all begin with. Moves have one part.
struct Task {
  Rules<2> rules;
  std::array<std::int64_t, 2> cells;
  std::vector<Point<2>> starts;  // in the order of cells, row by row
};

class Crowd {
 public:
  virtual ~Crowd() = default;
  // 2 * kSteps steps from the starts; microseconds for each of the later half.
  virtual double run() = 0;
  // After that, in the order of the starts.
  virtual std::vector<Point<2>> places() = 0;
};

// Sorted by cell in every step (radix sort); neighbours are those from the first to the last one of
// five cells of a row.
std::unique_ptr<Crowd> sorted_crowd(const Task& task);
// A block takes a tile of cells with its border to shared memory, decides, and writes the tile of
// another grid.
std::unique_ptr<Crowd> tiled_crowd(const Task& task);
// In every step the grid is cleared, and agents claim their cells by atomics.
std::unique_ptr<Crowd> atomic_crowd(const Task& task);
// The same, but agents leave and take cells of a grid that stays, without atomics.
std::unique_ptr<Crowd> in_place_crowd(const Task& task);

}  // namespace bitvox::agents::checks
