// SPDX-License-Identifier: BSD-2-Clause
#include "ops/skeleton_graph/skeleton_tags.hpp"

#include <algorithm>
#include <bit>

namespace bitvox::skeleton_graph {
namespace {

// Voxels x - 1, x and x + 1 of a row that are foreground.
int count_three(const std::uint64_t* row, std::int64_t width, std::int64_t x) {
  int count = 0;
  for (std::int64_t i = std::max<std::int64_t>(0, x - 1); i <= std::min(width - 1, x + 1); ++i) {
    count += static_cast<int>(row[i / 64] >> (i % 64) & 1);
  }
  return count;
}

}  // namespace

void tag_slice(const BitVolume& skeleton, Extent extent, std::int64_t z, std::uint8_t* tags) {
  const Shape& shape = skeleton.shape();
  const std::int64_t reach_z = extent == Extent::kVolume ? 1 : 0;
  const std::int64_t first_z = std::max<std::int64_t>(0, z - reach_z);
  const std::int64_t last_z = std::min(shape.depth - 1, z + reach_z);
  std::fill_n(tags, shape.width * shape.height, static_cast<std::uint8_t>(Tag::kBackground));
  const std::uint64_t* word = skeleton.slice(z);
  for (std::int64_t y = 0; y < shape.height; ++y) {
    for (std::int64_t i = 0; i < shape.words_per_row(); ++i, ++word) {
      for (std::uint64_t bits = *word; bits != 0; bits &= bits - 1) {
        const std::int64_t x = 64 * i + std::countr_zero(bits);
        int count = -1;  // without itself
        for (std::int64_t near_z = first_z; near_z <= last_z; ++near_z) {
          for (std::int64_t near_y = std::max<std::int64_t>(0, y - 1);
               near_y <= std::min(shape.height - 1, y + 1); ++near_y) {
            count += count_three(skeleton.slice(near_z) + near_y * shape.words_per_row(),
                                 shape.width, x);
          }
        }
        const Tag tag = count < 2 ? Tag::kEndPoint : count == 2 ? Tag::kSlab : Tag::kJunction;
        tags[y * shape.width + x] = static_cast<std::uint8_t>(tag);
      }
    }
  }
}

}  // namespace bitvox::skeleton_graph
