// SPDX-License-Identifier: BSD-2-Clause
package org.bitvox;

/** What is known of each object; label i has index i - 1. Coordinates are voxels from 0. */
public final class LabelObjects {
  private long[] voxels; // all that follows is written by native code
  private int[] faces;
  private long[] sums; // of x of all objects, then of y, then of z
  private long[] squares; // of xx, then yy, zz, yz, xz, xy
  private int[] box; // smallest x, then y, z, largest x, y, z
  private double[] surface;
  private long[] euler;
  private double[] mean;
  private double[] least;
  private double[] most;

  LabelObjects() {}

  /** How many there are. */
  public int count() {
    return voxels.length;
  }

  /** Voxels of an object. */
  public long voxels(int index) {
    return voxels[index];
  }

  /** Whether it touches a face of the volume; with flat, one of x and y. */
  public boolean touchesBorder(int index, boolean flat) {
    return (faces[index] & (flat ? 15 : 63)) != 0;
  }

  /** The mean of the voxels' coordinates along an axis, 0 for x, 1 for y, 2 for z. */
  public double centroid(int index, int axis) {
    return low(index, axis) + (double) sumFromLow(index, axis) / voxels[index];
  }

  /** The smallest coordinate along an axis. */
  public int low(int index, int axis) {
    return box[axis * count() + index];
  }

  /** The largest coordinate along an axis. */
  public int high(int index, int axis) {
    return box[(3 + axis) * count() + index];
  }

  /**
   * The covariances of the voxels' coordinates: xx, yy, zz, yz, xz, xy, over the number of voxels.
   */
  public double[] covariances(int index) {
    double[] covariances = new double[6];
    double n = voxels[index];
    for (int i = 0; i < 6; i++) {
      int a = i < 3 ? i : (i + 1) % 3;
      int b = i < 3 ? i : (i + 2) % 3;
      // From the corner of the box, so that nothing is lost by subtracting; whole numbers.
      long products =
          squares[i * count() + index]
              - low(index, a) * sums[b * count() + index]
              - low(index, b) * sums[a * count() + index]
              + voxels[index] * low(index, a) * low(index, b);
      covariances[i] = products / n - sumFromLow(index, a) / n * (sumFromLow(index, b) / n);
    }
    return covariances;
  }

  /**
   * Surface area by Crofton's formula from lines in 13 directions, in slices the perimeter from 4;
   * in the unit of the spacing.
   */
  public double surface(int index) {
    return surface[index];
  }

  /**
   * Whether there are Euler numbers: not for the 18 neighbours of {@link Label.Connectivity#EDGES}.
   */
  public boolean hasEulerNumbers() {
    return euler.length == count();
  }

  /** 1 - tunnels + cavities, of the object alone; in slices 1 - holes. */
  public long eulerNumber(int index) {
    return euler[index];
  }

  private long sumFromLow(int index, int axis) {
    return sums[axis * count() + index] - voxels[index] * low(index, axis);
  }

  /** Whether a second image was measured. */
  public boolean hasValues() {
    return mean.length > 0;
  }

  /** Of the second image's values in an object; NaN where one of them is. */
  public double mean(int index) {
    return mean[index];
  }

  /** The smallest of these values. */
  public double least(int index) {
    return least[index];
  }

  /** The largest of these values. */
  public double most(int index) {
    return most[index];
  }
}
