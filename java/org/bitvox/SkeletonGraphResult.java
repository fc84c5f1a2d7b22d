// SPDX-License-Identifier: BSD-2-Clause
package org.bitvox;

import java.util.List;

/** The graph of a skeleton. Close it when done: it owns the pruned skeleton and its paths. */
public final class SkeletonGraphResult implements AutoCloseable {
  /** In {@link #tagSlice}: a voxel with at most one neighbour. */
  public static final int END_POINT = 30;

  /** In {@link #tagSlice}: a voxel with more than two neighbours. */
  public static final int JUNCTION = 70;

  /** In {@link #tagSlice}: a voxel with two neighbours. */
  public static final int SLAB = 127;

  private final BitVolume skeleton;
  private final BitVolume longestPaths;
  private final Extent extent;
  private final SkeletonBranches columns = new SkeletonBranches();
  private final List<SkeletonBranch> branches = columns.asList();
  private final SkeletonParts partColumns = new SkeletonParts();
  private final List<SkeletonPart> parts = partColumns.asList();
  private long skeletons; // all that follows is written by native code
  private long endPoints;
  private long junctions;
  private long junctionVoxels;
  private long slabVoxels;
  private long innerVoxels;
  private long prunedBranches;
  private long cutLoops;

  SkeletonGraphResult(BitVolume skeleton, BitVolume longestPaths, Extent extent) {
    this.skeleton = skeleton;
    this.longestPaths = longestPaths;
    this.extent = extent;
  }

  /** The skeleton after pruning, of the image's size. */
  public BitVolume skeleton() {
    return skeleton;
  }

  /**
   * The voxels of the longest shortest path of each skeleton; through a junction it takes as few
   * voxels as possible. Null unless it was asked for.
   */
  public BitVolume longestPaths() {
    return longestPaths;
  }

  /**
   * Writes what the voxels of slice z (from 0) of the skeleton are: {@link #END_POINT}, {@link
   * #JUNCTION}, {@link #SLAB}, the numbers that AnalyzeSkeleton gives them, or 0.
   *
   * @param pixels width * height values
   * @throws IllegalArgumentException if the slice does not exist or the array's length differs
   */
  public void tagSlice(int z, byte[] pixels) {
    skeleton.useHandle(
        handle -> {
          tagSlice(handle, extent, z, pixels);
          return null;
        });
  }

  private static native void tagSlice(long skeleton, Extent extent, int z, byte[] pixels);

  /** The connected skeletons, in the order of their first voxels (x fastest, then y, then z). */
  public List<SkeletonPart> parts() {
    return parts;
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

  /** Loops that were cut. */
  public long cutLoops() {
    return cutLoops;
  }

  /** Frees the skeleton and its paths. */
  @Override
  public void close() {
    skeleton.close();
    if (longestPaths != null) {
      longestPaths.close();
    }
  }
}
