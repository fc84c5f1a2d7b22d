// SPDX-License-Identifier: BSD-2-Clause
package org.bitvox;

import java.util.List;
import java.util.Objects;

/**
 * The graph of a skeleton: its branches between end points and junctions.
 *
 * <p>A voxel with 0 or 1 foreground voxels among its 26 neighbours is an end point, with 2 a slab,
 * with more a junction voxel; junction voxels that touch are one junction. A branch runs from an
 * end point or junction voxel through slabs to the next. As in I. Arganda-Carreras et al., "3D
 * reconstruction of histological sections: application to mammary gland tissue", Microscopy
 * Research and Technique 73 (2010) 1019-1029.
 */
public final class SkeletonGraph {
  /** How loops are cut: one voxel of each is deleted. */
  public enum Loops {
    /** Not at all. */
    KEEP,
    /** The shortest branch, in the middle of its voxels. */
    SHORTEST,
    /** The branch with the smallest mean grey value, at its darkest voxel. */
    DARKEST_BRANCH,
    /** The darkest voxel. */
    DARKEST_VOXEL
  }

  /** The graph of a skeleton. Close it when done: it owns the pruned skeleton and its paths. */
  public static final class Result implements AutoCloseable {
    /** In {@link #tagSlice}: a voxel with at most one neighbour. */
    public static final int END_POINT = 30;

    /** In {@link #tagSlice}: a voxel with more than two neighbours. */
    public static final int JUNCTION = 70;

    /** In {@link #tagSlice}: a voxel with two neighbours. */
    public static final int SLAB = 127;

    private final BitVolume skeleton;
    private final BitVolume longestPaths;
    private final Extent extent;
    private SkeletonBranches branches; // all that follows is written by native code
    private SkeletonParts parts;
    private long skeletons;
    private long endPoints;
    private long junctions;
    private long junctionVoxels;
    private long slabVoxels;
    private long innerVoxels;
    private long prunedBranches;
    private long cutLoops;

    Result(BitVolume skeleton, BitVolume longestPaths, Extent extent) {
      this.skeleton = skeleton;
      this.longestPaths = longestPaths;
      this.extent = extent;
    }

    /** The skeleton after pruning, of the image's size; null of a volume in blocks. */
    public BitVolume skeleton() {
      return skeleton;
    }

    /**
     * The voxels of the longest shortest path of each skeleton; through a junction it takes as few
     * voxels as possible. Null unless it was asked for, and of a volume in blocks.
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
            SkeletonGraph.tagSlice(handle, extent == Extent.PER_SLICE, z, pixels);
            return null;
          });
    }

    /** The connected skeletons, in the order of their first voxels (x fastest, then y, then z). */
    public List<SkeletonPart> parts() {
      return parts.asList();
    }

    /** Those from end points first, then those between junctions, then rings. */
    public List<SkeletonBranch> branches() {
      return branches.asList();
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
      return 2 * junctionVoxels <= voxels() && (junctionVoxels == 0 || !branches().isEmpty());
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
      if (skeleton != null) {
        skeleton.close();
      }
      if (longestPaths != null) {
        longestPaths.close();
      }
    }
  }

  private Spacing spacing = new Spacing();
  private double shortest;
  private Extent extent = Extent.VOLUME;
  private float[][] distances;
  private Loops loops = Loops.KEEP;
  private float[][] grey;
  private boolean longestPath;

  /** The size of a voxel, which lengths are measured in; 1 by default. */
  public SkeletonGraph spacing(double x, double y, double z) {
    spacing = new Spacing(x, y, z);
    return this;
  }

  /**
   * Deletes end branches that are shorter, until none is left: to 1e9; 0, the default, deletes
   * none. A branch between two end points stays.
   */
  public SkeletonGraph shortest(double length) {
    shortest = length;
    return this;
  }

  /** Whether voxels touch across slices, as they do by default, or every slice has its graphs. */
  public SkeletonGraph extent(Extent value) {
    extent = Objects.requireNonNull(value);
    return this;
  }

  /** The distance of each voxel to the background, a slice each, or null, the default, for none. */
  public SkeletonGraph distances(float[][] slices) {
    distances = slices;
    return this;
  }

  /**
   * Cuts the loops of branches, before end branches are deleted; not by default. In every loop it
   * is the shortest or darkest branch, of equal ones the later in the list of branches.
   */
  public SkeletonGraph loops(Loops value) {
    loops = Objects.requireNonNull(value);
    return this;
  }

  /** The image that says where loops are darkest, a slice each; null, the default, for none. */
  public SkeletonGraph grey(float[][] slices) {
    grey = slices;
    return this;
  }

  /**
   * Whether the longest shortest path of each skeleton is wanted: the shortest way along branches
   * between the two end points or junctions that are farthest apart. Not by default.
   */
  public SkeletonGraph longestPath(boolean value) {
    longestPath = value;
    return this;
  }

  /**
   * Traces the skeleton.
   *
   * @throws IllegalArgumentException if an option is out of range, the volume is not binary or has
   *     no foreground, the distance map or grey image has another size or is missing, or the
   *     longest path of a skeleton with loops could take hours
   * @throws java.util.concurrent.CancellationException if the listener stops it
   * @throws OutOfMemoryError without native memory for the work
   * @throws IllegalStateException if the volume is closed or the library cannot be loaded
   */
  public Result trace(BinaryVolume volume, ProgressListener listener) {
    if (volume instanceof VolumeInBlocks) {
      return ((VolumeInBlocks) volume).compute(inBlocks(), null, Result.class, listener);
    }
    NativeLibrary.load();
    Result result = new Result(newVolume(volume), longestPath ? newVolume(volume) : null, extent);
    try {
      return volume.use(
          input -> result.skeleton().useHandle(left -> trace(input, left, listener, result)));
    } catch (Throwable e) {
      result.close();
      throw e;
    }
  }

  /**
   * The same one block at a time, of volumes beyond the memory.
   *
   * @throws IllegalArgumentException with distances, or with loops that are cut where they are
   *     darkest
   */
  public SkeletonInBlocks inBlocks() {
    boolean cutsGrey = loops == Loops.DARKEST_BRANCH || loops == Loops.DARKEST_VOXEL;
    if (distances != null || cutsGrey) {
      throw new IllegalArgumentException(
          "a graph in blocks takes no distances, and cuts no loops where they are darkest");
    }
    return new SkeletonInBlocks(this);
  }

  Extent extent() {
    return extent;
  }

  private static BitVolume newVolume(BinaryVolume size) {
    return new BitVolume(size.width(), size.height(), size.depth());
  }

  private Result trace(VolumeInput input, long left, ProgressListener listener, Result result) {
    if (result.longestPaths() == null) {
      trace(input, left, 0, listener, result);
      return result;
    }
    return result
        .longestPaths()
        .useHandle(
            paths -> {
              trace(input, left, paths, listener, result);
              return result;
            });
  }

  /** Reads the options of this object by name and writes the fields of the result. */
  private native void trace(
      VolumeInput input, long left, long paths, ProgressListener listener, Result result);

  private static native void tagSlice(long skeleton, boolean perSlice, int z, byte[] pixels);
}
