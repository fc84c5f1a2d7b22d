// SPDX-License-Identifier: BSD-2-Clause
package org.bitvox;

import java.util.Arrays;

/** A granulometric curve and how it was computed. */
public final class GranulometryResult {
  private final RunReport run = new RunReport();
  private long[] counts; // written by native code
  private double step;

  GranulometryResult() {}

  /**
   * Counts these voxels instead.
   *
   * @param widths how many voxels have each number of the map: 2n + 1, or 0 outside the object
   */
  void countOnly(long[] widths, Phase phase) {
    long[] masked = new long[counts.length];
    for (int n = counts.length - 1; n >= 0; n--) {
      masked[n] = widths[2 * n + 1] + (n + 1 < counts.length ? masked[n + 1] : 0);
    }
    if (masked[0] == 0) {
      throw MaskedMap.noneOf(phase);
    }
    int length = 1;
    while (length < masked.length && masked[length - 1] > 0) {
      length++;
    }
    counts = Arrays.copyOf(masked, length);
  }

  /** V(n) and what follows from it. */
  public GranulometryCurve curve() {
    return new GranulometryCurve(counts);
  }

  /**
   * The element of size n has n times this radius: of balls in the unit of the voxel size, of
   * crosses and cubes 1 voxel.
   */
  public double step() {
    return step;
  }

  /** The backend that did the work, and a note about it. */
  public RunReport run() {
    return run;
  }
}
