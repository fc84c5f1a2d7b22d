// SPDX-License-Identifier: BSD-2-Clause
#pragma once

// Freestanding, see cpu/rows.cpp.in.
#include <stdint.h>

namespace bitvox::packing {

// Pixels to bits and back, a run of `count` pixels at a time: pixel i is bit i % 64 of word i / 64,
// the last word is padded with zeros. Ranges are inclusive; NaN is in no range.
struct Rows {
  static const Rows scalar, avx2, avx512;

  // 255 is foreground, 0 is not. Returns 0, or non-zero if there was any other value.
  int (*pack_binary)(const uint8_t* pixels, int64_t count, uint64_t* words);
  void (*pack_range_u8)(const uint8_t* pixels, int64_t count, uint8_t low, uint8_t high,
                        uint64_t* words);
  void (*pack_range_u16)(const uint16_t* pixels, int64_t count, uint16_t low, uint16_t high,
                         uint64_t* words);
  void (*pack_range_f32)(const float* pixels, int64_t count, float low, float high,
                         uint64_t* words);
  // 0 and 255.
  void (*unpack)(const uint64_t* words, int64_t count, uint8_t* pixels);
  int64_t (*count_bits)(const uint64_t* words, int64_t count);
};

}  // namespace bitvox::packing
