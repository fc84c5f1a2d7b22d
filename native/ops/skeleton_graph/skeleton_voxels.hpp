// SPDX-License-Identifier: BSD-2-Clause
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "core/options/terms.hpp"
#include "core/threads/progress.hpp"
#include "ops/skeleton_graph/skeleton_list.hpp"
#include "ops/skeleton_graph/skeleton_steps.hpp"

namespace bitvox::skeleton_graph {

// The voxels of a skeleton, which stays where it is, and which of them touch.
class SkeletonVoxels {
 public:
  // Throws Cancelled.
  SkeletonVoxels(const Skeleton& skeleton, Extent extent, Progress& progress);

  std::int64_t count() const { return static_cast<std::int64_t>(positions_.size()); }
  const VoxelPosition& position(std::int64_t i) const {
    return positions_[static_cast<std::size_t>(i)];
  }

  // The foreground neighbours of voxel i, ascending.
  std::span<const std::int64_t> neighbours(std::int64_t i) const {
    const std::int64_t* const first =
        neighbours_.data() + first_neighbour_[static_cast<std::size_t>(i)];
    return {first, neighbours_.data() + first_neighbour_[static_cast<std::size_t>(i) + 1]};
  }

 private:
  const std::vector<VoxelPosition>& positions_;
  std::vector<std::int64_t> neighbours_;       // those of voxel 0, those of voxel 1, ...
  std::vector<std::int64_t> first_neighbour_;  // where those of each voxel begin; then the end
};

}  // namespace bitvox::skeleton_graph
