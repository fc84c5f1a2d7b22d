// SPDX-License-Identifier: BSD-2-Clause
package org.bitvox;

import java.util.Objects;

/**
 * Local thickness: for every object voxel the diameter of the largest ball that lies in the object,
 * has an object voxel as its centre, and covers the voxel.
 *
 * <p>The ball at a voxel c is all voxels that are nearer to c, from centre to centre, than any
 * background voxel; its diameter is twice the distance of c in the {@link DistanceMap}. An instance
 * holds the options:
 *
 * <pre>{@code
 * LocalThickness.Result result =
 *     new LocalThickness().spacing(0.01, 0.01, 0.01).measure(volume, null, ProgressListener.NONE);
 * }</pre>
 *
 * <p>Literature: T. Hildebrand, P. Rüegsegger, "A new method for the model-independent assessment
 * of thickness in three-dimensional images", Journal of Microscopy 185 (1997) 67-75.
 */
public final class LocalThickness extends BlockwiseOptions<LocalThickness> {
  /** How many voxels have each thickness, and how it was computed. */
  public static final class Result {
    private RunReport run; // all are written by native code
    private double[] thickness;
    private long[] voxels;

    Result() {}

    /** The thicknesses that occur, ascending, in the unit of the spacing. */
    public double[] thickness() {
      return thickness.clone();
    }

    /** How many voxels have each of them. */
    public long[] voxels() {
      return voxels.clone();
    }

    /** The voxels of the object. */
    public long count() {
      long sum = 0;
      for (long number : voxels) {
        sum += number;
      }
      return sum;
    }

    /** The mean over the voxels. */
    public double mean() {
      double sum = 0;
      for (int i = 0; i < thickness.length; i++) {
        sum += thickness[i] * voxels[i];
      }
      return sum / count();
    }

    /** The standard deviation over the voxels, of the population. */
    public double standardDeviation() {
      double mean = mean();
      double sum = 0;
      for (int i = 0; i < thickness.length; i++) {
        sum += (thickness[i] - mean) * (thickness[i] - mean) * voxels[i];
      }
      return Math.sqrt(sum / count());
    }

    /** The least thickness that at least half of the voxels do not exceed. */
    public double median() {
      long left = (count() + 1) / 2;
      int i = 0;
      while (left > voxels[i]) {
        left -= voxels[i++];
      }
      return thickness[i];
    }

    /** The largest thickness. */
    public double largest() {
      return thickness[thickness.length - 1];
    }

    /** The backend that did the work, and a note about it. */
    public RunReport run() {
      return run;
    }
  }

  private Phase phase = Phase.FOREGROUND;
  private Edges edges = Edges.CLIPPED;
  private Extent extent = Extent.VOLUME;
  private Spacing spacing = new Spacing();

  private double radius = Double.NaN; // of the largest ball, for blocks

  @Override
  LocalThickness self() {
    return this;
  }

  /** Measures the foreground by default. */
  public LocalThickness phase(Phase value) {
    phase = Objects.requireNonNull(value);
    return this;
  }

  /** Outside the volume there is no background by default. */
  public LocalThickness edges(Edges value) {
    edges = Objects.requireNonNull(value);
    return this;
  }

  /** Measures with balls by default; per slice with discs. */
  public LocalThickness extent(Extent value) {
    extent = Objects.requireNonNull(value);
    return this;
  }

  /** The size of a voxel: 1, 1 and 1 by default. z does not matter within slices. */
  public LocalThickness spacing(double x, double y, double z) {
    spacing = new Spacing(x, y, z);
    return this;
  }

  /**
   * Measures the volume. The result is the same for every backend and number of threads.
   *
   * @param map receives the thickness of every voxel, in the unit of the spacing, 0 outside the
   *     object, as float[] slices; or null
   * @throws IllegalArgumentException if a voxel size is not positive and finite, there is no voxel
   *     of the phase, the thickness is infinite as there is nothing else, the volume is not binary,
   *     or the backend is not available
   * @throws java.util.concurrent.CancellationException if the listener stops it
   * @throws DeviceException if a GPU asked for by name fails or is too small
   * @throws OutOfMemoryError without native memory for the work
   * @throws IllegalStateException if the volume is closed or the library cannot be loaded
   */
  public Result measure(BinaryVolume volume, SliceReceiver map, ProgressListener listener) {
    return measure(volume, null, map, listener);
  }

