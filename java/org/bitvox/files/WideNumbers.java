// SPDX-License-Identifier: BSD-2-Clause
package org.bitvox.files;

/** Whole numbers of 64 bits as 32-bit floats. */
final class WideNumbers {
  private static final int FLOAT_BITS = 24;

  private WideNumbers() {}

  /** The nearest float to a number without a sign. */
  static float unsigned(long value) {
    if (value >= 0) {
      return value;
    }
    long half = value >>> 1 | value & 1; // the lowest bit decides in which way it is rounded
    return (float) half * 2;
  }

  /** Whether a float holds this number without a sign: from the first 1 to the last, 24 bits. */
  static boolean isExact(long value) {
    int zeros = Long.numberOfLeadingZeros(value) + Long.numberOfTrailingZeros(value);
    return Long.SIZE - zeros <= FLOAT_BITS;
  }
}
