// SPDX-License-Identifier: BSD-2-Clause
package org.bitvox;

import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Objects;
import java.util.function.Function;
import java.util.stream.Stream;

/**
 * Joint histogram: how often each pair of values occurs at the same voxel of two grey images.
 *
 * <p>A value v lies in bin floor((v - low) * bins / (high - low)); high itself lies in the last
 * bin. Values outside low to high are not counted. Ranges and thresholds are raw pixel values;
 * Manders' coefficients are of {@link #shown shown} ones. An instance holds the options:
 *
 * <pre>{@code
 * JointHistogramResult result =
 *     new JointHistogram().bins(64, 64).measure(ct, mr, null, ProgressListener.NONE);
 * double bits = result.mutualInformation();
 * }</pre>
 *
 * <p>Literature: P. Goorts, S. Rogmans, S. Vanden Eynde, P. Bekaert, "Practical examples of GPU
 * computing optimization principles", SIGMAP 2010.
 */
public final class JointHistogram extends RunOptions<JointHistogram> {
  /** The smallest number of bins along an axis. */
  public static final int FEWEST_BINS = 2;

  /** The largest number of bins along an axis. */
  public static final int MOST_BINS = 4096;

  /** The largest number of randomisations. */
  public static final int MOST_RANDOMISATIONS = 100_000;

  private int firstBins = 256;
  private int secondBins = 256;
  private BinRange firstRange;
  private BinRange secondRange;
  private Extent extent = Extent.VOLUME;
  private double firstThreshold;
  private double secondThreshold;
  private ShownLine firstShown = new ShownLine(0, 1);
  private ShownLine secondShown = new ShownLine(0, 1);
  private boolean colocalization;
  private int randomisations;
  private Block block = new Block(3, 3, 3);
  private long seed = 1;

  @Override
  JointHistogram self() {
    return this;
  }

  /** Bins of the first and of the second image, 256 by default. */
  public JointHistogram bins(int first, int second) {
    firstBins = first;
    secondBins = second;
    return this;
  }

  /** The values of the first image that are counted; {@link #fullRange} by default. */
  public JointHistogram firstRange(double low, double high) {
    firstRange = new BinRange(low, high);
    return this;
  }

  /** The values of the second image that are counted; {@link #fullRange} by default. */
  public JointHistogram secondRange(double low, double high) {
    secondRange = new BinRange(low, high);
    return this;
  }

  /** One histogram of the volume by default; per slice there are {@link #measureEach several}. */
  public JointHistogram extent(Extent value) {
    extent = Objects.requireNonNull(value);
    return this;
  }

  /** Manders' coefficients are taken where the other image is above its threshold; 0 by default. */
  public JointHistogram thresholds(double first, double second) {
    firstThreshold = first;
    secondThreshold = second;
    return this;
  }

  /**
   * How the values of the images are shown, such as Hounsfield units: offset + slope * raw value,
   * with slopes above 0. Manders' coefficients are sums of shown values; by default these are the
   * raw ones. Nothing else depends on it.
   */
  public JointHistogram shown(
      double firstOffset, double firstSlope, double secondOffset, double secondSlope) {
    firstShown = new ShownLine(firstOffset, firstSlope);
    secondShown = new ShownLine(secondOffset, secondSlope);
    return this;
  }

  /** Whether to measure {@link Colocalization} too; not by default. */
  public JointHistogram colocalization(boolean value) {
    colocalization = value;
    return this;
  }

  /**
   * How often blocks of the first image trade places at random, for {@link Colocalization}: 0 to
   * 100000; 0, the default, for never.
   */
  public JointHistogram randomisations(int value) {
    randomisations = value;
    return this;
  }

  /** The sides of these blocks in voxels; 3 x 3 x 3 by default. Two must fit into the image. */
  public JointHistogram block(int width, int height, int depth) {
    block = new Block(width, height, depth);
    return this;
  }

  /** Of the random numbers: 0 to 2^53; 1 by default. */
  public JointHistogram seed(long value) {
    seed = value;
    return this;
  }

