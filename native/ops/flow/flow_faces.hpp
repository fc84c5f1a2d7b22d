// SPDX-License-Identifier: BSD-2-Clause
#pragma once

#include <cstdint>

#include "ops/flow/flow_grid.hpp"
#include "ops/flow/flow_lattice.hpp"

namespace bitvox::flow {

// At which of the six faces a cell lies, as bits: 2 a for the first of axis a, 2 a + 1 for the
// last.
inline constexpr int kSides = 64;

// What arrives at a cell by where it lies: bits of slots (link_of()).
struct FaceTable {
  std::uint32_t outside[kSides];  // from beyond a face that is not periodic
  std::uint32_t moving[kSides];   // of these, beyond a moving one
  std::uint32_t free[kSides];     // or a free one
};

FaceTable make_face_table(const Grid& grid);

}  // namespace bitvox::flow
