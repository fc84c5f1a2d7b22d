// SPDX-License-Identifier: BSD-2-Clause
package org.bitvox;

import java.util.Arrays;

/** A branch of a skeleton, between two end points or junctions. */
public final class SkeletonBranch {
  static final int NUMBERS = 10;

  private final double[] numbers;

  /** From the numbers of branch i. */
  SkeletonBranch(double[] all, int i) {
    numbers = Arrays.copyOfRange(all, i * NUMBERS, (i + 1) * NUMBERS);
  }

  /** Which of the skeletons it belongs to, from 1. */
  public int skeleton() {
    return (int) numbers[0];
  }

  /** The sum of the distances between successive voxel centres, in units of the spacing. */
  public double length() {
    return numbers[1];
  }

  /** Its voxels, both ends included. */
  public int voxels() {
    return (int) numbers[2];
  }

  /** Where it begins: x, y and z of the voxel, from 0. */
  public int[] first() {
    return new int[] {(int) numbers[3], (int) numbers[4], (int) numbers[5]};
  }

  /** Where it ends: x, y and z of the voxel, from 0. */
  public int[] last() {
    return new int[] {(int) numbers[6], (int) numbers[7], (int) numbers[8]};
  }

  /** The mean of the distance map over its voxels; 0 without a map. */
  public double meanDistance() {
    return numbers[9];
  }
}
