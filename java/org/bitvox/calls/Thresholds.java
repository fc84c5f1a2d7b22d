// SPDX-License-Identifier: BSD-2-Clause
package org.bitvox.calls;

import ij.measure.Calibration;
import org.bitvox.Foreground;
import org.bitvox.parameters.UsageException;
import org.bitvox.parameters.Values;

/** Turns threshold=T or LO..HI, in calibrated values, into a range of raw pixel values. */
final class Thresholds {
  private static final String NOT_A_RANGE =
      "threshold cannot be used: the image's calibration neither only rises nor only falls";

  private Thresholds() {}

  /**
   * Foreground is calibrated value &gt;= threshold, or within two; without a threshold the image
   * must be binary.
   *
   * @param bitDepth 8, 16 or 32; 32-bit values are their own calibrated values
   */
  static Foreground foreground(Values values, Calibration calibration, int bitDepth) {
    if (!values.has("threshold")) {
      return Foreground.binary();
    }
    // ImageJ computes and shows calibrated values as float.
    double[] range = values.range("threshold");
    float low = (float) range[0];
    float high = (float) range[1];
    if (bitDepth == 32) {
      return Foreground.between(low, high);
    }
    float[] calibrated = calibration.getCTable();
    if (calibrated == null) {
      return Foreground.between(low, Math.min(high, (1 << bitDepth) - 1));
    }
    return range(calibrated, low, high);
  }

  private static boolean within(float value, float smallest, float largest) {
    return value >= smallest && value <= largest;
  }

  /** The raw values whose calibrated value lies in the range: they must be neighbours. */
  private static Foreground range(float[] calibrated, float smallest, float largest) {
    int low = 0;
    while (low < calibrated.length && !within(calibrated[low], smallest, largest)) {
      low++;
    }
    int high = calibrated.length - 1;
    while (high >= low && !within(calibrated[high], smallest, largest)) {
      high--;
    }
    for (int raw = low; raw <= high; raw++) {
      if (!within(calibrated[raw], smallest, largest)) {
        throw new UsageException(NOT_A_RANGE);
      }
    }
    return Foreground.between(low, high);
  }
}
