// SPDX-License-Identifier: BSD-2-Clause
#pragma once

// Freestanding, see cpu/rows.cpp.in.
#include <stdint.h>

#include "ops/minkowski/minkowski_counts.hpp"

namespace bitvox::minkowski {

// Words that are read at a time, at most, and that must be readable, zero, around a row.
inline constexpr int64_t kPadding = 8;

// A slice with background all around: row y begins at words[(y + 1) * stride + kPadding], for y
// from -1 to `rows`; the words before and behind a row are 0.
struct PaddedSlice {
  const uint64_t* words;
  int64_t stride;
};

// Inner loops of minkowski, one table an instruction set.
struct Rows {
  static const Rows scalar, avx2, avx512;

  // Adds the counts of all windows between two slices of `rows` rows of `words` words, the last
  // window column included in these. One function for each CountSet.
  void (*count[kCountSets])(PaddedSlice below, PaddedSlice slice, int64_t rows, int64_t words,
                            int64_t* counts);
};

}  // namespace bitvox::minkowski
