// SPDX-License-Identifier: BSD-2-Clause
#include "ops/skeleton_graph/skeleton_voxels.hpp"

#include <tuple>

namespace bitvox::skeleton_graph {
namespace {

bool comes_before(const VoxelPosition& a, const VoxelPosition& b) {
  return std::tie(a.z, a.y, a.x) < std::tie(b.z, b.y, b.x);
}

}  // namespace

SkeletonVoxels::SkeletonVoxels(const Skeleton& skeleton, Extent extent, Progress& progress)
    : positions_(skeleton.voxels) {
  // Voxels ascend, so in each of the nine rows around them the search goes on from where it ended
  // for the voxel before.
  const std::int64_t reach_z = extent == Extent::kVolume ? 1 : 0;
  std::int64_t next[9] = {};
  Steps steps(progress);
  // Vectors that grow copy all that they have, and do not stop meanwhile.
  first_neighbour_.reserve(positions_.size() + 1);
  neighbours_.reserve(3 * positions_.size());  // most have two
  for (std::int64_t i = 0; i < count(); ++i) {
    const VoxelPosition& centre = position(i);
    first_neighbour_.push_back(std::ssize(neighbours_));
    std::int64_t* from = next;
    for (std::int64_t z = centre.z - reach_z; z <= centre.z + reach_z; ++z) {
      for (std::int64_t y = centre.y - 1; y <= centre.y + 1; ++y, ++from) {
        const VoxelPosition least{centre.x - 1, y, z};
        while (*from < count() && comes_before(position(*from), least)) {
          ++*from;
          steps.add();
        }
        const VoxelPosition end{centre.x + 2, y, z};
        for (std::int64_t n = *from; n < count() && comes_before(position(n), end); ++n) {
          if (n != i) {
            neighbours_.push_back(n);
          }
        }
      }
    }
    steps.add();
  }
  first_neighbour_.push_back(std::ssize(neighbours_));
}

}  // namespace bitvox::skeleton_graph
