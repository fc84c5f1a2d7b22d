// SPDX-License-Identifier: BSD-2-Clause
#include "ops/skeleton_graph/skeleton_voxels.hpp"

#include <bit>

namespace bitvox {

SkeletonVoxels::SkeletonVoxels(const BitVolume& volume, Neighbours neighbours)
    : volume_(volume), reach_z_(neighbours == Neighbours::kVolume ? 1 : 0) {
  const Shape& shape = volume.shape();
  row_first_.reserve(static_cast<std::size_t>(shape.height * shape.depth));
  const std::uint64_t* word = volume.words();
  for (std::int64_t z = 0; z < shape.depth; ++z) {
    for (std::int64_t y = 0; y < shape.height; ++y) {
      row_first_.push_back(count());
      for (std::int64_t i = 0; i < shape.words_per_row(); ++i, ++word) {
        for (std::uint64_t bits = *word; bits != 0; bits &= bits - 1) {
          positions_.push_back({64 * i + std::countr_zero(bits), y, z});
        }
      }
    }
  }
}

SkeletonVoxels::List SkeletonVoxels::neighbours(std::int64_t i) const {
  const VoxelPosition& centre = position(i);
  List list;
  for (std::int64_t dz = -reach_z_; dz <= reach_z_; ++dz) {
    for (std::int64_t dy = -1; dy <= 1; ++dy) {
      append_row(centre, dy, dz, list);
    }
  }
  return list;
}

void SkeletonVoxels::append_row(const VoxelPosition& centre, std::int64_t dy, std::int64_t dz,
                                List& list) const {
  const Shape& shape = volume_.shape();
  const std::int64_t y = centre.y + dy;
  const std::int64_t z = centre.z + dz;
  if (y < 0 || y >= shape.height || z < 0 || z >= shape.depth) {
    return;
  }
  const std::int64_t row = z * shape.height + y;
  const std::uint64_t* const words = volume_.words() + row * shape.words_per_row();
  std::int64_t before = -1;  // voxels of this row left of x, once they are counted
  for (std::int64_t x = centre.x - 1; x <= centre.x + 1; ++x) {
    const bool inside = x >= 0 && x < shape.width;
    if (!inside || (words[x / 64] >> (x % 64) & 1) == 0) {
      continue;
    }
    if (before < 0) {
      before = std::popcount(words[x / 64] & ((std::uint64_t{1} << (x % 64)) - 1));
      for (std::int64_t i = 0; i < x / 64; ++i) {
        before += std::popcount(words[i]);
      }
    }
    if (dy != 0 || dz != 0 || x != centre.x) {
      list.voxels[static_cast<std::size_t>(list.count++)] =
          row_first_[static_cast<std::size_t>(row)] + before;
    }
    ++before;
  }
}

}  // namespace bitvox
