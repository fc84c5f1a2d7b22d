// SPDX-License-Identifier: BSD-2-Clause
package org.bitvox;

/**
 * Colocalisation of two grey images, over the used voxels of their {@link JointHistogram}. All sums
 * are exact, so that the numbers are the same for every backend and number of threads. Thresholds,
 * slope and intercept are of values as they are {@link JointHistogram#shown shown}. NaN is what is
 * not defined or was not asked for.
 *
 * <p>Where an image is of 32 bits, all but Spearman's correlation is of the 65536 equal parts of
 * its range, each of which stands for the value in its middle.
 *
 * <p>Literature: S. Costes, D. Daelemans, E. Cho, Z. Dobbin, G. Pavlakis, S. Lockett, Biophysical
 * Journal 86, 2004. Q. Li, A. Lau, T. Morris, L. Guo, C. Fordyce, E. Stanley, The Journal of
 * Neuroscience 24, 2004 (ICQ). E. Manders, F. Verbeek, J. Aten, Journal of Microscopy 169, 1993.
 */
public final class Colocalization {
  /** How the search for Costes' thresholds ended. */
  public enum Costes {
    /** The correlation below the thresholds is not above 0, or not defined. */
    FOUND,
    /** The images have no correlation above 0, so there are no thresholds. */
    NOT_CORRELATED,
    /** The correlation below all thresholds is above 0: these are those at the smallest value. */
    LOWEST
  }

  private double spearman = Double.NaN; // all are written by native code
  private double kendall = Double.NaN;
  private double icq = Double.NaN;
  private double slope = Double.NaN;
  private double intercept = Double.NaN;
  private Costes costes = Costes.NOT_CORRELATED;
  private double firstThreshold = Double.NaN;
  private double secondThreshold = Double.NaN;
  private long above;
  private double pearsonAbove = Double.NaN;
  private double pearsonBelow = Double.NaN;
  private double mandersFirst = Double.NaN;
  private double mandersSecond = Double.NaN;
  private long blocks;
  private double blocksPearson = Double.NaN;
  private double shuffledMean = Double.NaN;
  private double shuffledSd = Double.NaN;
  private double shuffledBelow = Double.NaN;

  Colocalization() {}

  /** Spearman's correlation of the values; equal ones have the mean of their ranks. */
  public double spearman() {
    return spearman;
  }

  /** Kendall's tau-b of the bins. */
  public double kendall() {
    return kendall;
  }

  /** Li's intensity correlation quotient, -0.5 to 0.5; NaN of a constant image. */
  public double icq() {
    return icq;
  }

  /** How the search for Costes' thresholds ended. */
  public Costes costes() {
    return costes;
  }

  /** Of the line of orthogonal regression: second value = slope * first value + intercept. */
  public double slope() {
    return slope;
  }

  /** Of the line of orthogonal regression. */
  public double intercept() {
    return intercept;
  }

  /** Costes' threshold of the first image: what is greater is over it. */
  public double firstThreshold() {
    return firstThreshold;
  }

  /** Costes' threshold of the second image. */
  public double secondThreshold() {
    return secondThreshold;
  }

  /** The voxels with both values over their thresholds. */
  public long above() {
    return above;
  }

  /** Pearson's correlation of these. */
  public double pearsonAbove() {
    return pearsonAbove;
  }

  /** Pearson's correlation of the others. */
  public double pearsonBelow() {
    return pearsonBelow;
  }

  /** Manders' M1 with Costes' threshold of the second image; NaN of values below 0. */
  public double mandersFirst() {
    return mandersFirst;
  }

  /** Manders' M2 with Costes' threshold of the first image; NaN of values below 0. */
  public double mandersSecond() {
    return mandersSecond;
  }

  /** The blocks that traded places: whole ones, with used voxels only. */
  public long blocks() {
    return blocks;
  }

  /** Pearson's correlation of the blocks as they are. */
  public double blocksPearson() {
    return blocksPearson;
  }

  /** The mean of the correlations of shuffled blocks. */
  public double shuffledMean() {
    return shuffledMean;
  }

  /** The standard deviation of the correlations of shuffled blocks, of a sample. */
  public double shuffledSd() {
    return shuffledSd;
  }

  /** The part of the shuffled correlations below the one of the blocks as they are. */
  public double shuffledBelow() {
    return shuffledBelow;
  }
}
