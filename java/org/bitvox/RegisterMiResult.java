// SPDX-License-Identifier: BSD-2-Clause
package org.bitvox;

/**
 * A motion found by registration: the moved image turns within its slices about the middle of its
 * own slices, then moves by dx, dy, dz voxels. Without a motion the first voxels of both images lie
 * on one another.
 */
public final class RegisterMiResult {
  private final RunReport run = new RunReport();
  private double dx; // all that follows is written by native code
  private double dy;
  private double dz;
  private double angle;
  private double before;
  private double after;
  private long overlap;
  private int bins;

  RegisterMiResult() {}

  /** The shift along x in voxels. */
  public double dx() {
    return dx;
  }

  /** The shift along y in voxels. */
  public double dy() {
    return dy;
  }

  /** The shift along z in voxels. */
  public double dz() {
    return dz;
  }

  /** The turn in degrees, from x towards y: clockwise as ImageJ draws images. */
  public double angle() {
    return angle;
  }

  /** Mutual information in bits without a motion; NaN if less than a quarter would overlap. */
  public double before() {
    return before;
  }

  /** Mutual information in bits after the motion. */
  public double after() {
    return after;
  }

  /** The voxels of the result that lie in the moved image. */
  public long overlap() {
    return overlap;
  }

  /** The bins of each image that were used. */
  public int bins() {
    return bins;
  }

  /** The backend that did the work, and a note about it. */
  public RunReport run() {
    return run;
  }
}
