// SPDX-License-Identifier: BSD-2-Clause
package org.bitvox;

/**
 * A joint histogram and what follows from it. Entropies are in bits, over bins; the correlation is
 * over values, which is the same for raw and shown ones; Manders' coefficients are over values as
 * they are {@link JointHistogram#shown shown}. NaN is what is not defined: without a used voxel,
 * for constant images, for sums of 0.
 */
public final class JointHistogramResult {
  private RunReport run; // all are written by native code
  private BinRange firstRange;
  private BinRange secondRange;
  private Colocalization colocalization;
  private int firstBins;
  private int secondBins;
  private long[] counts; // second bin * firstBins + first bin
  private long used;
  private long outside;
  private long notFinite;
  private double firstEntropy;
  private double secondEntropy;
  private double jointEntropy;
  private double mutualInformation;
  private double normalisedSum;
  private double normalisedMean;
  private double pearson;
  private double mandersFirst;
  private double mandersSecond;
  private boolean firstBelowZero;
  private boolean secondBelowZero;

  JointHistogramResult() {}

  /** Bins of the first image. */
  public int firstBins() {
    return firstBins;
  }

  /** Bins of the second image. */
  public int secondBins() {
    return secondBins;
  }

  /** The values of the first image that were counted: low and high. */
  public double[] firstRange() {
    return firstRange.toArray();
  }

  /** The values of the second image that were counted: low and high. */
  public double[] secondRange() {
    return secondRange.toArray();
  }

  /** The voxels in bin first of the first image and bin second of the second. */
  public long count(int first, int second) {
    return counts[second * firstBins + first];
  }

  /** The voxels that were counted. */
  public long used() {
    return used;
  }

  /** The voxels of the mask with finite values of which one is out of range. */
  public long outside() {
    return outside;
  }

  /** The voxels of the mask with a NaN or an infinity. */
  public long notFinite() {
    return notFinite;
  }

  /** H(A) of the first image. */
  public double firstEntropy() {
    return firstEntropy;
  }

  /** H(B) of the second image. */
  public double secondEntropy() {
    return secondEntropy;
  }

  /** H(A, B). */
  public double jointEntropy() {
    return jointEntropy;
  }

  /** H(A) + H(B) - H(A, B). */
  public double mutualInformation() {
    return mutualInformation;
  }

  /** (H(A) + H(B)) / H(A, B): 1 for independent images, 2 for images that determine each other. */
  public double normalisedSum() {
    return normalisedSum;
  }

  /** 2 MI / (H(A) + H(B)): 0 for independent images, 1 for images that determine each other. */
  public double normalisedMean() {
    return normalisedMean;
  }

  /** Pearson's correlation coefficient. */
  public double pearson() {
    return pearson;
  }

  /**
   * Manders' M1: the part of the first image's shown sum where the second is over its threshold.
   * NaN if one of its shown values is below 0.
   */
  public double mandersFirst() {
    return mandersFirst;
  }

  /**
   * Manders' M2: the part of the second image's shown sum where the first is over its threshold.
   * NaN if one of its shown values is below 0.
   */
  public double mandersSecond() {
    return mandersSecond;
  }

  /** Whether one of the first image's counted values is shown below 0. */
  public boolean firstBelowZero() {
    return firstBelowZero;
  }

  /** Whether one of the second image's is. */
  public boolean secondBelowZero() {
    return secondBelowZero;
  }

  /** What {@link JointHistogram#colocalization} asked for; all NaN and 0 without. */
  public Colocalization colocalization() {
    return colocalization;
  }

  /** The backend that did the work, and a note about it. */
  public RunReport run() {
    return run;
  }
}
