// SPDX-License-Identifier: BSD-2-Clause
package org.bitvox;

/**
 * A motion found by registration: the moved image turns within its slices about the middle of its
 * own slices, then moves by dx, dy, dz voxels. Without a motion the first voxels of both images lie
 * on one another.
 */
public final class RegisterMiResult {
  static final int NUMBERS = 8;

  private final double[] numbers;
  private final String[] report;

  RegisterMiResult(double[] numbers, String[] report) {
    this.numbers = numbers;
    this.report = report;
  }

  /** The shift along x in voxels. */
  public double dx() {
    return numbers[0];
  }

  /** The shift along y in voxels. */
  public double dy() {
    return numbers[1];
  }

  /** The shift along z in voxels. */
  public double dz() {
    return numbers[2];
  }

  /** The turn in degrees, from x towards y: clockwise as ImageJ draws images. */
  public double angle() {
    return numbers[3];
  }

  /** Mutual information in bits without a motion; NaN if less than a quarter would overlap. */
  public double before() {
    return numbers[4];
  }

  /** Mutual information in bits after the motion. */
  public double after() {
    return numbers[5];
  }

  /** The voxels of the result that lie in the moved image. */
  public long overlap() {
    return (long) numbers[6];
  }

  /** The bins of each image that were used. */
  public int bins() {
    return (int) numbers[7];
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
