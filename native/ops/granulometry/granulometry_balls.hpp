// SPDX-License-Identifier: BSD-2-Clause
#pragma once

#include <cstdint>
#include <vector>

#include "ops/granulometry/granulometry.hpp"

namespace bitvox::granulometry {

// The granulometry by balls, from the local thickness. Returns the histogram of F = n + 1 with n
// the largest for which T > r(n)^2, as the twins return that of theirs, and sets the result's step
// and run. Of the voxels of a mask, which may be null, they are counted as the map is made. Throws
// as measure() does.
std::vector<std::int64_t> measure_balls(const VolumeSource& in, const VolumeSource* mask,
                                        const Options& options, SliceSink* map, Result& result,
                                        Progress& progress);

}  // namespace bitvox::granulometry
