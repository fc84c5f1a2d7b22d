// SPDX-License-Identifier: BSD-2-Clause
#pragma once

#include <cstdint>

#include "core/host_and_device.hpp"
#include "ops/stiffness/stiffness_rows.hpp"

// The nodes of a level one by one, as the GPU goes through them.
namespace bitvox::stiffness {

// The place of row, layer or node i where there is one beyond the border, else -1. No more than one
// beyond it.
template <class Index>
BITVOX_BOTH inline Index beyond_border(Index i, Index count, bool periodic) {
  if (i >= 0 && i < count) return i;
  if (!periodic) return -1;
  return i < 0 ? count - 1 : 0;
}

// Number of the block of nodes that has a node, among all that are stored or not.
BITVOX_BOTH inline std::int64_t block_of(const LevelRows& level, std::int64_t x, std::int64_t y,
                                         std::int64_t z) {
  return (z * level.nodes[1] + y) * level.blocks + x / kLanes;
}

// Where vectors have component 0 of a node; 0 where they do not have it.
BITVOX_BOTH inline std::int64_t place_in_vector(std::int32_t block, std::int64_t x) {
  return block == 0 ? 0 : static_cast<std::int64_t>(block) * kOfBlock + x % kLanes;
}

// Where the materials of an element are, by its first node; 0 where there is none.
BITVOX_BOTH inline std::int64_t place_of_element(const LevelRows& level, std::int64_t x,
                                                 std::int64_t y, std::int64_t z) {
  const std::int32_t block = level.place[block_of(level, x, y, z)];
  return block == 0 ? 0 : static_cast<std::int64_t>(block) * kLanes + x % kLanes;
}

}  // namespace bitvox::stiffness
