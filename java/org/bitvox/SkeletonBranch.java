// SPDX-License-Identifier: BSD-2-Clause
package org.bitvox;

/** A branch of a skeleton, between two end points or junctions. */
public final class SkeletonBranch {
  private final SkeletonBranches all;
  private final int index;

  SkeletonBranch(SkeletonBranches all, int index) {
    this.all = all;
    this.index = index;
  }

  /** Which of the skeletons it belongs to, from 1. */
  public int skeleton() {
    return all.skeleton[index];
  }

  /** The sum of the distances between successive voxel centres, in units of the spacing. */
  public double length() {
    return all.length[index];
  }

  /** Its voxels, both ends included. */
  public int voxels() {
    return all.voxels[index];
  }

  /** Where it begins: x, y and z of the voxel, from 0. */
  public int[] first() {
    return SkeletonBranches.position(all.first, index);
  }

  /** Where it ends: x, y and z of the voxel, from 0. */
  public int[] last() {
    return SkeletonBranches.position(all.last, index);
  }

  /** The mean of the distance map over its voxels; 0 without a map. */
  public double meanDistance() {
    return all.meanDistance[index];
  }
}
