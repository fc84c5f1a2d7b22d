// SPDX-License-Identifier: BSD-2-Clause
#include "ops/skeleton_graph/skeleton_list.hpp"

#include "core/volumes/packing.hpp"
#include "cpu/packing_rows.hpp"
#include "ops/skeleton_graph/skeleton_steps.hpp"

namespace bitvox::skeleton_graph {

Skeleton skeleton_of(const BitVolume& volume, Progress& progress) {
  const Shape& shape = volume.shape();
  Skeleton skeleton{shape, {}};
  // Vectors that grow copy all that they have, and do not stop meanwhile.
  skeleton.voxels.reserve(
      static_cast<std::size_t>(packing_rows().count_bits(volume.words(), shape.word_count())));
  for (std::int64_t z = 0; z < shape.depth; ++z) {
    progress.report(0, 1);
    for_voxels(volume.slice(z), shape, [&](std::int64_t x, std::int64_t y) {
      skeleton.voxels.push_back({x, y, z});
    });
  }
  return skeleton;
}

void draw(const Skeleton& skeleton, BitVolume& volume, Progress& progress) {
  Steps steps(progress);
  for (const VoxelPosition& at : skeleton.voxels) {
    volume.slice(at.z)[at.y * volume.shape().words_per_row() + at.x / 64] |= std::uint64_t{1}
                                                                             << (at.x % 64);
    steps.add();
  }
}

void keep(Skeleton& skeleton, const std::vector<bool>& stays, Progress& progress) {
  Steps steps(progress);
  std::size_t left = 0;
  for (std::size_t i = 0; i < skeleton.voxels.size(); ++i) {
    if (stays[i]) skeleton.voxels[left++] = skeleton.voxels[i];
    steps.add();
  }
  skeleton.voxels.resize(left);
}

}  // namespace bitvox::skeleton_graph
