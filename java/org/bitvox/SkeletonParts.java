// SPDX-License-Identifier: BSD-2-Clause
package org.bitvox;

import java.util.AbstractList;
import java.util.List;

/** The connected skeletons, a column for each of their numbers; written by native code. */
final class SkeletonParts {
  int[] branches;
  int[] junctions;
  int[] endPoints;
  int[] junctionVoxels;
  int[] slabVoxels;
  int[] triplePoints;
  int[] quadruplePoints;
  double[] totalLength;
  double[] longestBranch;
  double[] longestPath;
  int[][] pathFirst; // x of each, y of each, z of each
  int[][] pathLast;

  /** A row each, made when it is asked for. */
  List<SkeletonPart> asList() {
    return new AbstractList<SkeletonPart>() {
      @Override
      public SkeletonPart get(int index) {
        if (index < 0 || index >= size()) {
          throw new IndexOutOfBoundsException("skeleton " + index + " of " + size());
        }
        return new SkeletonPart(SkeletonParts.this, index);
      }

      @Override
      public int size() {
        return branches.length;
      }
    };
  }
}
