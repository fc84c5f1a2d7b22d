// SPDX-License-Identifier: BSD-2-Clause
package org.bitvox.commands;

/**
 * The width of a histogram's bins by D. Freedman and P. Diaconis, "On the histogram as a density
 * estimator: L2 theory", Zeitschrift fuer Wahrscheinlichkeitstheorie 57, 1981, 453-476: twice the
 * range of the middle half over the cube root of the number of values.
 */
final class HistogramBins {
  /** With more, a plot has no room for them. */
  private static final int MOST = 100;

  /** From 0. */
  final double width;

  /** The part of all values in each bin. */
  final double[] parts;

  private HistogramBins(double width, double[] parts) {
    this.width = width;
    this.parts = parts;
  }

  /**
   * Of values above 0.
   *
   * @param values in ascending order
   * @param counts of each
   * @param least width: that of a voxel, as values lie in steps
   */
  static HistogramBins of(double[] values, long[] counts, double least) {
    if (values.length == 0) {
      return new HistogramBins(least, new double[1]);
    }
    long all = 0;
    for (long count : counts) {
      all += count;
    }
    double middleHalf = quantile(values, counts, 0.75 * all) - quantile(values, counts, 0.25 * all);
    double largest = values[values.length - 1];
    double width = Math.max(Math.max(2 * middleHalf / Math.cbrt(all), least), largest / (MOST - 1));
    double[] parts = new double[(int) (largest / width) + 1];
    for (int i = 0; i < values.length; i++) {
      parts[(int) (values[i] / width)] += (double) counts[i] / all;
    }
    return new HistogramBins(width, parts);
  }

  /** The value of this rank. */
  private static double quantile(double[] values, long[] counts, double rank) {
    long below = 0;
    int i = 0;
    while (i < values.length - 1 && below + counts[i] < rank) {
      below += counts[i++];
    }
    return values[i];
  }
}
