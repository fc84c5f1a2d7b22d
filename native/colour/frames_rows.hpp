// SPDX-License-Identifier: BSD-2-Clause
#pragma once

// Freestanding, see cpu/rows.cpp.in.
#include <stdint.h>

namespace bitvox::frames {

// Rows of pixels, a byte a channel; all arrays reach to a whole number of kGroup pixels, of which
// those behind the last one may hold anything.
constexpr int64_t kGroup = 64;

struct Rgb {
  const uint8_t* channel[3];
};

// A row of the planes of all classes: that of class k is at first + k * stride.
struct ClassBits {
  uint64_t* first;
  int64_t stride;  // words
  int classes;
};

struct Sum {
  int64_t count;
  int64_t certainty;
};

// The inner loops of the CPU: bit i % 64 of word i / 64 is pixel i, bits behind the last are 0.
struct Rows {
  static const Rows scalar, avx2, avx512;

  // Colours 0x..RRGGBB taken apart.
  void (*split)(const uint32_t* pixels, int64_t count, uint8_t* red, uint8_t* green, uint8_t* blue);

  // Pixels whose channels differ from the background's by more than `threshold` together.
  void (*moving)(Rgb frame, Rgb background, int64_t count, int threshold, uint64_t* bits);

  // A row of so many words, turned over where `flip` has bits, grown along x by one pixel. Of the
  // last word only the bits of `last` count.
  void (*grow)(const uint64_t* row, int64_t count, uint64_t flip, uint64_t last, uint64_t* grown);
  // The bits of any of three rows, turned over where `flip` has bits; of the last word only those
  // of `last`. What is returned is not 0 if there are any.
  uint64_t (*join)(const uint64_t* const* three, int64_t count, uint64_t flip, uint64_t last,
                   uint64_t* joined);

  // A background in 256ths that goes a part of 1 / 2^shift towards the frame.
  void (*follow)(const uint8_t* frame, int64_t count, int shift, uint16_t* background);
  // Its bytes, rounded half up.
  void (*round)(const uint16_t* background, int64_t count, uint8_t* bytes);

  // Of each pixel the median of an odd number of rows, up to 255.
  void (*median)(const uint8_t* const* rows, int64_t row_count, int64_t count, uint8_t* median);

  // Which pixels are of each class, and how probable it is: lower and upper byte of a table whose
  // places are those of colour_table.hpp, and one more that is read but not used. Where a bit is
  // not set the pixel is of no class; where it is of none, its certainty may be anything. Null
  // bits: all are set.
  void (*look_up)(Rgb frame, const uint64_t* bits, const uint16_t* table, int64_t count,
                  ClassBits classes, uint8_t* certainty);

  // How many bits are set from `first` to before `end`, and the sum of the certainties there.
  Sum (*sum_of_set)(const uint64_t* bits, const uint8_t* certainty, int64_t first, int64_t end);
};

}  // namespace bitvox::frames
