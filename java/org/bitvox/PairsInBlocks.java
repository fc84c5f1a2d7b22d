// SPDX-License-Identifier: BSD-2-Clause
package org.bitvox;

import java.util.Arrays;
import java.util.function.Function;

/**
 * A {@link JointHistogram} one block at a time. A block reads its core alone. Where an image has
 * pixels of 32 bits, blocks are of whole slices, whose sums are added in the order of the blocks.
 *
 * <p>A range that is not given is that of all values. It is known for 8 and 16 bits; for 32 bits
 * all blocks are looked through before any is counted.
 */
public final class PairsInBlocks extends BlockwiseOptions<PairsInBlocks> {
  private final JointHistogram options; // native code reads it
  private final boolean wholeSlices;

  /** With those options, which get their ranges. */
  PairsInBlocks(JointHistogram options, int firstBits, int secondBits) {
    this.options = options;
    wholeSlices = firstBits == Float.SIZE || secondBits == Float.SIZE;
    runLike(options);
    if (options.firstRange() == null && firstBits != Float.SIZE) {
      options.firstRange(0, 1 << firstBits);
    }
    if (options.secondRange() == null && secondBits != Float.SIZE) {
      options.secondRange(0, 1 << secondBits);
    }
  }

  @Override
  PairsInBlocks self() {
    return this;
  }

  // ---- Ranges ----------------------------------------------------------------------------------

  /** Whether ranges have to be found first, by {@link #measureRanges}. */
  public boolean needsRanges() {
    return options.firstRange() == null || options.secondRange() == null;
  }

  /** The finite values of a block, of which {@link #addRanges} makes those of all. */
  public BlockResult measureRanges(GreyVolume first, GreyVolume second, ProgressListener listener) {
    double[] one = finite(options.firstRange() == null, first, listener);
    double[] other = finite(options.secondRange() == null, second, listener);
    return new BlockResult(longs(one[0], one[1], other[0], other[1]));
  }

  private double[] finite(boolean wanted, GreyVolume image, ProgressListener listener) {
    NativeLibrary.load();
    BinRange range = new BinRange(0, 0);
    return wanted
        ? image.use(
            input -> {
              finiteRange(input, options.threads(), listener, range);
              return range.toArray();
            })
        : range.toArray();
  }

  /** The numbers of two blocks of {@link #measureRanges} together. */
  public long[] addRanges(long[] first, long[] second) {
    double[] one = doubles(first);
    double[] other = doubles(second);
    return longs(
        Math.min(one[0], other[0]),
        Math.max(one[1], other[1]),
        Math.min(one[2], other[2]),
        Math.max(one[3], other[3]));
  }

  /**
   * Takes the ranges that were not given.
   *
   * @param numbers of all blocks of {@link #measureRanges}
   * @throws IllegalArgumentException if an image has no finite value
   */
  public PairsInBlocks ranges(long[] numbers) {
    double[] found = doubles(numbers);
    if (options.firstRange() == null) {
      double[] range = full(found[0], found[1], true);
      options.firstRange(range[0], range[1]);
    }
    if (options.secondRange() == null) {
      double[] range = full(found[2], found[3], false);
      options.secondRange(range[0], range[1]);
    }
    return this;
  }

  private static double[] full(double low, double high, boolean isFirst) {
    NativeLibrary.load();
    BinRange range = new BinRange(0, 0);
    fullRange(low, high, isFirst, range);
    return range.toArray();
  }

  private static long[] longs(double... values) {
    return Arrays.stream(values).mapToLong(Double::doubleToRawLongBits).toArray();
  }

  private static double[] doubles(long[] bits) {
    if (bits.length != 4) {
      throw new IllegalArgumentException("these are not the ranges of a block");
    }
    return Arrays.stream(bits).mapToDouble(Double::longBitsToDouble).toArray();
  }

  // ---- Pairs -----------------------------------------------------------------------------------

  /**
   * Counts in one block. All ranges are known.
   *
   * @param first what the block reads of the first image, as an image of its own
   * @param second the same of the second one
   * @param mask the same of a mask; or null. All blocks have one, or none
   * @throws IllegalArgumentException as {@link JointHistogram#measureEach}
   */
  public BlockResult measureBlock(
      GreyVolume first, GreyVolume second, BinaryVolume mask, ProgressListener listener) {
    NativeLibrary.load();
    BlockResult result = new BlockResult();
    Function<VolumeInput, BlockResult> counting =
        maskInput ->
            first.use(
                x ->
                    second.use(
                        y -> {
                          measureBlock(options, x, y, maskInput, listener, result);
                          return result;
                        }));
    return mask == null ? counting.apply(null) : mask.use(counting);
  }

  /** The result of the whole, from the sum of the blocks' numbers. Its run is empty. */
  public JointHistogramResult finish(long[] numbers) {
    NativeLibrary.load();
    JointHistogramResult result = new JointHistogramResult();
    finish(options, numbers, result);
    return result;
  }

  @Override
  long[] readFor(Box whole, Box core) {
    Box flat = wholeSlices ? whole : core; // along x and y
    return new long[] {flat.x(), flat.y(), core.z(), flat.width(), flat.height(), core.depth()};
  }

  @Override
  void memoryFor(Block block, BlockMemory memory) {
    memoryFor(options, block, memory);
  }

  private static native void memoryFor(JointHistogram options, Block block, BlockMemory memory);

  @Override
  native long[] addNumbers(long[] first, long[] second);

  private static native void finiteRange(
      GreyInput input, int threads, ProgressListener listener, BinRange range);

  private static native void fullRange(double low, double high, boolean isFirst, BinRange range);

  private static native void measureBlock(
      JointHistogram options,
      GreyInput first,
      GreyInput second,
      VolumeInput mask,
      ProgressListener listener,
      BlockResult result);

  private static native void finish(
      JointHistogram options, long[] numbers, JointHistogramResult result);
}
