// SPDX-License-Identifier: BSD-2-Clause
#pragma once

// Freestanding, see cpu/rows.cpp.in.
#include <stdint.h>

namespace bitvox {

// A number of 16 bits, binary16 of IEEE 754: 1 of the sign, 5 of the exponent, 10 of the fraction.
// For rows of them: cpu/half.inl.
struct Half {
  uint16_t bits;
};

float to_float(Half half);

// The nearest one, of two the even one; infinite from 65520 on.
Half to_half(float value);

}  // namespace bitvox
