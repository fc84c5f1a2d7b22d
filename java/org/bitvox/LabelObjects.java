// SPDX-License-Identifier: BSD-2-Clause
package org.bitvox;

import java.math.BigInteger;
import java.util.Arrays;

/** What is known of each object; label i has index i - 1. Coordinates are voxels from 0. */
public final class LabelObjects {
  private long[] voxels; // all that follows is written by native code
  private byte[] faces; // one bit each
  private long[][] sums; // of x, of y, of z
  private long[][] squares; // of xx, yy, zz, yz, xz, xy
  private int[][] box; // smallest x, y, z, largest x, y, z
  private double[] surface;
  private long[] euler;
  private double[] mean;
  private double[] least;
  private double[] most;

  LabelObjects() {}

  /** Objects of which nothing else is known. */
  static LabelObjects ofSizes(long[] voxels) {
    LabelObjects objects = new LabelObjects();
    objects.voxels = voxels;
    return objects;
  }

  /** Whether more is known than how many voxels they have: not of volumes in blocks. */
  public boolean areMeasured() {
    return surface != null;
  }

  long allVoxels() {
    return Arrays.stream(voxels).sum();
  }

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
    return box[axis][index];
  }

  /** The largest coordinate along an axis. */
  public int high(int index, int axis) {
    return box[3 + axis][index];
  }

  /**
   * The covariances of the voxels' coordinates: xx, yy, zz, yz, xz, xy, over the number of voxels.
   */
  public double[] covariances(int index) {
    double[] covariances = new double[6];
    double n = voxels[index];
    for (int i = 0; i < 6; i++) {
      covariances[i] =
          productsFromLow(index, i) / n
              - sumFromLow(index, first(i)) / n * (sumFromLow(index, second(i)) / n);
    }
    return covariances;
  }

  /**
   * In how many directions an object extends: 0 for one voxel, 1 where all centres lie on a line, 2
   * where they lie in a plane, else 3. Exact: the rank of the matrix of covariances, in whole
   * numbers. The size of voxels does not change it.
   */
  public int dimensions(int index) {
    BigInteger[] m = new BigInteger[6]; // covariances times the square of the number of voxels
    BigInteger n = BigInteger.valueOf(voxels[index]);
    for (int i = 0; i < 6; i++) {
      BigInteger a = BigInteger.valueOf(sumFromLow(index, first(i)));
      BigInteger b = BigInteger.valueOf(sumFromLow(index, second(i)));
      m[i] = n.multiply(BigInteger.valueOf(productsFromLow(index, i))).subtract(a.multiply(b));
    }
    // Such a matrix has no negative eigenvalue, so that none of these is negative: their sum, the
    // sum of their products in pairs, and their product.
    BigInteger[] minors = new BigInteger[3];
    for (int i = 0; i < 3; i++) {
      minors[i] = m[first(i + 3)].multiply(m[second(i + 3)]).subtract(m[i + 3].pow(2));
    }
    BigInteger determinant =
        m[0].multiply(minors[0])
            .add(m[3].multiply(m[4]).multiply(m[5]).shiftLeft(1))
            .subtract(m[1].multiply(m[4].pow(2)))
            .subtract(m[2].multiply(m[5].pow(2)));
    if (determinant.signum() > 0) {
      return 3;
    }
    if (minors[0].add(minors[1]).add(minors[2]).signum() > 0) {
      return 2;
    }
    return m[0].add(m[1]).add(m[2]).signum() > 0 ? 1 : 0;
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

  /** Of the axes of entry i of xx, yy, zz, yz, xz, xy, one. */
  private static int first(int i) {
    return i < 3 ? i : (i + 1) % 3;
  }

  /** And the other. */
  private static int second(int i) {
    return i < 3 ? i : (i + 2) % 3;
  }

  /** From the corner of the box, so that nothing is lost by subtracting; whole numbers. */
  private long productsFromLow(int index, int i) {
    int a = first(i);
    int b = second(i);
    return squares[i][index]
        - low(index, a) * sums[b][index]
        - low(index, b) * sums[a][index]
        + voxels[index] * low(index, a) * low(index, b);
  }

  private long sumFromLow(int index, int axis) {
    return sums[axis][index] - voxels[index] * low(index, axis);
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