  /**
   * Measures within a mask: the result is about those voxels of the object that are in the mask.
   * Balls lie in the whole object, so that the mask cuts off none. The map is that of the whole
   * volume.
   *
   * @param mask of the size of the volume; its foreground is counted; or null for all
   * @param map as without a mask; or null
   * @throws IllegalArgumentException if the sizes differ or the mask has no voxel of the phase, too
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
   * The blocks of {@link #measureRadius}: what they read and take, and how their numbers are added.
   */
  public Blockwise radiusBlocks() {
    return new DistanceMap()
        .spacing(spacing.x, spacing.y, spacing.z)
        .edges(edges)
        .extent(extent)
        .runLike(this);
  }

  /**
   * The distances of one block, to find the radius of the largest ball first. As those of a {@link
   * DistanceMap}, it may have to be measured again.
   *
   * @param block of {@link #radiusBlocks}
   * @param read what the block reads, as a volume of its own
   */
  public BlockDistances measureRadius(Block block, BinaryVolume read, ProgressListener listener) {
    NativeLibrary.load();
    BlockDistances result = new BlockDistances();
    read.use(
        input -> {
          measureRadius(block, input, listener, result);
          return null;
        });
    return result;
  }

  /** The numbers of two blocks of {@link #measureRadius} together. */
  public long[] addRadius(long[] first, long[] second) {
    NativeLibrary.load();
    return addDistances(first, second);
  }

  /**
   * The radius of the largest ball, or slightly more, from the numbers of all blocks of {@link
   * #measureRadius}: for {@link #radius(double)}.
   *
   * @throws IllegalArgumentException if there is nothing but object, so that it is infinite
   */
  public double largestRadius(long[] numbers) {
    NativeLibrary.load();
    return radiusOf(numbers);
  }

  /**
   * The radius of the largest ball of the whole, in the unit of the spacing: it has to be known for
   * {@link #block}.
   */
  public LocalThickness radius(double value) {
    radius = value;
    return this;
  }

  /**
   * Measures one block. The radius has to be known.
   *
   * @param read what the block reads, as a volume of its own
   * @param mask of the same size; its foreground is counted; or null for all
   * @param map receives the slices of the core's map; or null
   * @throws IllegalArgumentException as measure, but for a volume without voxels of the phase
   */
  public BlockResult measureBlock(
      Block block,
      BinaryVolume read,
      BinaryVolume mask,
      SliceReceiver map,
      ProgressListener listener) {
    NativeLibrary.load();
    BlockResult result = new BlockResult();
    read.useWithin(
        mask, (input, within) -> measureBlock(radius, block, input, within, map, listener, result));
    return result;
  }

  /**
   * The result of the whole, from the sum of the blocks' numbers. Its run is empty. The radius has
   * to be known.
   *
   * @throws IllegalArgumentException if the whole has no voxel of the phase, or none in the mask
   */
  public Result finish(Box whole, long[] numbers) {
    NativeLibrary.load();
    Result result = new Result();
    finish(radius, numbers, result);
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
  long[] readFor(Box whole, Box core) {
    return readFor(radius, whole, core);
  }

  @Override
  void memoryFor(Block block, BlockMemory memory) {
    memoryFor(radius, block, memory);
  }

  private native long[] readFor(double radius, Box whole, Box core);

  private native void memoryFor(double radius, Block block, BlockMemory memory);

  private native void measureRadius(
      Block block, VolumeInput input, ProgressListener listener, BlockDistances result);

  private static native long[] addDistances(long[] first, long[] second);

  private native double radiusOf(long[] numbers);

  private native void measureBlock(
      double radius,
      Block block,
      VolumeInput input,
      VolumeInput mask,
      SliceReceiver map,
      ProgressListener listener,
      BlockResult result);

  @Override
  native long[] addNumbers(long[] first, long[] second);

  private native void finish(double radius, long[] numbers, Result result);
}
