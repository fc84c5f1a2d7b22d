// SPDX-License-Identifier: BSD-2-Clause
package org.bitvox;

/**
 * A motion found by registration: the moved image turns about its own middle, then moves by dx, dy,
 * dz voxels. Without a motion the first voxels of both images lie on one another.
 */
public final class RegisterMiResult {
  private RunReport run; // all are written by native code
  private RegisterMiMotion motion;
  private double before;
  private double after;
  private long overlap;
  private int bins;
  private boolean trusted;

  RegisterMiResult() {}

  /** The shift along x in voxels. */
  public double dx() {
    return motion.dx();
  }

  /** The shift along y in voxels. */
  public double dy() {
    return motion.dy();
  }

  /** The shift along z in voxels. */
  public double dz() {
    return motion.dz();
  }

  /** The turn about z in degrees, from x towards y: clockwise as ImageJ draws images. */
  public double angle() {
    return motion.angle();
  }

  /** The turn about x in degrees, from y towards z. */
  public double angleX() {
    return motion.angleX();
  }

  /** The turn about y in degrees, from z towards x. */
  public double angleY() {
    return motion.angleY();
  }

  /** All of it, to be applied to other images. */
  public RegisterMiMotion motion() {
    return motion;
  }

  /** Mutual information in bits without a motion; NaN if less than a quarter would overlap. */
  public double before() {
    return before;
  }

  /** Mutual information in bits after the motion. */
  public double after() {
    return after;
  }

  /** The voxels of the result that lie in the moved image; 0 where it was not made. */
  public long overlap() {
    return overlap;
  }

  /** The bins of each image that were used. */
  public int bins() {
    return bins;
  }

  /** Whether nothing speaks against the motion; else the note says what. */
  public boolean trusted() {
    return trusted;
  }

  /** The backend that did the work, and a note about it. */
  public RunReport run() {
    return run;
  }
}
