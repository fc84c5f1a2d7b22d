// SPDX-License-Identifier: BSD-2-Clause
package org.bitvox;

import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Objects;

/**
 * The shape numbers of a binary volume: volume, surface area, mean breadth and Euler number, which
 * are the Minkowski functionals but for constants, and the degree of anisotropy.
 *
 * <p>They come from counts of pairs, squares and cubes of voxels: the surface from how often lines
 * in 3 or 13 directions enter the object (Crofton), the mean breadth from the Euler numbers of
 * plane sections. An instance holds the options:
 *
 * <pre>{@code
 * MinkowskiNumbers numbers =
 *     new Minkowski()
 *         .spacing(0.01, 0.01, 0.01)
 *         .measure(volume, ProgressListener.NONE)
 *         .numbers();
 * }</pre>
 *
 * <p>Literature: J. Ohser, K. Schladitz, 3D Images of Materials Structures, 2009; D. Legland, K.
 * Kieu, M.-F. Devaux, "Computation of Minkowski measures on 2D and 3D binary images", Image
 * Analysis and Stereology 26 (2007) 83-92; A. Odgaard, H. J. G. Gundersen, "Quantification of
 * connectivity in cancellous bone", Bone 14 (1993) 173-182.
 */
public final class Minkowski extends BlockwiseOptions<Minkowski> {
  /** Along which lines the object is looked at. */
  public enum Directions {
    /** Along the axes: faster, but more depends on how the object lies. Two in a slice. */
    THREE,
    /** To all 26 neighbours. Four in a slice. */
    THIRTEEN
  }

  /** The shape numbers of a volume, or of each of its slices, and how they were computed. */
  public static final class Result {
    private RunReport run; // both are written by native code
    private MinkowskiNumbers[] numbers;

    Result() {}

    /**
     * Of the volume.
     *
     * @throws IllegalStateException if there are several, one a slice
     */
    public MinkowskiNumbers numbers() {
      if (numbers.length != 1) {
        throw new IllegalStateException("there are numbers of each slice; use each");
      }
      return numbers[0];
    }

    /** Of the volume, or one a slice: what {@link #extent} says. */
    public List<MinkowskiNumbers> each() {
      return Collections.unmodifiableList(Arrays.asList(numbers));
    }

    /** The backend that did the work, and a note about it. */
    public RunReport run() {
      return run;
    }
  }

  private Directions directions = Directions.THIRTEEN;
  private Edges edges = Edges.BACKGROUND;
  private Extent extent = Extent.VOLUME;
  private Spacing spacing = new Spacing();

  @Override
  Minkowski self() {
    return this;
  }

  /** Thirteen by default; with three there is no degree of anisotropy. */
  public Minkowski directions(Directions value) {
    directions = Objects.requireNonNull(value);
    return this;
  }

  /**
   * Takes what is outside the volume for background by default. Clipped: the volume is a field of
   * view in something larger, and what its border cuts off is no surface; a voxel, pair or square
   * of voxels in the border counts a half for each face.
   */
  public Minkowski edges(Edges value) {
    edges = Objects.requireNonNull(value);
    return this;
  }

  /** Measures the volume by default; per slice there are {@link Result#each several} numbers. */
  public Minkowski extent(Extent value) {
    extent = Objects.requireNonNull(value);
    return this;
  }

  /** The size of a voxel, in any unit; 1 by default. z does not matter within slices. */
  public Minkowski spacing(double x, double y, double z) {
    spacing = new Spacing(x, y, z);
    return this;
  }

  /**
   * Measures; the numbers are the same for every backend and number of threads. A single slice is
   * measured in two dimensions.
   *
   * @throws IllegalArgumentException if an option is out of range, the volume is not binary or,
   *     with clipped edges, one voxel thin, or the backend is not available
   * @throws java.util.concurrent.CancellationException if the listener stops it
   * @throws DeviceException if a GPU asked for by name fails or is too small
   * @throws OutOfMemoryError without native memory for the work
   * @throws IllegalStateException if the volume is closed or the library cannot be loaded
   */
  public Result measure(BinaryVolume volume, ProgressListener listener) {
    return measure(volume, null, listener);
  }

  /**
   * Measures the object within a mask. What lies outside the mask is background by default. With
   * clipped edges only windows of 2 x 2 x 2 voxels wholly inside the mask count, in slices those of
   * 2 x 2: the mask is a field of view. The total volume is that of the mask.
   *
   * @param mask of the size of the volume; its foreground is the mask; or null to measure all
   * @throws IllegalArgumentException if the sizes differ, too
   */
  public Result measure(BinaryVolume volume, BinaryVolume mask, ProgressListener listener) {
    if (volume instanceof VolumeInBlocks) {
      return ((VolumeInBlocks) volume).compute(this, mask, Result.class, listener);
    }
    NativeLibrary.load();
    Result result = new Result();
    volume.useWithin(mask, (input, within) -> measure(input, within, listener, result));
    return result;
  }

  // ---- One block at a time --------------------------------------------------------------------

  /**
   * Counts in one block.
   *
   * @param read what the block reads, as a volume of its own
   * @param mask of the same size, as for measure; or null. All blocks have one, or none
   * @throws IllegalArgumentException as measure
   */
  public BlockResult measureBlock(
      Block block, BinaryVolume read, BinaryVolume mask, ProgressListener listener) {
    NativeLibrary.load();
    BlockResult result = new BlockResult();
    read.useWithin(mask, (input, within) -> measureBlock(block, input, within, listener, result));
    return result;
  }

  /** The result of the whole, from the sum of the blocks' numbers. Its run is empty. */
  public Result finish(Box whole, long[] numbers) {
    NativeLibrary.load();
    Result result = new Result();
    finish(whole, numbers, result);
    return result;
  }

  /** Reads the options of this object by name and writes the fields of the result. */
  private native void measure(
      VolumeInput input, VolumeInput mask, ProgressListener listener, Result result);

  @Override
  native long[] readFor(Box whole, Box core);

  @Override
  native void memoryFor(Block block, BlockMemory memory);

  private native void measureBlock(
      Block block,
      VolumeInput input,
      VolumeInput mask,
      ProgressListener listener,
      BlockResult result);

  @Override
  native long[] addNumbers(long[] first, long[] second);

  private native void finish(Box whole, long[] numbers, Result result);
}