  /**
   * All values of an image: 0 to 256 for 8 bits, 0 to 65536 for 16 bits, the smallest to the
   * largest finite value for 32 bits (and a little more where they are equal).
   *
   * @throws IllegalArgumentException if a 32-bit image has no finite value
   */
  public static double[] fullRange(GreyImage image, int threads, ProgressListener listener) {
    NativeLibrary.load();
    BinRange range = new BinRange(0, 0);
    image.use(
        input -> {
          fullRange(input, threads, listener, range);
          return null;
        });
    return range.toArray();
  }

  /**
   * One histogram of the volume, as {@link #measureEach} counts it.
   *
   * @throws IllegalArgumentException if the extent is per slice, too
   */
  public JointHistogramResult measure(
      GreyImage first, GreyImage second, BinaryVolume mask, ProgressListener listener) {
    if (extent != Extent.VOLUME) {
      throw new IllegalArgumentException("there is a histogram for each slice; use measureEach");
    }
    return measureEach(first, second, mask, listener).get(0);
  }

  /**
   * Counts; the results are the same for every backend and number of threads. All slices have the
   * same ranges, so that their histograms can be compared.
   *
   * @param mask only its foreground is counted; or null
   * @return one histogram of the volume, or one a slice: what {@link #extent} says
   * @throws IllegalArgumentException if the sizes differ, an option is out of range, or the backend
   *     is not available
   * @throws java.util.concurrent.CancellationException if the listener stops it
   * @throws DeviceException if a GPU asked for by name fails or is too small
   * @throws OutOfMemoryError without native memory for the work
   * @throws IllegalStateException if a volume is closed or the library cannot be loaded
   */
  public List<JointHistogramResult> measureEach(
      GreyImage first, GreyImage second, BinaryVolume mask, ProgressListener listener) {
    if (first instanceof GreyInBlocks) {
      PairsInBlocks blocks = inBlocks(first.bitDepth(), second.bitDepth());
      return Collections.singletonList(
          ((GreyInBlocks) first)
              .compute(blocks, second, mask, JointHistogramResult.class, listener));
    }
    NativeLibrary.load();
    int count = extent == Extent.PER_SLICE ? first.depth() : 1;
    JointHistogramResult[] results =
        Stream.generate(JointHistogramResult::new)
            .limit(count)
            .toArray(JointHistogramResult[]::new);
    Function<VolumeInput, List<JointHistogramResult>> counting =
        maskInput ->
            first.use(
                x ->
                    second.use(
                        y -> {
                          measure(x, y, maskInput, listener, results);
                          return Arrays.asList(results);
                        }));
    return mask == null ? counting.apply(null) : mask.use(counting);
  }

  /**
   * The same of one block at a time.
   *
   * @param firstBits of a pixel of the first image: 8, 16 or 32
   * @param secondBits of the second one
   * @throws IllegalArgumentException if the extent is per slice, or colocalization is wanted
   */
  public PairsInBlocks inBlocks(int firstBits, int secondBits) {
    if (extent == Extent.PER_SLICE || colocalization) {
      throw new IllegalArgumentException(
          "slices, and colocalization, cannot be measured in blocks; leave out per_slice and"
              + " statistics=colocalization");
    }
    return new PairsInBlocks(this, firstBits, secondBits);
  }

  /** Null for all values. */
  BinRange firstRange() {
    return firstRange;
  }

  /** The same of the second image. */
  BinRange secondRange() {
    return secondRange;
  }

  /** From raw values to shown ones; native code reads the fields by name. */
  private static final class ShownLine {
    final double offset;
    final double slope;

    ShownLine(double offset, double slope) {
      this.offset = offset;
      this.slope = slope;
    }
  }

  /** Sides of blocks in voxels; native code reads the fields by name. */
  private static final class Block {
    final int width;
    final int height;
    final int depth;

    Block(int width, int height, int depth) {
      this.width = width;
      this.height = height;
      this.depth = depth;
    }
  }

  private static native void fullRange(
      GreyInput input, int threads, ProgressListener listener, BinRange range);

  /** Reads the options of this object by name and writes the fields of the results. */
  private native void measure(
      GreyInput first,
      GreyInput second,
      VolumeInput mask,
      ProgressListener listener,
      JointHistogramResult[] results);
}
