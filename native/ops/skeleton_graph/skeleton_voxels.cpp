// SPDX-License-Identifier: BSD-2-Clause
#include "ops/skeleton_graph/skeleton_voxels.hpp"

#include <bit>

#include "core/volumes/packing.hpp"
#include "cpu/packing_rows.hpp"

namespace bitvox::skeleton_graph {

SkeletonVoxels::SkeletonVoxels(const BitVolume& volume, Extent extent, Progress& progress) {
  const Shape& shape = volume.shape();
  std::vector<std::int64_t> rows;  // where the voxels of each row begin; then the end
  rows.reserve(static_cast<std::size_t>(shape.height * shape.depth + 1));
  // Vectors that grow copy all that they have, and do not stop meanwhile.
  positions_.reserve(
      static_cast<std::size_t>(packing_rows().count_bits(volume.words(), shape.word_count())));
  const std::uint64_t* word = volume.words();
  for (std::int64_t z = 0; z < shape.depth; ++z) {
    progress.report(0, 1);
    for (std::int64_t y = 0; y < shape.height; ++y) {
      rows.push_back(count());
      for (std::int64_t i = 0; i < shape.words_per_row(); ++i, ++word) {
        for (std::uint64_t bits = *word; bits != 0; bits &= bits - 1) {
          positions_.push_back({64 * i + std::countr_zero(bits), y, z});
        }
      }
    }
  }
  rows.push_back(count());

  // Voxels ascend within a row, so in each of the nine rows around them the search goes on from
  // where it ended for the voxel before.
  const std::int64_t reach_z = extent == Extent::kVolume ? 1 : 0;
  std::int64_t next[9] = {};
  first_neighbour_.reserve(positions_.size() + 1);
  neighbours_.reserve(3 * positions_.size());  // most have two
  for (std::int64_t i = 0; i < count(); ++i) {
    if (i % kVoxelsPerReport == 0) {
      progress.report(0, 1);
    }
    const VoxelPosition& centre = position(i);
    const std::int64_t own_row = centre.z * shape.height + centre.y;
    const bool row_begins = i == rows[static_cast<std::size_t>(own_row)];
    first_neighbour_.push_back(std::ssize(neighbours_));
    std::int64_t* from = next;
    for (std::int64_t z = centre.z - reach_z; z <= centre.z + reach_z; ++z) {
      for (std::int64_t y = centre.y - 1; y <= centre.y + 1; ++y, ++from) {
        if (y < 0 || y >= shape.height || z < 0 || z >= shape.depth) {
          continue;
        }
        const auto row = static_cast<std::size_t>(z * shape.height + y);
        const std::int64_t end = rows[row + 1];
        if (row_begins) {
          *from = rows[row];
        }
        while (*from < end && position(*from).x < centre.x - 1) {
          ++*from;
        }
        for (std::int64_t n = *from; n < end && position(n).x <= centre.x + 1; ++n) {
          if (n != i) {
            neighbours_.push_back(n);
          }
        }
      }
    }
  }
  first_neighbour_.push_back(std::ssize(neighbours_));
}

}  // namespace bitvox::skeleton_graph
