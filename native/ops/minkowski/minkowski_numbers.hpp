// SPDX-License-Identifier: BSD-2-Clause
#pragma once

#include "ops/minkowski/minkowski.hpp"

namespace bitvox::minkowski {

// What the counts mean, of a volume or of a slice. Voxels of the mask are all where there is none.
ShapeNumbers numbers_of_volume(const Counts& counts, const Options& options);
ShapeNumbers numbers_of_slice(const Counts& counts, const Options& options);

}  // namespace bitvox::minkowski
