// SPDX-License-Identifier: BSD-2-Clause
#pragma once

#include <cstdint>
#include <vector>

#include "core/threads/progress.hpp"
#include "ops/split_objects/split_objects_grid.hpp"
#include "ops/split_objects/split_objects_watershed.hpp"

namespace bitvox::split_objects {

// Step 2: all passes, in ascending order of their slopes.
template <class T>
std::vector<Pass> find_passes(const Rows& rows, const Grid& grid, const T* heights,
                              const std::uint32_t* names, int threads, Progress& progress);

}  // namespace bitvox::split_objects
