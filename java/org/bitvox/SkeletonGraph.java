// SPDX-License-Identifier: BSD-2-Clause
package org.bitvox;

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

  private double spacingX = 1;
  private double spacingY = 1;
  private double spacingZ = 1;
  private double shortest;
  private Extent extent = Extent.VOLUME;
  private float[][] distances;
  private Loops loops = Loops.KEEP;
  private float[][] grey;
  private boolean longestPath;

  /** The size of a voxel, which lengths are measured in; 1 by default. */
  public SkeletonGraph spacing(double sizeX, double sizeY, double sizeZ) {
    spacingX = sizeX;
    spacingY = sizeY;
    spacingZ = sizeZ;
    return this;
  }

  /**
   * Deletes end branches that are shorter, until none is left; 0, the default, deletes none. A
   * branch between two end points stays.
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
  public SkeletonGraphResult trace(BinaryVolume volume, ProgressListener listener) {
    NativeLibrary.load();
    SkeletonGraphResult result =
        new SkeletonGraphResult(newVolume(volume), longestPath ? newVolume(volume) : null, extent);
    try {
      return volume.use(
          input -> result.skeleton().useHandle(left -> trace(input, left, listener, result)));
    } catch (Throwable e) {
      result.close();
      throw e;
    }
  }

  private static BitVolume newVolume(BinaryVolume size) {
    return new BitVolume(size.width(), size.height(), size.depth());
  }

  private SkeletonGraphResult trace(
      VolumeInput input, long left, ProgressListener listener, SkeletonGraphResult result) {
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
      VolumeInput input,
      long left,
      long paths,
      ProgressListener listener,
      SkeletonGraphResult result);
}
