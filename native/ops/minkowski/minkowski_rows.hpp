// SPDX-License-Identifier: BSD-2-Clause
#pragma once

// Freestanding, see cpu/rows.cpp.in.
#include <stdint.h>

#include "ops/minkowski/minkowski_counts.hpp"

namespace bitvox::minkowski {

// A slice and the one before it: row y begins at words[y * stride]. The last bit of each row is 0,
// and so is that of the word before the first one, which must be there: windows reach from voxel x
// - 1 to x.
struct SlicePair {
  const uint64_t* before;
  const uint64_t* slice;
};

// Inner loops of minkowski, one table an instruction set.
struct Rows {
  static const Rows scalar, avx2, avx512;

  // Adds the counts of the windows between two slices, those of `rows` pairs of rows, y from 0 to
  // `rows`. One function for each CountSet.
  void (*count[kCountSets])(SlicePair object, int64_t rows, int64_t stride, int64_t* counts);

  // The same of the windows that are wholly in a mask, which the object lies in, and the object's
  // voxels.
  void (*count_inside[kCountSets])(SlicePair object, SlicePair mask, int64_t rows, int64_t stride,
                                   int64_t* counts);
};

}  // namespace bitvox::minkowski
