// SPDX-License-Identifier: BSD-2-Clause
package org.bitvox.calls;

import ij.process.AutoThresholder;
import java.io.IOException;

/**
 * The threshold that Otsu's method finds in an image, a first guess for who has none: N. Otsu, "A
 * threshold selection method from gray-level histograms", IEEE Transactions on Systems, Man, and
 * Cybernetics 9(1), 1979, 62-66. Of a deep stack some slices are taken.
 */
final class Otsu {
  private static final int MOST_SLICES = 32;

  /** For a few tenths of a second, while a dialog opens. */
  private static final long MOST_VALUES = 1 << 25;

  private static final int BINS = 256;

  private double smallest = Double.POSITIVE_INFINITY;
  private double largest = Double.NEGATIVE_INFINITY;
  private final long[] counts = new long[BINS];

  private Otsu() {}

  /** In words, for the end of a sentence; empty where all values are the same. */
  static String suggestion(InputImage image) throws IOException {
    double threshold = of(image);
    return Double.isNaN(threshold)
        ? ""
        : "; Otsu's method suggests " + FoundValues.number(threshold);
  }

  /** The smallest value of the foreground, as ImageJ shows it; NaN where all are the same. */
  static double of(InputImage image) throws IOException {
    Otsu otsu = new Otsu();
    ShownValues shown = ShownValues.of(image.calibration(), image.bitDepth());
    long values = (long) image.width() * image.height();
    int slices =
        (int) Math.max(1, Math.min(Math.min(image.depth(), MOST_SLICES), MOST_VALUES / values));
    for (int i = 0; i < slices; i++) {
      ShownValues.each(shown, slice(image, i, slices), otsu::widen);
    }
    if (!(otsu.smallest < otsu.largest)) {
      return Double.NaN;
    }
    if (image.bitDepth() == 8 && shown == null) { // a bin a value
      otsu.smallest = 0;
      otsu.largest = BINS;
    }
    for (int i = 0; i < slices; i++) {
      ShownValues.each(shown, slice(image, i, slices), otsu::count);
    }
    boolean whole = image.bitDepth() != 32 && shown == null || otsu.largest - otsu.smallest >= BINS;
    double threshold = otsu.threshold();
    return whole ? Math.ceil(threshold) : threshold;
  }

  private static Object slice(InputImage image, int index, int slices) throws IOException {
    image.progress.throwIfStopped();
    return image.slice((int) ((index + 0.5) * image.depth() / slices));
  }

  /** NaN is neither smaller nor larger. */
  private void widen(double value) {
    if (!Double.isInfinite(value)) {
      smallest = value < smallest ? value : smallest;
      largest = value > largest ? value : largest;
    }
  }

  private void count(double value) {
    if (value >= smallest && value <= largest) {
      double bin = (value - smallest) / (largest - smallest) * BINS;
      counts[Math.min(BINS - 1, (int) bin)]++;
    }
  }

  private double threshold() {
    long most = 1;
    for (long count : counts) {
      most = Math.max(most, count);
    }
    int shift = Math.max(0, Long.SIZE - Long.numberOfLeadingZeros(most) - 24); // fits its sums
    int[] histogram = new int[BINS];
    for (int i = 0; i < BINS; i++) {
      histogram[i] = (int) (counts[i] >> shift);
    }
    int last = new AutoThresholder().getThreshold(AutoThresholder.Method.Otsu, histogram);
    return (float) (smallest + (last + 1) * (largest - smallest) / BINS);
  }
}
