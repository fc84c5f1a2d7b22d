// SPDX-License-Identifier: BSD-2-Clause
package org.bitvox.files;

/** Floats of 16 bits, as IEEE 754 has them. */
final class HalfFloat {
  private static final int LARGEST_EXPONENT = 31;

  private HalfFloat() {}

  /** The same value, which every 32-bit float can be. */
  static float value(short half) {
    int exponent = half >> 10 & LARGEST_EXPONENT;
    int fraction = half & 0x3ff;
    int sign = (half & 0x8000) << 16;
    if (exponent == 0) { // 0, or without the leading 1
      return Math.copySign(fraction * 0x1p-24f, Float.intBitsToFloat(sign | 0x3f800000));
    }
    int wide = exponent == LARGEST_EXPONENT ? 255 : exponent + 127 - 15;
    return Float.intBitsToFloat(sign | wide << 23 | fraction << 13);
  }
}
