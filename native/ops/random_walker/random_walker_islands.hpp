// SPDX-License-Identifier: BSD-2-Clause
#pragma once

#include <cstdint>
#include <vector>

#include "core/threads/progress.hpp"
#include "diffusion/grid.hpp"
#include "ops/random_walker/random_walker_rows.hpp"

namespace bitvox::random_walker {

// Regions without seeds that walls close off (see is_wall()): their voxels hang together through
// faces.
struct Islands {
  // Voxels of a row.
  struct Segment {
    std::int64_t row = 0;  // z * height + y
    std::int64_t first = 0, end = 0;
  };

  std::int64_t count = 0;
  std::vector<Segment> segments;
};

Islands find_islands(const GridField<float>& values, const GridField<State>& states, int threads,
                     Progress& progress);

// How many of their voxels each of so many labels won.
std::vector<std::int64_t> voxels_of_labels(const Islands& islands, const GridField<State>& winners,
                                           std::int64_t labels);

}  // namespace bitvox::random_walker
