// SPDX-License-Identifier: BSD-2-Clause
#pragma once

#include <cstdint>

#include "core/threads/progress.hpp"
#include "ops/joint_histogram/joint_histogram_colocalization.hpp"
#include "ops/joint_histogram/joint_histogram_levels.hpp"

namespace bitvox::joint_histogram {

// Throws InvalidInput unless two blocks fit into such a volume.
void check_shuffling(const Shuffling& shuffling, const Shape& volume);

// Shuffles the blocks and sets what the result has about them. Needs 4 bytes a voxel. Throws
// HostOutOfMemory, Cancelled.
void shuffle(const LevelPairs& pairs, const Shuffling& shuffling, int threads,
             Colocalization& result, Progress& progress);

}  // namespace bitvox::joint_histogram
