// SPDX-License-Identifier: BSD-2-Clause
#pragma once

#include <cstdint>

#include "core/volumes/bit_volume.hpp"
#include "ops/skeleton_graph/skeleton_graph.hpp"

namespace bitvox::skeleton_graph {

// What a voxel of a skeleton is, in the numbers that AnalyzeSkeleton gives them.
enum class Tag : std::uint8_t { kBackground = 0, kEndPoint = 30, kJunction = 70, kSlab = 127 };

// Writes the tags of slice z: width * height bytes, x fastest.
void tag_slice(const BitVolume& skeleton, Extent extent, std::int64_t z, std::uint8_t* tags);

}  // namespace bitvox::skeleton_graph
