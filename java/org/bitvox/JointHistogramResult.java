// SPDX-License-Identifier: BSD-2-Clause
package org.bitvox;

/**
 * A joint histogram and what follows from it. Entropies are in bits, over bins; correlation and
 * Manders' coefficients are over raw values. NaN is what is not defined: without a used voxel, for
 * constant images, for sums of 0.
 */
public final class JointHistogramResult {
  static final int STATISTICS = 9;

  private final int firstBins;
  private final double[] firstRange;
  private final double[] secondRange;
  private final long[] counts;
  private final long[] totals;
  private final double[] statistics;
  private final String[] report;

  JointHistogramResult(
      int firstBins,
      double[] firstRange,
      double[] secondRange,
      long[] counts,
      long[] totals,
      double[] statistics,
      String[] report) {
    this.firstBins = firstBins;
    this.firstRange = firstRange.clone();
    this.secondRange = secondRange.clone();
    this.counts = counts;
    this.totals = totals;
    this.statistics = statistics;
    this.report = report;
  }

  /** Bins of the first image. */
  public int firstBins() {
    return firstBins;
  }

  /** Bins of the second image. */
  public int secondBins() {
    return counts.length / firstBins;
  }

  /** The values of the first image that were counted: low and high. */
  public double[] firstRange() {
    return firstRange.clone();
  }

  /** The values of the second image that were counted: low and high. */
  public double[] secondRange() {
    return secondRange.clone();
  }

  /** The voxels in bin first of the first image and bin second of the second. */
  public long count(int first, int second) {
    return counts[second * firstBins + first];
  }

  /** The voxels that were counted. */
  public long used() {
    return totals[0];
  }

  /** The voxels of the mask with finite values of which one is out of range. */
  public long outside() {
    return totals[1];
  }

  /** The voxels of the mask with a NaN or an infinity. */
  public long notFinite() {
    return totals[2];
  }

  /** H(A) of the first image. */
  public double firstEntropy() {
    return statistics[0];
  }

  /** H(B) of the second image. */
  public double secondEntropy() {
    return statistics[1];
  }

  /** H(A, B). */
  public double jointEntropy() {
    return statistics[2];
  }

  /** H(A) + H(B) - H(A, B). */
  public double mutualInformation() {
    return statistics[3];
  }

  /** (H(A) + H(B)) / H(A, B): 1 for independent images, 2 for images that determine each other. */
  public double normalisedSum() {
    return statistics[4];
  }

  /** 2 MI / (H(A) + H(B)): 0 for independent images, 1 for images that determine each other. */
  public double normalisedMean() {
    return statistics[5];
  }

  /** Pearson's correlation coefficient. */
  public double pearson() {
    return statistics[6];
  }

  /** Manders' M1: the part of the first image's sum where the second is above its threshold. */
  public double mandersFirst() {
    return statistics[7];
  }

  /** Manders' M2: the part of the second image's sum where the first is above its threshold. */
  public double mandersSecond() {
    return statistics[8];
  }

  /** The backend that did the work: cuda, avx512, avx2 or scalar. */
  public String backend() {
    return report[0];
  }

  /** A sentence about the computation for the user, or empty. */
  public String note() {
    return report[1];
  }
}
