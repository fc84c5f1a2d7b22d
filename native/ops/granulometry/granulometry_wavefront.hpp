// SPDX-License-Identifier: BSD-2-Clause
#pragma once

#include <cstdint>
#include <functional>

#include "core/threads/progress.hpp"

namespace bitvox::granulometry {

// Rows of bricks, numbered by y and z, go through steps 0, 1, ..., and a row may take a step only
// when
//   - its neighbours at (y + 1, z), (y + 1, z + 1), (y, z + 1), (y - 1, z + 1) have taken the one
//     before (and not this one), and
//   - those at (y - 1, z) and (y, z - 1) have taken this one already (and no more).
// (Slices that are on their own depend on nothing in z.)
//
// Going through all rows for each step would fetch them from memory each time. So up to
// kStepsAtATime steps follow each other closely: in sweep v, step s takes row z = v - s, and a
// block takes rows y = first - s .. first - s + kRowsAtATime - 1 in step s. Blocks run one after
// the other in y, or at the same time, each at least one sweep behind the one before.
struct RowGrid {
  std::int64_t height;
  std::int64_t depth;
  bool planar;
};

void run_wavefront(const RowGrid& grid, int steps, int threads, Progress& progress,
                   const std::function<void(std::int64_t y, std::int64_t z, int step)>& take_step);

}  // namespace bitvox::granulometry
