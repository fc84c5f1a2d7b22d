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
public final class Minkowski extends RunOptions<Minkowski> {
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

    /** Is about the voxels alone, within the masks that these are of. */
    void countOnly(Result masks) {
      for (int i = 0; i < numbers.length; i++) {
        numbers[i].countOnly(masks.numbers[i].volume());
      }
    }

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
    NativeLibrary.load();
    Result result = new Result();
    return volume.use(
        input -> {
          measure(input, listener, result);
          return result;
        });
  }

  /**
   * Counts the voxels of the object within a mask: the volume is that of the object in the mask,
   * the total volume that of the mask. All other numbers are NaN: surfaces, breadths and Euler
   * numbers belong to neighbouring voxels, of which a mask cuts some off.
   *
   * @param mask of the size of the volume; its foreground is counted; or null to measure all
   * @throws IllegalArgumentException if the sizes differ, too
   */
  public Result measure(BinaryVolume volume, BinaryVolume mask, ProgressListener listener) {
    if (mask == null) {
      return measure(volume, listener);
    }
    mask.requireSizeOf(volume);
    Minkowski voxels = new Minkowski().directions(Directions.THREE).extent(extent).runLike(this);
    voxels.spacing = spacing;
    Result masks = voxels.measure(mask, listener);
    try (BitVolume both = intersection(volume, mask, listener)) {
      Result result = voxels.measure(both, listener);
      result.countOnly(masks);
      return result;
    }
  }

  private static BitVolume intersection(
      BinaryVolume volume, BinaryVolume mask, ProgressListener listener) {
    BitVolume both = new BitVolume(volume.width(), volume.height(), volume.depth());
    try {
      byte[] pixels = new byte[Math.multiplyExact(volume.width(), volume.height())];
      byte[] inMask = new byte[pixels.length];
      for (int z = 0; z < volume.depth(); z++) {
        listener.throwIfStopped();
        volume.readSlice(z, pixels, listener::isStopped);
        mask.readSlice(z, inMask, listener::isStopped);
        for (int i = 0; i < pixels.length; i++) {
          pixels[i] &= inMask[i];
        }
        both.packSlice(z, pixels, Foreground.binary(), listener::isStopped);
      }
      return both;
    } catch (RuntimeException | OutOfMemoryError e) {
      both.close();
      throw e;
    }
  }

  /** Reads the options of this object by name and writes the fields of the result. */
  private native void measure(VolumeInput input, ProgressListener listener, Result result);
}
