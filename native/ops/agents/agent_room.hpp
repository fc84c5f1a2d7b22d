// SPDX-License-Identifier: BSD-2-Clause
#pragma once

#include <cstdint>

#include "core/threads/progress.hpp"
#include "core/volumes/bit_volume.hpp"
#include "core/volumes/spacing.hpp"
#include "ops/agents/agent_places.hpp"

namespace bitvox::agents {

// The voxels that are so far from those that are not free: the least distance of two points, one
// of each, as boxes. What is outside the volume does not count. Throws Cancelled, HostOutOfMemory.
BitVolume clear_of_walls(const BitVolume& free, const Spacing& spacing, double distance,
                         int threads, Progress& progress);

// Voxels first .. last along an axis, of which the parts first_part and last_part count.
struct VoxelRange {
  std::int64_t first = 0;
  std::int64_t last = 0;
  double first_part = 1;
  double last_part = 1;  // all of it, if it is the first too

  double part(std::int64_t voxel) const {
    return voxel == first ? first_part : voxel == last ? last_part : 1;
  }
};

// Clears the voxels that are not in these ranges of x, y, z, and adds up the others' parts.
double keep_within(const VoxelRange (&ranges)[3], BitVolume& room);

}  // namespace bitvox::agents
