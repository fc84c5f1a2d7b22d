// SPDX-License-Identifier: BSD-2-Clause
package org.bitvox.calls;

import ij.measure.Calibration;
import org.bitvox.parameters.UsageException;

/** Turns values as ImageJ shows them into raw pixel values, and back: straight lines only. */
public final class RawValues {
  private final String key;
  private final double offset;
  private final double slope;

  /**
   * For an image.
   *
   * @param key that has values of the image, for the message where they cannot be turned
   * @param bitDepth 8, 16 or 32
   */
  public RawValues(String key, Calibration calibration, int bitDepth) {
    this.key = key;
    double[] line = calibration.getCoefficients();
    boolean shown = bitDepth != 32 && calibration.calibrated();
    boolean straight = calibration.getFunction() == Calibration.STRAIGHT_LINE && line != null;
    offset = !shown ? 0 : straight ? line[0] : Double.NaN;
    slope = !shown ? 1 : straight ? line[1] : Double.NaN;
  }

  /**
   * The raw value.
   *
   * @throws UsageException where the calibration is not a rising straight line
   */
  public double raw(double value) {
    if (!(slope > 0)) {
      throw new UsageException(
          key + " cannot be used: the image's calibration is not a rising straight line");
    }
    return (value - offset) / slope;
  }

  /** The raw value; of 0, the default of some keys, the raw 0 where there is no such line. */
  public double rawOrZero(double value) {
    return value == 0 && !(slope > 0) ? 0 : raw(value);
  }

  /** Whether the two can be turned into each other. */
  public boolean isLine() {
    return slope > 0;
  }

  /** The value shown for the raw 0, and for each more: 0 and 1 without a rising straight line. */
  public double[] line() {
    return slope > 0 ? new double[] {offset, slope} : new double[] {0, 1};
  }

  /**
   * What was added to the raw values to make whole numbers of them; 0 if that is nothing, or not
   * what the calibration does: -32768 for integers with a sign.
   */
  int wholeOffset() {
    boolean whole = slope == 1 && offset == Math.rint(offset) && Math.abs(offset) < 1 << 30;
    return whole ? (int) offset : 0;
  }

  /** The value that ImageJ shows; the raw one where that is not a rising straight line. */
  public double shown(double raw) {
    return slope > 0 ? offset + slope * raw : raw;
  }

  /** A range of raw values, "0 to 255", as ImageJ shows them. */
  public String words(double low, double high) {
    return FoundValues.number(shown(low)) + " to " + FoundValues.number(shown(high));
  }
}
