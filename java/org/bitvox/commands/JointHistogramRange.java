// SPDX-License-Identifier: BSD-2-Clause
package org.bitvox.commands;

import java.io.IOException;
import org.bitvox.BinaryVolume;
import org.bitvox.ProgressListener;
import org.bitvox.calls.InputImage;

/** The smallest and the largest value of an image in a mask, and a histogram's range of them. */
final class JointHistogramRange {
  private double smallest = Double.POSITIVE_INFINITY;
  private double largest = Double.NEGATIVE_INFINITY;

  private JointHistogramRange() {}

  /**
   * Raw values that occur.
   *
   * @param mask only its foreground is looked at; or null
   * @return null for the full range, which fits images of 8 bits: a bin for each value
   * @throws IllegalArgumentException if there is no finite value
   */
  static double[] of(InputImage image, BinaryVolume mask, int bins, ProgressListener listener)
      throws IOException {
    if (image.bitDepth() == Byte.SIZE) {
      return null;
    }
    JointHistogramRange range = new JointHistogramRange();
    byte[] counted = mask == null ? null : new byte[image.width() * image.height()];
    for (int z = 0; z < image.depth(); z++) {
      listener.throwIfStopped();
      if (mask != null) {
        mask.readSlice(z, counted, listener::isStopped);
      }
      range.add(image.slice(z), counted);
    }
    if (range.smallest > range.largest) {
      String where = mask == null ? "" : " in the mask";
      throw new IllegalArgumentException(
          image.name() + " has no finite value" + where + ", so there is nothing to count");
    }
    return image.bitDepth() == Short.SIZE
        ? ofIntegers((int) range.smallest, (int) range.largest, bins)
        : ofFloats(range.smallest, range.largest);
  }

  private void add(Object pixels, byte[] counted) {
    if (pixels instanceof short[]) {
      add((short[]) pixels, counted);
    } else {
      add((float[]) pixels, counted);
    }
  }

  private void add(short[] pixels, byte[] counted) {
    int least = 0xffff;
    int most = -1;
    for (int i = 0; i < pixels.length; i++) {
      if (counted == null || counted[i] != 0) {
        least = Math.min(least, pixels[i] & 0xffff);
        most = Math.max(most, pixels[i] & 0xffff);
      }
    }
    if (most >= 0) {
      add(least, most);
    }
  }

  private void add(float[] pixels, byte[] counted) {
    float least = Float.POSITIVE_INFINITY;
    float most = Float.NEGATIVE_INFINITY;
    for (int i = 0; i < pixels.length; i++) {
      if ((counted == null || counted[i] != 0) && Float.isFinite(pixels[i])) {
        least = Math.min(least, pixels[i]);
        most = Math.max(most, pixels[i]);
      }
    }
    add(least, most);
  }

  private void add(double least, double most) {
    smallest = Math.min(smallest, least);
    largest = Math.max(largest, most);
  }

  /** From the smallest on, in bins of equally many whole numbers; the last ones may be empty. */
  static double[] ofIntegers(int smallest, int largest, int bins) {
    int width = (largest - smallest) / bins + 1;
    return new double[] {smallest, smallest + (double) width * bins};
  }

  /** From the smallest to the largest, which must not be one. */
  static double[] ofFloats(double smallest, double largest) {
    double least = Math.max(1, Math.abs(smallest) * 0x1p-20); // more than the spacing of floats
    return new double[] {smallest, largest > smallest ? largest : smallest + least};
  }
}
