// SPDX-License-Identifier: BSD-2-Clause
package org.bitvox;

/** The largest distances of a map and how it was computed. */
public final class DistanceMapResult {
  private final RunReport run = new RunReport();
  private double largestInside; // written by native code
  private double largestOutside;
  private long voxels;

  DistanceMapResult() {}

  /** Is about these voxels instead. */
  void countOnly(MaskedDistances distances) {
    largestInside = distances.largestInside();
    largestOutside = distances.largestOutside();
    voxels = distances.voxels();
  }

  /**
   * The largest number of the map inside the object; infinite where there is no background to
   * measure the distance to, 0 where the map has no inside.
   */
  public double largestInside() {
    return largestInside;
  }

  /** The same outside the object. */
  public double largestOutside() {
    return largestOutside;
  }

  /** Voxels of the object. */
  public long voxels() {
    return voxels;
  }

  /** The backend that did the work, and a note about it. */
  public RunReport run() {
    return run;
  }
}
