// SPDX-License-Identifier: BSD-2-Clause
#pragma once

#include <cstdint>
#include <vector>

#include "core/threads/progress.hpp"
#include "ops/split_objects/split_objects_grid.hpp"
#include "ops/split_objects/split_objects_watershed.hpp"

namespace bitvox::split_objects {

// Step 1 of split_objects.hpp. Writes for each voxel the name of the slopes it lies on, from 1, or
// 0 where the height is 0. Returns the first voxel of the peak of each, in ascending order.
template <class T>
std::vector<std::uint32_t> find_slopes(const ClimbRows<T>& rows, const Grid& grid, const T* heights,
                                       const Seeds& seeds, int threads, std::uint32_t* names,
                                       Progress& progress);

}  // namespace bitvox::split_objects
