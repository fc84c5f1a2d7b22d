// SPDX-License-Identifier: BSD-2-Clause
#pragma once

// Freestanding, see cpu/rows.cpp.in.
#include <stdint.h>

namespace bitvox::morphology {

// Words that may be read behind the last one of the arrays below, or written where it says so.
inline constexpr int64_t kPadding = 8;

// Inner loops of morphology, one table an instruction set. Arrays are rows of bits one behind the
// other; a bit's neighbours along x are those in its word and the words beside it, so that rows
// that touch must have words between them that keep them apart.
struct Rows {
  static const Rows scalar, avx2, avx512;

  // words[i] &= the bits `shift` further on, for `count` words. Reads shift / 64 + 1 words more and
  // the padding; writes padding.
  void (*and_shifted)(uint64_t* words, int64_t count, int64_t shift);

  // to = from where the bits beside it are set too (first), or where these are alone: a row eroded
  // by h - 1 becomes one eroded by h = 1, or any further h. Reads one word before; writes padding.
  void (*erode_once)(const uint64_t* from, uint64_t* to, int64_t count, int64_t h);

  // to = the bits of from where those `step` before and behind are set along x, and `row_step`
  // words before and behind. Writes padding.
  void (*and_cross)(const uint64_t* from, uint64_t* to, int64_t count, int64_t step,
                    int64_t row_step);

  // to[i] &= from[i + offset] for all offsets, for `count` words and no others.
  void (*and_rows)(const uint64_t* from, const int64_t* offsets, int64_t offset_count, uint64_t* to,
                   int64_t count);
};

}  // namespace bitvox::morphology
