// SPDX-License-Identifier: BSD-2-Clause
#pragma once

#include <cstdint>
#include <vector>

#include "core/blocks/run_block.hpp"
#include "core/threads/progress.hpp"
#include "ops/skeleton_graph/skeleton_list.hpp"

// One block, for who goes through those of a volume elsewhere: it lists the voxels of its core. The
// graph is traced from those of all blocks together.
namespace bitvox::skeleton_graph {

// What listing takes, for a core of which one voxel in 64 is skeleton; one in 200 is usual.
BlockMemory memory_for(const Block& block);

// The voxels of a core by their numbers in the whole, (z * height + y) * width + x, ascending. Of
// the volume no more is read than the core. Throws InvalidInput for more than a Java array can
// hold, HostOutOfMemory, Cancelled.
std::vector<std::int64_t> list_block(const VolumeSource& volume, const Block& block,
                                     Progress& progress);

// The voxels with these numbers, and the way back. Throws InvalidInput unless they ascend within
// the volume, Cancelled.
Skeleton skeleton_of(const Shape& whole, const std::vector<std::int64_t>& numbers,
                     Progress& progress);
std::vector<std::int64_t> numbers_of(const Skeleton& skeleton, Progress& progress);

}  // namespace bitvox::skeleton_graph
