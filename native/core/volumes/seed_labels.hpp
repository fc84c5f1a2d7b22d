// SPDX-License-Identifier: BSD-2-Clause
#pragma once

#include <vector>

#include "core/threads/progress.hpp"
#include "core/volumes/grey_volume.hpp"

namespace bitvox {

inline constexpr int kLargestSeedLabel = 16777216;  // that 32-bit floats can count to

// The labels of an image of seeds, which is 0 where nothing is seeded, in ascending order. Throws
// InvalidInput where a pixel is no whole number from 0 to kLargestSeedLabel, or all are 0.
std::vector<int> seed_labels(const GreySource& seeds, int threads, Progress& progress);

}  // namespace bitvox
