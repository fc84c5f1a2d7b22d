// SPDX-License-Identifier: BSD-2-Clause
package org.bitvox;

import java.util.Objects;

/**
 * Granulometry: how much of an object survives openings by larger and larger structuring elements.
 *
 * <p>V(n) is the number of voxels of the opening of the object by the n-fold element, for n = 0, 1,
 * 2, ... until it is 0 or n is the maximum radius. With balls it is that of the union of all
 * digital balls of radius n steps or larger that lie in the object: the voxels whose {@link
 * LocalThickness} is more than 2 n steps. An instance holds the options:
 *
 * <pre>{@code
 * Granulometry.Result result =
 *     new Granulometry().element(Element.CUBE).maxRadius(30).measure(volume, ProgressListener.NONE);
 * }</pre>
 *
 * <p>Literature: G. Matheron, Random Sets and Integral Geometry, 1975; Boulos, Fristot, Houzet,
 * Salvo, Lhuissier, "Investigating performance variations of an optimized GPU-ported granulometry
 * algorithm", DASIP 2012.
 */
public final class Granulometry extends BlockwiseOptions<Granulometry> {
  /** The largest maximum radius: the width 2n + 1 fits 16 bits. */
  public static final int LARGEST_MAX_RADIUS = 32767;

  /** A granulometric curve and how it was computed. */
  public static final class Result {
    private RunReport run; // all are written by native code
    private long[] counts;
    private double step;

    Result() {}

    /** V(n) and what follows from it. */
    public GranulometryCurve curve() {
      return new GranulometryCurve(counts);
    }

    /**
     * The element of size n has n times this radius: of balls in the unit of the spacing, of
     * crosses and cubes 1 voxel.
     */
    public double step() {
      return step;
    }

    /** The backend that did the work, and a note about it. */
    public RunReport run() {
      return run;
    }
  }

  private Phase phase = Phase.FOREGROUND;
  private Element element = Element.CROSS;
  private Edges edges = Edges.BACKGROUND;
  private Extent extent = Extent.VOLUME;
  private int maxRadius = 50;
  private Spacing spacing = new Spacing();
  private double step;

  private double radius = Double.NaN; // of the largest ball, for blocks

  @Override
  Granulometry self() {
    return this;
  }

  /** Measures the foreground by default. */
  public Granulometry phase(Phase value) {
    phase = Objects.requireNonNull(value);
    return this;
  }

  /** Measures with the cross by default. */
  public Granulometry element(Element value) {
    element = Objects.requireNonNull(value);
    return this;
  }

  /** Takes what is outside the volume for background by default. */
  public Granulometry edges(Edges value) {
    edges = Objects.requireNonNull(value);
    return this;
  }

  /** Measures the volume as a whole by default; per slice V(n) is the sum over the slices. */
  public Granulometry extent(Extent value) {
    extent = Objects.requireNonNull(value);
    return this;
  }

  /** The largest n: 1 to {@link #LARGEST_MAX_RADIUS}, 50 by default. */
  public Granulometry maxRadius(int value) {
    maxRadius = value;
    return this;
  }

  /**
   * The size of a voxel for balls, as crosses and cubes act in voxels: 1, 1 and 1 by default. z
   * does not matter within slices.
   */
  public Granulometry spacing(double x, double y, double z) {
    spacing = new Spacing(x, y, z);
    return this;
  }

  /**
   * From one radius of balls to the next, in the unit of the spacing; 0, the default, for the
   * shortest side of a voxel.
   */
  public Granulometry step(double value) {
    step = value;
    return this;
  }

  /** Measures without a map; see the other measure. */
  public Result measure(BinaryVolume volume, ProgressListener listener) {
    return measure(volume, null, listener);
  }

  /**
   * Measures the volume. The result is the same for every backend and number of threads.
   *
   * @param map receives the opening-size map as short[] slices, for each voxel 2n + 1, with n that
   *     of the largest element whose opening contains it, which is the width of crosses and cubes
   *     in voxels, and 0 outside the object; or null
   * @throws IllegalArgumentException if an option is out of range, the volume is not binary, has no
   *     voxel of the phase, or the backend is not available
   * @throws java.util.concurrent.CancellationException if the listener stops it
   * @throws DeviceException if a GPU asked for by name fails or is too small
   * @throws OutOfMemoryError without native memory for the work
   * @throws IllegalStateException if the volume is closed or the library cannot be loaded
   */
  public Result measure(BinaryVolume volume, SliceReceiver map, ProgressListener listener) {
    return measure(volume, null, map, listener);
  }

  /**
   * Measures within a mask: V(n) is the number of those voxels of the opening that are in the mask.
   * What is opened is the whole volume, so that the mask cuts off no elements. The curve ends where
   * V(n) is 0 in the mask. The map is that of the whole volume.
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
   * Whether it measures with balls, whose blocks need to know the largest one's {@link #radius}.
   */
  public boolean isByBalls() {
    return element == Element.BALL;
  }

  /**
   * What finds the radius of the largest ball, block by block: {@link
   * LocalThickness#measureRadius}, and of its blocks' sums {@link #largestRadius}.
   */
  public LocalThickness balls() {
    return new LocalThickness()
        .phase(phase)
        .edges(edges)
        .extent(extent)
        .spacing(spacing.x, spacing.y, spacing.z)
        .runLike(this);
  }

  /**
   * The radius of the largest ball, or slightly more, from the numbers of all blocks of {@link
   * #balls}: infinite if a volume, or some slice per slice, has nothing but object.
   */
  public double largestRadius(long[] numbers) {
    NativeLibrary.load();
    return radiusOf(numbers);
  }

  /**
   * The radius of the largest ball of the whole, in the unit of the spacing: with balls it has to
   * be known for {@link #block}.
   */
  public Granulometry radius(double value) {
    radius = value;
    return this;
  }

  /**
   * Measures one block. With balls the radius has to be known.
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
   * The result of the whole, from the sum of the blocks' numbers. Its run is empty.
   *
   * @throws IllegalArgumentException if the whole has no voxel of the phase, or no such voxel in
   *     the mask, or the numbers are of something else
   */
  public Result finish(Box whole, long[] numbers) {
    NativeLibrary.load();
    Result result = new Result();
    finish(radius, whole, numbers, result);
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

  private static native double radiusOf(long[] numbers);

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

  private native void finish(double radius, Box whole, long[] numbers, Result result);
}
