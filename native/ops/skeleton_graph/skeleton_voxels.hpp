// SPDX-License-Identifier: BSD-2-Clause
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "core/bit_volume.hpp"
#include "ops/skeleton_graph/skeleton_graph.hpp"

namespace bitvox {

// The foreground voxels of a thin volume in ascending order, found again by position.
class SkeletonVoxels {
 public:
  SkeletonVoxels(const BitVolume& volume, Neighbours neighbours);

  std::int64_t count() const { return static_cast<std::int64_t>(positions_.size()); }
  const VoxelPosition& position(std::int64_t i) const {
    return positions_[static_cast<std::size_t>(i)];
  }

  // The foreground neighbours of voxel i, ascending.
  struct List {
    std::array<std::int64_t, 26> voxels;
    int count = 0;
    const std::int64_t* begin() const { return voxels.data(); }
    const std::int64_t* end() const { return voxels.data() + count; }
  };
  List neighbours(std::int64_t i) const;

 private:
  void append_row(const VoxelPosition& centre, std::int64_t dy, std::int64_t dz, List& list) const;

  const BitVolume& volume_;
  std::int64_t reach_z_;
  std::vector<VoxelPosition> positions_;
  std::vector<std::int64_t> row_first_;  // of each row, the number of voxels before it
};

}  // namespace bitvox
