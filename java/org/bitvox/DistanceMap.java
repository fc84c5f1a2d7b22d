// SPDX-License-Identifier: BSD-2-Clause
package org.bitvox;

import java.util.Objects;

/**
 * Distance map: how far every object voxel is from the nearest background voxel, from centre to
 * centre; 0 in the background.
 *
 * <p>Exact: squared distances are whole numbers where voxels are cubes, and otherwise doubles,
 * (dx*w)^2 + (dy*h)^2 + (dz*d)^2 summed from the left, of which the least is taken. An instance
 * holds the options:
 *
 * <pre>{@code
 * new DistanceMap()
 *     .region(DistanceMap.Region.SIGNED)
 *     .spacing(0.5, 0.5, 2)
 *     .measure(volume, (z, pixels) -> stack.addSlice("", pixels), ProgressListener.NONE);
 * }</pre>
 *
 * <p>Literature: T. Saito, J. Toriwaki, "New algorithms for Euclidean distance transformation of an
 * n-dimensional digitized picture with applications", Pattern Recognition 27 (1994) 1551-1565.
 */
public final class DistanceMap extends BlockwiseOptions<DistanceMap> {
  /** How far voxels are from each other, where they differ by dx, dy and dz voxels. */
  public enum Metric {
    /** The length of the straight line. */
    EUCLIDEAN,
    /** |dx| + |dy| + |dz|. */
    CITY_BLOCK,
    /** The largest of |dx|, |dy| and |dz|. */
    CHESSBOARD
  }

  /** Which voxels have a distance. */
  public enum Region {
    /** Those of the object, to the background. */
    INSIDE,
    /** Those of the background, to the object. */
    OUTSIDE,
    /** All: the distance inside minus that outside. */
    SIGNED
  }

  /** What the map is made of. */
  public enum Numbers {
    /** 32-bit distances, in the unit of the spacing. */
    FLOAT,
    /**
     * 16-bit whole numbers, in voxels: the squares of Euclidean distances, other distances
     * themselves; 65535 stands for all that is larger.
     */
    INTEGERS
  }

  /** The largest distances of a map and how it was computed. */
  public static final class Result {
    private RunReport run; // all are written by native code
    private double largestInside;
    private double largestOutside;
    private long voxels;

    Result() {}

    /**
     * The largest number of the map inside the object; infinite where there is no background to
     * measure the distance to, 0 where the map has no inside.
     */
    public double largestInside() {
      return largestInside;
    }

    /** The same outside the object. */
    public double largestOutside() {
      return largestOutside;
    }

    /** Voxels of the object. */
    public long voxels() {
      return voxels;
    }

    /** The backend that did the work, and a note about it. */
    public RunReport run() {
      return run;
    }
  }

  private Metric metric = Metric.EUCLIDEAN;
  private Region region = Region.INSIDE;
  private Edges edges = Edges.CLIPPED;
  private Extent extent = Extent.VOLUME;
  private Numbers result = Numbers.FLOAT;
  private Spacing spacing = new Spacing();

  @Override
  DistanceMap self() {
    return this;
  }

  /** Euclidean by default. */
  public DistanceMap metric(Metric value) {
    metric = Objects.requireNonNull(value);
    return this;
  }

  /** Inside by default. */
  public DistanceMap region(Region value) {
    region = Objects.requireNonNull(value);
    return this;
  }

  /** What is outside the volume does not count by default. */
  public DistanceMap edges(Edges value) {
    edges = Objects.requireNonNull(value);
    return this;
  }

  /** Measures in the volume by default; per slice, distances stay within slices. */
  public DistanceMap extent(Extent value) {
    extent = Objects.requireNonNull(value);
    return this;
  }

  /** 32-bit distances by default. */
  public DistanceMap result(Numbers value) {
    result = Objects.requireNonNull(value);
    return this;
  }

  /** The size of a voxel: 1, 1 and 1 by default. z does not matter within slices. */
  public DistanceMap spacing(double x, double y, double z) {
    spacing = new Spacing(x, y, z);
    return this;
  }

  /**
   * Measures the volume. The result is the same for every backend and number of threads. Where
   * there is nothing to measure the distance to, it is infinite.
   *
   * @param map receives the map slice by slice: float[], or short[] of unsigned integers; or null
   * @throws IllegalArgumentException if a voxel size is not positive and finite, voxels are not
   *     cubes where they have to be, integers are to be signed, the volume is not binary, or the
   *     backend is not available
   * @throws java.util.concurrent.CancellationException if the listener stops it
   * @throws DeviceException if a GPU asked for by name fails or is too small
   * @throws OutOfMemoryError without native memory for the work
   * @throws IllegalStateException if the volume is closed or the library cannot be loaded
   */
  public Result measure(BinaryVolume volume, SliceReceiver map, ProgressListener listener) {
    return measure(volume, null, map, listener);
  }

  /**
   * Measures within a mask: the result is about the voxels in the mask, its largest distances are
   * numbers of the map. Distances are those of the whole volume, so that the mask cuts off none.
   *
   * @param mask of the size of the volume; its foreground is counted; or null for all
   * @param map as without a mask: of the whole volume
   * @throws IllegalArgumentException if the sizes differ, too
   */
  public Result measure(
      BinaryVolume volume, BinaryVolume mask, SliceReceiver map, ProgressListener listener) {
    if (volume instanceof VolumeInBlocks) {
      return ((VolumeInBlocks) volume).compute(this, mask, Result.class, listener);
    }
    NativeLibrary.load();
    Result result = new Result();
    volume.useWithin(mask, (input, within) -> measure(input, within, map, listener, result));
    return result;
  }

  // ---- One block at a time --------------------------------------------------------------------

  /**
   * Measures one block, which reads 32 voxels more to each side. Whether that is enough the
   * distances tell: the numbers and the map are those of the whole if {@link BlockDistances#next}
   * is null; else that block has to be measured instead.
   *
   * @param read what the block reads, as a volume of its own
   * @param mask of the same size; its foreground is counted; or null for all
   * @param map receives the slices of the core's map; or null
   * @throws IllegalArgumentException as measure
   */
  public BlockDistances measureBlock(
      Block block,
      BinaryVolume read,
      BinaryVolume mask,
      SliceReceiver map,
      ProgressListener listener) {
    NativeLibrary.load();
    BlockDistances result = new BlockDistances();
    read.useWithin(
        mask, (input, within) -> measureBlock(block, input, within, map, listener, result));
    return result;
  }

  /** The result of the whole, from the sum of the blocks' numbers. Its run is empty. */
  public Result finish(Box whole, long[] numbers) {
    NativeLibrary.load();
    Result result = new Result();
    finish(numbers, result);
    return result;
  }

  /** Reads the options of this object by name and writes the fields of the result. */
  private native void measure(
      VolumeInput input,
      VolumeInput mask,
      SliceReceiver map,
      ProgressListener listener,
      Result result);

  @Override
  native long[] readFor(Box whole, Box core);

  @Override
  native void memoryFor(Block block, BlockMemory memory);

  private native void measureBlock(
      Block block,
      VolumeInput input,
      VolumeInput mask,
      SliceReceiver map,
      ProgressListener listener,
      BlockDistances result);

  @Override
  native long[] addNumbers(long[] first, long[] second);

  private native void finish(long[] numbers, Result result);
}
