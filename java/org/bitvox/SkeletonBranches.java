// SPDX-License-Identifier: BSD-2-Clause
package org.bitvox;

import java.util.AbstractList;
import java.util.List;

/** The branches of a skeleton, a column for each of their numbers; written by native code. */
final class SkeletonBranches {
  int[] skeleton;
  double[] length;
  int[] voxels;
  int[][] first; // x of each branch, y of each, z of each
  int[][] last;
  double[] meanDistance;

  /** A row each, made when it is asked for. */
  List<SkeletonBranch> asList() {
    return new AbstractList<SkeletonBranch>() {
      @Override
      public SkeletonBranch get(int index) {
        if (index < 0 || index >= size()) {
          throw new IndexOutOfBoundsException("branch " + index + " of " + size());
        }
        return new SkeletonBranch(SkeletonBranches.this, index);
      }

      @Override
      public int size() {
        return skeleton.length;
      }
    };
  }

  /** A row of such columns of x, y and z. */
  static int[] position(int[][] columns, int index) {
    return new int[] {columns[0][index], columns[1][index], columns[2][index]};
  }
}
