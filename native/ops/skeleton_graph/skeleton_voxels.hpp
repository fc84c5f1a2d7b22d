// SPDX-License-Identifier: BSD-2-Clause
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "core/threads/progress.hpp"
#include "core/volumes/bit_volume.hpp"
#include "ops/skeleton_graph/skeleton_graph.hpp"

namespace bitvox::skeleton_graph {

// How many voxels are looked at between two reports: far less than a tenth of a second's work.
inline constexpr std::int64_t kVoxelsPerReport = 1 << 16;

// Asks after so many steps of a loop whether the user wants to stop.
class Steps {
 public:
  explicit Steps(Progress& progress) : progress_(progress) {}

  // Throws Cancelled.
  void add(std::int64_t steps = 1) {
    since_ += steps;
    if (since_ >= kVoxelsPerReport) {
      since_ = 0;
      progress_.report(0, 1);
    }
  }

 private:
  Progress& progress_;
  std::int64_t since_ = 0;
};

// The foreground voxels of a thin volume in ascending order, and which of them touch.
class SkeletonVoxels {
 public:
  // Throws Cancelled.
  SkeletonVoxels(const BitVolume& volume, Extent extent, Progress& progress);

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
  std::vector<VoxelPosition> positions_;
  std::vector<std::int64_t> neighbours_;       // those of voxel 0, those of voxel 1, ...
  std::vector<std::int64_t> first_neighbour_;  // where those of each voxel begin; then the end
};

}  // namespace bitvox::skeleton_graph
