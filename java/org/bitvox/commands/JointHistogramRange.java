// SPDX-License-Identifier: BSD-2-Clause
package org.bitvox.commands;

import java.io.IOException;
import org.bitvox.ProgressListener;
import org.bitvox.calls.InputImage;

/** A range of a histogram that fits what is in an image. */
final class JointHistogramRange {
  private static final int VALUES = 1 << 16;

  private JointHistogramRange() {}

  /**
   * Raw values: the smallest that occurs first, in bins of equally many whole numbers.
   *
   * @return null for the full range, which fits images of 8 bits (a bin for each value) and 32 bits
   *     (from the smallest to the largest value) anyway
   */
  static double[] of(InputImage image, int bins, ProgressListener listener) throws IOException {
    if (image.bitDepth() != Short.SIZE) {
      return null;
    }
    int smallest = VALUES;
    int largest = 0;
    for (int z = 0; z < image.depth(); z++) {
      listener.throwIfStopped();
      for (short pixel : (short[]) image.slice(z)) {
        int value = pixel & 0xffff;
        smallest = Math.min(smallest, value);
        largest = Math.max(largest, value);
      }
    }
    return fitted(smallest, largest, bins);
  }

  /**
   * Whole numbers from smallest to largest in at most so many bins, of at least one number each.
   */
  static double[] fitted(int smallest, int largest, int bins) {
    int width = (largest - smallest) / bins + 1;
    int length = Math.min(VALUES, width * bins);
    int low = Math.min(smallest, VALUES - length);
    return new double[] {low, low + length};
  }
}
