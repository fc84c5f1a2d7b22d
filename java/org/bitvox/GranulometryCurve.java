// SPDX-License-Identifier: BSD-2-Clause
package org.bitvox;

/**
 * The granulometric curve V(0), V(1), ... and its statistics. Sizes are n: radii in voxels, of
 * balls in steps; the element of size n is 2n + 1 of them wide.
 *
 * <p>If the curve was ended by the maximum radius, its last V(n) is above 0. What is left then
 * counts at that n, as if the next value were 0.
 */
public final class GranulometryCurve {
  private final long[] counts;

  /**
   * Takes V(0), V(1), ...: falling, V(0) above 0.
   *
   * @throws IllegalArgumentException for anything else
   */
  public GranulometryCurve(long... counts) {
    if (counts.length == 0 || counts[0] <= 0) {
      throw new IllegalArgumentException("a curve begins with V(0) above 0");
    }
    for (int n = 1; n < counts.length; n++) {
      if (counts[n] < 0 || counts[n] > counts[n - 1]) {
        throw new IllegalArgumentException("a curve never rises and never falls below 0");
      }
    }
    this.counts = counts.clone();
  }

  /** The number of values: V(0) to V(length - 1). */
  public int length() {
    return counts.length;
  }

  /** V(n) in voxels; 0 beyond the end. */
  public long count(int n) {
    return n < counts.length ? counts[n] : 0;
  }

  /** V(n) / V(0). */
  public double fraction(int n) {
    return (double) count(n) / counts[0];
  }

  /** The pattern spectrum s(n) = (V(n) - V(n + 1)) / V(0). */
  public double spectrum(int n) {
    return (double) (count(n) - count(n + 1)) / counts[0];
  }

  /** Whether the maximum radius ended the curve before V(n) was 0. */
  public boolean endedByMaxRadius() {
    return counts[counts.length - 1] > 0;
  }

  /** The smallest n with the largest s(n). */
  public int predominantSize() {
    int best = 0;
    for (int n = 1; n < counts.length; n++) {
      if (count(n) - count(n + 1) > count(best) - count(best + 1)) {
        best = n;
      }
    }
    return best;
  }

  /** The mean of n over the pattern spectrum. */
  public double mean() {
    double sum = 0;
    for (int n = 1; n < counts.length; n++) {
      sum += counts[n];
    }
    return sum / counts[0];
  }

  /** The population standard deviation of n over the pattern spectrum. */
  public double standardDeviation() {
    double mean = mean();
    double sum = 0;
    for (int n = 0; n < counts.length; n++) {
      sum += (n - mean) * (n - mean) * (count(n) - count(n + 1));
    }
    return Math.sqrt(sum / counts[0]);
  }

  /**
   * The smallest n with 1 - V(n + 1) / V(0) &gt;= percent / 100.
   *
   * @param percent 1 to 100
   */
  public int percentile(int percent) {
    int n = 0;
    while (100.0 * (counts[0] - count(n + 1)) < (double) percent * counts[0]) {
      n++;
    }
    return n;
  }
}
