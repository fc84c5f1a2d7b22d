// SPDX-License-Identifier: BSD-2-Clause
package org.bitvox;

import java.util.List;

/** The graph of a skeleton. Close it when done: it owns the pruned skeleton. */
public final class SkeletonGraphResult implements AutoCloseable {
  private final BitVolume skeleton;
  private final SkeletonBranches columns = new SkeletonBranches();
  private final List<SkeletonBranch> branches = columns.asList();
  private long skeletons; // all that follows is written by native code
  private long endPoints;
  private long junctions;
  private long junctionVoxels;
  private long slabVoxels;
  private long innerVoxels;
  private long prunedBranches;

  SkeletonGraphResult(BitVolume skeleton) {
    this.skeleton = skeleton;
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
    return skeletons;
  }

  /** Voxels with at most one neighbour. */
  public long endPoints() {
    return endPoints;
  }

  /** Connected groups of junction voxels. */
  public long junctions() {
    return junctions;
  }

  /** Voxels with more than two neighbours. */
  public long junctionVoxels() {
    return junctionVoxels;
  }

  /** Voxels with two neighbours. */
  public long slabVoxels() {
    return slabVoxels;
  }

  /** Voxels with foreground all around: 26 neighbours, or 8 in one slice. */
  public long innerVoxels() {
    return innerVoxels;
  }

  /**
   * Whether it looks like a skeleton: at most a tenth of the voxels are inner ones. Skeletons of
   * volumes have none, those of slices a few where holes lie close together.
   */
  public boolean isThin() {
    return 10 * innerVoxels <= voxels();
  }

  /**
   * Whether it consists of lines: at most half of the voxels are junction voxels, and there is a
   * branch if there is a junction. Slices that were thinned one by one are none across slices.
   */
  public boolean hasLines() {
    return 2 * junctionVoxels <= voxels() && (junctionVoxels == 0 || !branches.isEmpty());
  }

  /** Voxels of all kinds. */
  public long voxels() {
    return endPoints + slabVoxels + junctionVoxels;
  }

  /** End branches that were deleted because they were too short. */
  public long prunedBranches() {
    return prunedBranches;
  }

  /** Frees the skeleton. */
  @Override
  public void close() {
    skeleton.close();
  }
}
