// SPDX-License-Identifier: BSD-2-Clause
#pragma once

// Freestanding, see cpu/rows.cpp.in.
#include <stdint.h>

namespace bitvox::lanes {

// cpu/lanes.inl of an instruction set, against obvious loops.
struct Rows {
  static const Rows scalar, avx2, avx512;

  // What is wrong for some random numbers, by its name; null if nothing is.
  const char* (*wrong)(uint64_t seed);
};

}  // namespace bitvox::lanes
