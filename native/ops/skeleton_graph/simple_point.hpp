// SPDX-License-Identifier: BSD-2-Clause
#pragma once

#include <cstdint>

namespace bitvox::skeleton_graph {

// The bit of the voxel dx, dy, dz (each -1, 0 or 1) away from the centre of 3 x 3 x 3 voxels.
constexpr std::uint32_t neighbour_bit(std::int64_t dx, std::int64_t dy, std::int64_t dz) {
  return std::uint32_t{1} << ((dz + 1) * 9 + (dy + 1) * 3 + dx + 1);
}

// Whether the centre can be deleted without a change of topology, given which voxels around it are
// foreground: those are one 26-connected part, and the background that shares a face with the
// centre is one 6-connected part of the 18 nearest neighbours (G. Bertrand, G. Malandain, "A new
// characterization of three-dimensional simple points", Pattern Recognition Letters 15 (1994)
// 169-175). With background above and below it is the rule for the pixels of an image: 8 and 4.
bool is_simple(std::uint32_t around);

}  // namespace bitvox::skeleton_graph
