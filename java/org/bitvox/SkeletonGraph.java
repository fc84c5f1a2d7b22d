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
  private double spacingX = 1;
  private double spacingY = 1;
  private double spacingZ = 1;
  private double shortest;
  private Extent extent = Extent.VOLUME;
  private float[][] distances;

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
   * Traces the skeleton.
   *
   * @throws IllegalArgumentException if an option is out of range, the volume is not binary or has
   *     no foreground, or the distance map has another size
   * @throws java.util.concurrent.CancellationException if the listener stops it
   * @throws OutOfMemoryError without native memory for the work
   * @throws IllegalStateException if the volume is closed or the library cannot be loaded
   */
  public SkeletonGraphResult trace(BinaryVolume volume, ProgressListener listener) {
    NativeLibrary.load();
    SkeletonGraphResult result =
        new SkeletonGraphResult(new BitVolume(volume.width(), volume.height(), volume.depth()));
    try {
      return volume.use(
          input ->
              result
                  .skeleton()
                  .useHandle(
                      pruned -> {
                        trace(input, pruned, listener, result);
                        return result;
                      }));
    } catch (Throwable e) {
      result.close();
      throw e;
    }
  }

  /** Reads the options of this object by name and writes the fields of the result. */
  private native void trace(
      VolumeInput input, long pruned, ProgressListener listener, SkeletonGraphResult result);
}
