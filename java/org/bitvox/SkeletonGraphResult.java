// SPDX-License-Identifier: BSD-2-Clause
package org.bitvox;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/** The graph of a skeleton. Close it when done: it owns the pruned skeleton. */
public final class SkeletonGraphResult implements AutoCloseable {
  static final int TOTALS = 6;

  private final BitVolume skeleton;
  private final List<SkeletonBranch> branches;
  private final long[] totals;

  SkeletonGraphResult(BitVolume skeleton, double[] numbers, long[] totals) {
    this.skeleton = skeleton;
    this.totals = totals;
    List<SkeletonBranch> all = new ArrayList<>();
    for (int i = 0; i < numbers.length / SkeletonBranch.NUMBERS; i++) {
      all.add(new SkeletonBranch(numbers, i));
    }
    branches = Collections.unmodifiableList(all);
  }

  /** The skeleton after pruning, of the image's size. */
  public BitVolume skeleton() {
    return skeleton;
  }

  /** Those from end points first, then those between junctions, then rings. */
  public List<SkeletonBranch> branches() {
    return branches;
  }

  /** Connected skeletons. */
  public long skeletons() {
    return totals[0];
  }

  /** Voxels with at most one neighbour. */
  public long endPoints() {
    return totals[1];
  }

  /** Connected groups of junction voxels. */
  public long junctions() {
    return totals[2];
  }

  /** Voxels with more than two neighbours. */
  public long junctionVoxels() {
    return totals[3];
  }

  /** Voxels with two neighbours. */
  public long slabVoxels() {
    return totals[4];
  }

  /** End branches that were deleted because they were too short. */
  public long prunedBranches() {
    return totals[5];
  }

  /** Frees the skeleton. */
  @Override
  public void close() {
    skeleton.close();
  }
}
