// SPDX-License-Identifier: BSD-2-Clause
#pragma once

// Freestanding, see cpu/rows.cpp.in.
#include <stdint.h>

#include "colour/prepared_model.hpp"

namespace bitvox::colours {

// Many colours, 0xRRGGBB, at a time: what colour/spaces.hpp and mixture.hpp say of one.
struct Rows {
  static const Rows scalar, avx2, avx512;

  // The three numbers of each colour.
  void (*points)(colour::Space space, const uint32_t* rgb, int64_t count, float* first,
                 float* second, float* third);
  // class_of() each.
  void (*classes)(const colour::PreparedModel& model, const uint32_t* rgb, int64_t count,
                  uint8_t* classes);
  // certain_class_of() each.
  void (*certain_classes)(const colour::PreparedModel& model, const uint32_t* rgb, int64_t count,
                          uint8_t* classes, uint8_t* certainty);
  // probabilities() of each: that of class k at out[k * stride + i].
  void (*probabilities)(const colour::PreparedModel& model, const uint32_t* rgb, int64_t count,
                        float* out, int64_t stride);
};

}  // namespace bitvox::colours
