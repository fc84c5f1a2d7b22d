// SPDX-License-Identifier: BSD-2-Clause
package org.bitvox;

import java.util.Objects;

/**
 * Skeleton of every slice on its own, by parallel thinning: lines one pixel wide in the middle of
 * the objects. Outside a slice is background.
 *
 * <pre>{@code
 * try (Skeleton2D.Result result =
 *     new Skeleton2D().rule(Rule.IMAGEJ).thin(volume, ProgressListener.NONE)) {
 *   byte[][] slices = result.skeleton().toSlices();
 * }
 * }</pre>
 */
public final class Skeleton2D extends BlockwiseOptions<Skeleton2D> {
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

  /**
   * The skeletons of the slices and how they were computed; numbers are summed over the slices.
   * Close it when done: it owns the skeleton.
   */
  public static final class Result implements AutoCloseable {
    private final BitVolume skeleton;
    private RunReport run; // all that follows is written by native code
    private long pixelsBefore;
    private long pixelsAfter;
    private long objectsBefore;
    private long objectsAfter;
    private long iterations;

    Result(BitVolume skeleton) {
      this.skeleton = skeleton;
    }

    /** The skeleton, of the image's size; null for {@link Skeleton2D#finish}. */
    public BitVolume skeleton() {
      return skeleton;
    }

    /** Foreground pixels of the image. */
    public long pixelsBefore() {
      return pixelsBefore;
    }

    /** Foreground pixels of the skeleton. */
    public long pixelsAfter() {
      return pixelsAfter;
    }

    /** 8-connected objects of the slices of the image. */
    public long objectsBefore() {
      return objectsBefore;
    }

    /** 8-connected objects of the slices of the skeleton. */
    public long objectsAfter() {
      return objectsAfter;
    }

    /**
     * How often the passes of the rule were repeated on the slowest slice, the last time without
     * effect.
     */
    public long iterations() {
      return iterations;
    }

    /** The backend that did the work, and a note about it. */
    public RunReport run() {
      return run;
    }

    /** Frees the skeleton. */
    @Override
    public void close() {
      if (skeleton != null) {
        skeleton.close();
      }
    }
  }

  private Rule rule = Rule.GUO_HALL;

  @Override
  Skeleton2D self() {
    return this;
  }

  /** Thins by Guo and Hall's rule by default. */
  public Skeleton2D rule(Rule value) {
    rule = Objects.requireNonNull(value);
    return this;
  }

  /**
   * Thins the slices. The result is the same for every backend and number of threads.
   *
   * @throws IllegalArgumentException if an option is out of range, the volume is not binary or has
   *     no foreground, or the backend is not available
   * @throws java.util.concurrent.CancellationException if the listener stops it
   * @throws DeviceException if a GPU asked for by name fails or is too small
   * @throws OutOfMemoryError without native memory for the work
   * @throws IllegalStateException if the volume is closed or the library cannot be loaded
   */
  public Result thin(BinaryVolume volume, ProgressListener listener) {
    if (volume instanceof VolumeInBlocks) {
      return ((VolumeInBlocks) volume).compute(this, null, Result.class, listener);
    }
    NativeLibrary.load();
    Result result = new Result(BitVolume.unset(volume));
    try {
      return volume.use(
          input ->
              result
                  .skeleton()
                  .useHandle(
                      skeleton -> {
                        thin(input, skeleton, listener, result);
                        return result;
                      }));
    } catch (Throwable e) {
      result.close();
      throw e;
    }
  }

  // ---- One block at a time --------------------------------------------------------------------

  /**
   * Thins one block.
   *
   * @param read what the block reads, as a volume of its own: whole slices
   * @param core receives the core: a volume of its size
   * @throws IllegalArgumentException as thin, but for a volume without foreground
   */
  public BlockResult thinBlock(
      Block block, BinaryVolume read, BitVolume core, ProgressListener listener) {
    NativeLibrary.load();
    block.requireCore(core);
    BlockResult result = new BlockResult();
    core.useHandle(
        handle ->
            read.use(
                input -> {
                  thinBlock(block, input, handle, listener, result);
                  return null;
                }));
    return result;
  }

  /**
   * The numbers of the whole, from the sum of the blocks' numbers. The result has no skeleton, as
   * the voxels are those of the cores, and its run is empty.
   *
   * @throws IllegalArgumentException if the whole has no foreground
   */
  public Result finish(Box whole, long[] numbers) {
    NativeLibrary.load();
    Result result = new Result(null);
    finish(numbers, result);
    return result;
  }

  /** Reads the options of this object by name and writes the fields of the result. */
  private native void thin(
      VolumeInput input, long skeleton, ProgressListener listener, Result result);

  @Override
  native long[] readFor(Box whole, Box core);

  @Override
  native void memoryFor(Block block, BlockMemory memory);

  private native void thinBlock(
      Block block, VolumeInput input, long core, ProgressListener listener, BlockResult result);

  @Override
  native long[] addNumbers(long[] first, long[] second);

  private native void finish(long[] numbers, Result result);
}
