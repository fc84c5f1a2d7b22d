// SPDX-License-Identifier: BSD-2-Clause
package org.bitvox.calls;

import ij.measure.Calibration;
import org.bitvox.Foreground;
import org.bitvox.parameters.UsageException;
import org.bitvox.parameters.Values;

/** Turns threshold=T, in calibrated values, into a range of raw pixel values. */
final class Thresholds {
  private static final String NOT_A_RANGE =
      "threshold cannot be used: the image's calibration neither only rises nor only falls";

  private Thresholds() {}

  /**
   * Foreground is calibrated value &gt;= threshold; without a threshold the image must be binary.
   *
   * @param bitDepth 8, 16 or 32; 32-bit values are their own calibrated values
   */
  static Foreground foreground(Values values, Calibration calibration, int bitDepth) {
    if (!values.has("threshold")) {
      return Foreground.binary();
    }
    // ImageJ computes and shows calibrated values as float.
    float threshold = (float) values.decimal("threshold");
    if (bitDepth == 32) {
      return Foreground.between(threshold, Double.POSITIVE_INFINITY);
    }
    float[] calibrated = calibration.getCTable();
    if (calibrated == null) {
      return Foreground.between(threshold, (1 << bitDepth) - 1);
    }
    return range(calibrated, threshold);
  }

  /** The raw values whose calibrated value reaches the threshold: they must be neighbours. */
  private static Foreground range(float[] calibrated, float threshold) {
    int low = 0;
    while (low < calibrated.length && !(calibrated[low] >= threshold)) {
      low++;
    }
    int high = calibrated.length - 1;
    while (high >= low && !(calibrated[high] >= threshold)) {
      high--;
    }
    for (int raw = low; raw <= high; raw++) {
      if (!(calibrated[raw] >= threshold)) {
        throw new UsageException(NOT_A_RANGE);
      }
    }
    return Foreground.between(low, high);
  }
}
