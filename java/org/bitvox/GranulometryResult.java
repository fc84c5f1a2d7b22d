// SPDX-License-Identifier: BSD-2-Clause
package org.bitvox;

/** A granulometric curve and how it was computed. */
public final class GranulometryResult {
  private final RunReport run = new RunReport();
  private long[] counts; // written by native code
  private double step;

  GranulometryResult() {}

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
