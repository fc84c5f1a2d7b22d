// SPDX-License-Identifier: BSD-2-Clause
package org.bitvox;

import java.util.Objects;

/**
 * Skeleton of every slice on its own, by parallel thinning: lines one pixel wide in the middle of
 * the objects. Outside a slice is background.
 *
 * <pre>{@code
 * try (BitVolume skeleton = new BitVolume(volume.width(), volume.height(), volume.depth())) {
 *   Skeleton2dResult result =
 *       new Skeleton2d().rule(Rule.IMAGEJ).thin(volume, skeleton, ProgressListener.NONE);
 * }
 * }</pre>
 */
public final class Skeleton2d {
  /** Which pixels are deleted. */
  public enum Rule {
    /**
     * Two subiterations; keeps the topology. Z. Guo, R. W. Hall, "Parallel thinning with
     * two-subiteration algorithms", Communications of the ACM 32 (1989) 359-373.
     */
    GUO_HALL,
    /**
     * Hilditch's rule with all pixels at once; objects that become a single 2 x 2 square vanish. As
     * in S. Kashani-Akhavan, "Parallel binary image skeletonization with CUDA", 2017.
     */
    HILDITCH,
    /** Pixel for pixel what Process &gt; Binary &gt; Skeletonize makes on a black background. */
    IMAGEJ
  }

  private Rule rule = Rule.GUO_HALL;
  private String backend = "auto";
  private int threads;

  /** Thins by Guo and Hall's rule by default. */
  public Skeleton2d rule(Rule value) {
    rule = Objects.requireNonNull(value);
    return this;
  }

  /** One of auto, cuda, avx512, avx2, scalar; auto by default. */
  public Skeleton2d backend(String value) {
    backend = Objects.requireNonNull(value);
    return this;
  }

  /** Threads of the CPU; 0, the default, for all cores. */
  public Skeleton2d threads(int value) {
    threads = value;
    return this;
  }

  /**
   * Thins the slices. The result is the same for every backend and number of threads.
   *
   * @param skeleton receives the skeleton, when it is complete; of the same size; may be the volume
   * @throws IllegalArgumentException if the sizes differ, an option is out of range, the volume is
   *     not binary or has no foreground, or the backend is not available
   * @throws java.util.concurrent.CancellationException if the listener stops it
   * @throws DeviceException if a GPU asked for by name fails or is too small
   * @throws OutOfMemoryError without native memory for the work
   * @throws IllegalStateException if a volume is closed or the library cannot be loaded
   */
  public Skeleton2dResult thin(BinaryVolume volume, BitVolume skeleton, ProgressListener listener) {
    NativeLibrary.load();
    String[] report = new String[2];
    long[] numbers =
        skeleton.useHandle(
            handle ->
                volume.use(
                    input ->
                        thin(input, handle, rule.ordinal(), backend, threads, listener, report)));
    return new Skeleton2dResult(numbers, report[0], report[1]);
  }

  private static native long[] thin(
      VolumeInput input,
      long skeleton,
      int rule,
      String backend,
      int threads,
      ProgressListener listener,
      String[] report);
}
