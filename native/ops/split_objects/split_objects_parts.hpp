// SPDX-License-Identifier: BSD-2-Clause
#pragma once

#include <cstdint>
#include <vector>

#include "core/threads/progress.hpp"
#include "ops/split_objects/split_objects_watershed.hpp"

namespace bitvox::split_objects {

// Makes the labels of slopes those of parts. Voxels of label i are of part part_of[i - 1], parts
// being named by any numbers up to that of the slopes. They get labels in raster order of their
// first voxels. Returns the names of the parts that have voxels, in that order.
std::vector<std::uint32_t> number_parts(Watershed& watershed,
                                        const std::vector<std::uint32_t>& part_of,
                                        Progress& progress);

}  // namespace bitvox::split_objects
