// SPDX-License-Identifier: BSD-2-Clause
#pragma once

// Freestanding, see cpu/rows.cpp.in.
#include <stdint.h>

#include "ops/skeleton2d/imagej_tables.hpp"
#include "ops/skeleton2d/passes.hpp"

namespace bitvox::skeleton2d {

// The CPU twin's own layout of a slice: columns 64 pixels wide, the words of a column one below
// the other. A brick is 8 of them (64 x 8 pixels), so that its neighbours to the north and south
// are words next to it. All around lies one brick of background.
struct BrickColumns {
  uint64_t* words;  // brick b is words 8 b .. 8 b + 7
  int64_t column;   // bricks from one column to the next
};

// Pixels to be deleted from one brick.
struct PixelDeletion {
  uint64_t rows[8];
  uint64_t columns;  // all rows joined
  int64_t brick;
};

// Inner loops of skeleton2d, one table an instruction set.
struct Rows {
  static const Rows scalar, avx2, avx512;

  // Evaluates a pass for the listed bricks whose stamp is at least `oldest`. Writes their deletions
  // (as many as bricks, at most) and returns how many.
  int64_t (*find_deletions[kThinningPasses])(const BrickColumns& bricks, const uint32_t* list,
                                             int64_t count, const int32_t* stamps, int32_t oldest,
                                             PixelDeletion* deletions);
};

}  // namespace bitvox::skeleton2d
