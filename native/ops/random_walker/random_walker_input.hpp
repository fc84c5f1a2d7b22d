// SPDX-License-Identifier: BSD-2-Clause
#pragma once

#include <cmath>
#include <cstdint>
#include <vector>

#include "core/threads/progress.hpp"
#include "core/volumes/grey_volume.hpp"
#include "diffusion/grid.hpp"
#include "ops/random_walker/random_walker_rows.hpp"

namespace bitvox::random_walker {

// Seeds, by labels in ascending order: that of label i is kFirstSeed + i.
struct Seeds {
  GridField<State> states;
  std::vector<int> labels;
  std::vector<std::int64_t> voxels;  // of each label
};

// Throws InvalidInput where a number is no label, or there are fewer than two labels or too many.
Seeds read_seeds(const GreySource& seeds, const Grid& grid, int threads, Progress& progress);

// A voxel that is a wall and no seed has no label.
inline bool is_wall(float value, State state) { return state == kFree && !std::isfinite(value); }

GridField<float> read_values(const GreySource& image, const Grid& grid, int threads,
                             Progress& progress);

// Of all finite values; 0 where there are none.
struct Spread {
  double deviation = 0;  // the standard one
  double range = 0;      // from the least to the largest
};

// Added up row by row, in an order that does not depend on threads.
Spread spread_of(const GridField<float>& values, int threads, Progress& progress);

}  // namespace bitvox::random_walker
