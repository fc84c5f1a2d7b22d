// SPDX-License-Identifier: BSD-2-Clause
package org.bitvox;

import java.util.Objects;
import java.util.function.Function;

/**
 * Joint histogram: how often each pair of values occurs at the same voxel of two grey images.
 *
 * <p>A value v lies in bin floor((v - low) * bins / (high - low)); high itself lies in the last
 * bin. Values outside low to high are not counted. Ranges and thresholds are raw pixel values. An
 * instance holds the options:
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
public final class JointHistogram {
  /** The smallest number of bins along an axis. */
  public static final int FEWEST_BINS = 2;

  /** The largest number of bins along an axis. */
  public static final int MOST_BINS = 4096;

  private int firstBins = 256;
  private int secondBins = 256;
  private double[] firstRange;
  private double[] secondRange;
  private double firstThreshold;
  private double secondThreshold;
  private String backend = "auto";
  private int threads;

  /** Bins of the first and of the second image, 256 by default. */
  public JointHistogram bins(int first, int second) {
    firstBins = first;
    secondBins = second;
    return this;
  }

  /** The values of the first image that are counted; {@link #fullRange} by default. */
  public JointHistogram firstRange(double low, double high) {
    firstRange = new double[] {low, high};
    return this;
  }

  /** The values of the second image that are counted; {@link #fullRange} by default. */
  public JointHistogram secondRange(double low, double high) {
    secondRange = new double[] {low, high};
    return this;
  }

  /** Manders' coefficients are taken where the other image is above its threshold; 0 by default. */
  public JointHistogram thresholds(double first, double second) {
    firstThreshold = first;
    secondThreshold = second;
    return this;
  }

  /** One of auto, cuda, avx512, avx2, scalar; auto by default. */
  public JointHistogram backend(String value) {
    backend = Objects.requireNonNull(value);
    return this;
  }

  /** Threads of the CPU; 0, the default, for all cores. */
  public JointHistogram threads(int value) {
    threads = value;
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
    double[] range = new double[2];
    image.use(
        input -> {
          fullRange(input, threads, listener, range);
          return null;
        });
    return range;
  }

  /**
   * Counts. The result is the same for every backend and number of threads.
   *
   * @param mask only its foreground is counted; or null
   * @throws IllegalArgumentException if the sizes differ, an option is out of range, or the backend
   *     is not available
   * @throws java.util.concurrent.CancellationException if the listener stops it
   * @throws DeviceException if a GPU asked for by name fails or is too small
   * @throws OutOfMemoryError without native memory for the work
   * @throws IllegalStateException if a volume is closed or the library cannot be loaded
   */
  public JointHistogramResult measure(
      GreyImage first, GreyImage second, BinaryVolume mask, ProgressListener listener) {
    NativeLibrary.load();
    double[] a = firstRange == null ? fullRange(first, threads, listener) : firstRange;
    double[] b = secondRange == null ? fullRange(second, threads, listener) : secondRange;
    Function<VolumeInput, JointHistogramResult> counting =
        maskInput -> first.use(x -> second.use(y -> measure(x, y, maskInput, a, b, listener)));
    return mask == null ? counting.apply(null) : mask.use(counting);
  }

  private JointHistogramResult measure(
      GreyInput first,
      GreyInput second,
      VolumeInput mask,
      double[] a,
      double[] b,
      ProgressListener listener) {
    long[] totals = new long[3];
    double[] statistics = new double[JointHistogramResult.STATISTICS];
    String[] report = new String[2];
    long[] counts =
        measure(
            first,
            second,
            mask,
            firstBins,
            secondBins,
            a[0],
            a[1],
            b[0],
            b[1],
            firstThreshold,
            secondThreshold,
            backend,
            threads,
            listener,
            totals,
            statistics,
            report);
    return new JointHistogramResult(firstBins, a, b, counts, totals, statistics, report);
  }

  private static native void fullRange(
      GreyInput input, int threads, ProgressListener listener, double[] range);

  private static native long[] measure(
      GreyInput first,
      GreyInput second,
      VolumeInput mask,
      int firstBins,
      int secondBins,
      double firstLow,
      double firstHigh,
      double secondLow,
      double secondHigh,
      double firstThreshold,
      double secondThreshold,
      String backend,
      int threads,
      ProgressListener listener,
      long[] totals,
      double[] statistics,
      String[] report);
}
