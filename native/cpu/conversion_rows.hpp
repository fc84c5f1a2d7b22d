// SPDX-License-Identifier: BSD-2-Clause
#pragma once

// Freestanding, see cpu/rows.cpp.in.
#include <stdint.h>

namespace bitvox::conversion {

// Pixels to floats and back, rounding half up, clamping, NaN to 0.
struct Rows {
  static const Rows scalar, avx2, avx512;

  void (*from_u8)(const uint8_t* pixels, int64_t count, float* values);
  void (*from_u16)(const uint16_t* pixels, int64_t count, float* values);
  void (*to_u8)(const float* values, int64_t count, uint8_t* pixels);
  void (*to_u16)(const float* values, int64_t count, uint16_t* pixels);
};

}  // namespace bitvox::conversion
