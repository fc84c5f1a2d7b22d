// SPDX-License-Identifier: BSD-2-Clause
#pragma once

// Freestanding, see cpu/rows.cpp.in.
#include <stdint.h>

#include "ops/minkowski/minkowski_counts.hpp"

namespace bitvox::minkowski {

// Inner loops of minkowski, one table an instruction set.
struct Rows {
  static const Rows scalar, avx2, avx512;

  // Adds the counts of the windows between two slices, those of `rows` pairs of rows: row y of a
  // slice begins at words[y * stride], for y from 0 to `rows`. The last bit of each row is 0, and
  // so is that of the word before the first one, which must be there: windows reach from voxel
  // x - 1 to x. One function for each CountSet.
  void (*count[kCountSets])(const uint64_t* below, const uint64_t* slice, int64_t rows,
                            int64_t stride, int64_t* counts);
};

}  // namespace bitvox::minkowski
