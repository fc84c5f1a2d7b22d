// SPDX-License-Identifier: BSD-2-Clause
#pragma once

#include <bit>
#include <cstdint>
#include <vector>

#include "core/threads/progress.hpp"
#include "core/volumes/bit_volume.hpp"
#include "ops/skeleton_graph/skeleton_rows.hpp"

namespace bitvox::skeleton_graph {

// A skeleton as its voxels, which are few: ascending (x fastest, then y, then z), without repeats.
struct Skeleton {
  Shape shape;  // of the image
  std::vector<VoxelPosition> voxels;
};

// Calls visit(x, y) for the foreground of a slice, ascending.
template <class Visit>
void for_voxels(const std::uint64_t* word, const Shape& shape, Visit&& visit) {
  for (std::int64_t y = 0; y < shape.height; ++y) {
    for (std::int64_t i = 0; i < shape.words_per_row(); ++i, ++word) {
      for (std::uint64_t bits = *word; bits != 0; bits &= bits - 1) {
        visit(64 * i + std::countr_zero(bits), y);
      }
    }
  }
}

// The foreground of a volume, and the way back to one without any. Throw Cancelled.
Skeleton skeleton_of(const BitVolume& volume, Progress& progress);
void draw(const Skeleton& skeleton, BitVolume& volume, Progress& progress);

// Deletes the voxels that do not stay. Throws Cancelled.
void keep(Skeleton& skeleton, const std::vector<bool>& stays, Progress& progress);

}  // namespace bitvox::skeleton_graph
