// SPDX-License-Identifier: BSD-2-Clause
package org.bitvox;

/**
 * Which raw pixel values are foreground.
 *
 * <p>Raw values are those of the array: unsigned for 8 and 16 bits, without any calibration. NaN is
 * always background.
 */
public final class Foreground {
  private enum Rule {
    BINARY,
    RANGE
  }

  private static final Foreground BINARY = new Foreground(Rule.BINARY, 255, 255);

  private final Rule rule; // native code reads all three by name
  private final double low;
  private final double high;

  private Foreground(Rule rule, double low, double high) {
    this.rule = rule;
    this.low = low;
    this.high = high;
  }

  /** An 8-bit image in which every value must be 0 or 255; 255 is foreground. */
  public static Foreground binary() {
    return BINARY;
  }

  /**
   * Foreground is low &lt;= raw value &lt;= high; nothing if low &gt; high.
   *
   * @throws IllegalArgumentException if a bound is NaN
   */
  public static Foreground between(double low, double high) {
    if (Double.isNaN(low) || Double.isNaN(high)) {
      throw new IllegalArgumentException("the bounds of the foreground must be numbers");
    }
    return new Foreground(Rule.RANGE, low, high);
  }

  /** Whether every value must be 0 or 255. */
  boolean isBinary() {
    return rule == Rule.BINARY;
  }

  /**
   * Whether a raw value is foreground.
   *
   * @throws UnsuitableImageException for one of an image that should be binary and is not
   */
  boolean contains(double value) {
    if (isBinary() && value != 0 && value != 255) {
      throw new UnsuitableImageException(BitVolume.BINARY_REQUIRED);
    }
    return low <= value && value <= high;
  }

  @Override
  public String toString() {
    return isBinary() ? "255" : low + " to " + high;
  }
}
