// SPDX-License-Identifier: BSD-2-Clause
package org.bitvox;

import java.util.Arrays;

/**
 * Curve skeleton of a volume by 3D thinning, which keeps the topology: what is connected stays
 * connected, tunnels and cavities stay.
 *
 * <p>Exactly the algorithm of K. Palagyi and A. Kuba, "A Parallel 3D 12-Subiteration Thinning
 * Algorithm", Graphical Models and Image Processing 61 (1999) 199-221. Foreground is 26-connected
 * and background 6-connected; outside the volume is background. An instance holds the options:
 *
 * <pre>{@code
 * try (Skeleton3D.Result result = new Skeleton3D().thin(volume, ProgressListener.NONE)) {
 *   byte[][] slices = result.skeleton().toSlices();
 * }
 * }</pre>
 */
public final class Skeleton3D extends BlockwiseOptions<Skeleton3D> {
  /** A curve skeleton and how it was computed. Close it when done: it owns the skeleton. */
  public static final class Result implements AutoCloseable {
    private final BitVolume skeleton;
    private RunReport run; // all that follows is written by native code
    private long voxelsBefore;
    private long voxelsAfter;
    private long[] deleted;
    private Topology topologyBefore;
    private Topology topologyAfter;

    Result(BitVolume skeleton) {
      this.skeleton = skeleton;
    }

    /** The skeleton, of the image's size; null for {@link Skeleton3D#finish}. */
    public BitVolume skeleton() {
      return skeleton;
    }

    /** Foreground voxels of the image. */
    public long voxelsBefore() {
      return voxelsBefore;
    }

    /** Voxels of the skeleton. */
    public long voxelsAfter() {
      return voxelsAfter;
    }

    /**
     * The number of rounds of 12 subiterations; the last one deleted nothing, unless {@link
     * Skeleton3D#maxRounds} ended them.
     */
    public int rounds() {
      return deleted.length;
    }

    /** The voxels deleted in each round; the last number is 0, but for the most rounds. */
    public long[] deleted() {
      return deleted.clone();
    }

    /** The topology of the image, or null unless it was asked for. */
    public Topology topologyBefore() {
      return topologyBefore;
    }

    /** The topology of the skeleton, or null unless it was asked for. */
    public Topology topologyAfter() {
      return topologyAfter;
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

  private BinaryVolume anchors;
  private boolean verify;
  private long maxRounds;

  @Override
  Skeleton3D self() {
    return this;
  }

  /** Voxels that are never deleted, a volume of the same size; null, the default, for none. */
  public Skeleton3D anchors(BinaryVolume value) {
    anchors = value;
    return this;
  }

  /** Counts the topology before and after by other means than the thinning; not by default. */
  public Skeleton3D verify(boolean value) {
    verify = value;
    return this;
  }

  /** Ends after so many rounds: 1 to 1000000, or 0, the default, when one deletes nothing. */
  public Skeleton3D maxRounds(long value) {
    maxRounds = value;
    return this;
  }

  /**
   * Thins the volume. The result is the same for every backend and number of threads.
   *
   * @throws IllegalArgumentException if an option is out of range, a volume is not binary, the
   *     volume has no foreground, the anchors have another size, or the backend is not available
   * @throws java.util.concurrent.CancellationException if the listener stops it
   * @throws DeviceException if a GPU asked for by name fails or is too small
   * @throws OutOfMemoryError without native memory for the work
   * @throws IllegalStateException if a volume is closed or the library cannot be loaded
   */
  public Result thin(BinaryVolume volume, ProgressListener listener) {
    if (volume instanceof VolumeInBlocks) {
      return ((VolumeInBlocks) volume).compute(this, anchors, Result.class, listener);
    }
    NativeLibrary.load();
    Result result = new Result(BitVolume.unset(volume));
    try {
      return volume.use(
          input ->
              anchors == null
                  ? thin(new Volumes(input, null), listener, result)
                  : anchors.use(fixed -> thin(new Volumes(input, fixed), listener, result)));
    } catch (Throwable e) {
      result.close();
      throw e;
    }
  }

  // ---- One block at a time --------------------------------------------------------------------

  /**
   * Thins one block by at most {@link #maxRounds} rounds. It reads 12 voxels more to each side for
   * each of them, and all if there is no limit. Anchors, if there are some, are of what it reads.
   *
   * <p>A volume is thinned in steps of some rounds: all blocks, each from the picture that the step
   * before has left in what it reads. A block whose core, and those of its neighbours, did not
   * change in a step, does not change in the next ones. The numbers of a step are those of its
   * blocks, {@link #add added}; those of one step {@link #then} another are put together. The
   * volume is thin when no voxel is deleted in a round: {@link #finish} then ends with 0.
   *
   * @param read what the block reads, as a volume of its own
   * @param core receives the core: a volume of its size
   * @throws IllegalArgumentException as thin, but for a volume without foreground
   */
  public BlockResult thinBlock(
      Block block, BinaryVolume read, BitVolume core, ProgressListener listener) {
    return thinBlock(block, read, anchors, core, listener);
  }

  /** The same with other anchors, which are those of what the block reads; or null. */
  public BlockResult thinBlock(
      Block block,
      BinaryVolume read,
      BinaryVolume kept,
      BitVolume core,
      ProgressListener listener) {
    NativeLibrary.load();
    block.requireCore(core);
    BlockResult result = new BlockResult();
    core.useHandle(
        handle -> {
          read.useWithin(
              kept, (input, fixed) -> thinBlock(block, input, fixed, handle, listener, result));
          return null;
        });
    return result;
  }

  /** The numbers of some rounds, and then of the rounds after them. */
  public long[] then(long[] first, long[] then) {
    NativeLibrary.load();
    return numbersAfter(first, then);
  }

  /** Whether some numbers tell of voxels that were deleted, in any round. */
  public boolean deletes(long[] numbers) {
    return Arrays.stream(numbers).skip(2).anyMatch(deleted -> deleted != 0);
  }

  /**
   * The numbers of the whole, from those of all its blocks and steps. The result has no skeleton,
   * as the voxels are those of the cores, and its run is empty. Its last number of deleted voxels
   * is 0 if the volume is thin.
   *
   * @throws IllegalArgumentException if the whole has no foreground
   */
  public Result finish(Box whole, long[] numbers) {
    NativeLibrary.load();
    Result result = new Result(null);
    finish(numbers, result);
    return result;
  }

  private Result thin(Volumes volumes, ProgressListener listener, Result result) {
    return result
        .skeleton()
        .useHandle(
            skeleton -> {
              thin(volumes, skeleton, listener, result);
              return result;
            });
  }

  /** What is thinned and what stays, or null; native code reads the fields by name. */
  private static final class Volumes {
    final VolumeInput image;
    final VolumeInput anchors;

    Volumes(VolumeInput image, VolumeInput anchors) {
      this.image = image;
      this.anchors = anchors;
    }
  }

  /** Reads the options of this object by name and writes the fields of the result. */
  private native void thin(
      Volumes volumes, long skeleton, ProgressListener listener, Result result);

  @Override
  native long[] readFor(Box whole, Box core);

  @Override
  native void memoryFor(Block block, BlockMemory memory);

  private native void thinBlock(
      Block block,
      VolumeInput input,
      VolumeInput fixed,
      long core,
      ProgressListener listener,
      BlockResult result);

  @Override
  native long[] addNumbers(long[] first, long[] second);

  private static native long[] numbersAfter(long[] first, long[] then);

  private native void finish(long[] numbers, Result result);
}
