// SPDX-License-Identifier: BSD-2-Clause
package org.bitvox;

import java.util.Objects;

/**
 * Morphology of binary volumes with crosses, cubes and balls of any radius and of components, and
 * logic of two volumes. An instance holds the options:
 *
 * <pre>{@code
 * try (Morphology.Result result =
 *     new Morphology()
 *         .operation(Morphology.Operation.OPEN)
 *         .radius(5)
 *         .apply(volume, ProgressListener.NONE)) {
 *   byte[][] slices = result.volume().toSlices();
 * }
 * }</pre>
 *
 * <p>Literature: J. Serra, Image Analysis and Mathematical Morphology, 1982; P. Soille,
 * Morphological Image Analysis, 2003.
 */
public final class Morphology extends BlockwiseOptions<Morphology> {
  /** The largest radius, in voxels. */
  public static final int LARGEST_RADIUS = 32767;

  /** What is done with the object, which is the foreground. */
  public enum Operation {
    /** Keeps the voxels whose element lies in the object. */
    ERODE,
    /** The voxels whose element meets the object. */
    DILATE,
    /** Erodes, then dilates: the union of the elements that lie in the object. */
    OPEN,
    /** Dilates, then erodes: what no element beside the object covers. */
    CLOSE,
    /** The dilation without the erosion. */
    GRADIENT,
    /** The object without its opening. */
    WHITE_TOP_HAT,
    /** The closing without the object. */
    BLACK_TOP_HAT,
    /** Adds the background that is not joined to the border of the volume. */
    FILL_HOLES,
    /** Takes away the components that touch the border of the volume. */
    REMOVE_BORDER,
    /** Keeps the components that have a voxel of the second volume, the marker. */
    RECONSTRUCT,
    /** Keeps the components of {@link #minSize} voxels or more. */
    AREA_OPEN,
    /** Keeps the largest component; per slice, of each slice. */
    KEEP_LARGEST,
    /** Voxels of both volumes. */
    AND,
    /** Voxels of either volume. */
    OR,
    /** Voxels of one of the volumes, but not of both. */
    XOR,
    /** Voxels of the first volume that are not in the second. */
    MINUS
  }

  /** The new volume and how it was computed. Close it when done: it owns the volume. */
  public static final class Result implements AutoCloseable {
    private final BitVolume volume;
    private RunReport run; // all that follows is written by native code
    private long voxelsBefore;
    private long voxelsAfter;

    Result(BitVolume volume) {
      this.volume = volume;
    }

    /** The result, of the image's size; null for {@link Morphology#finish}. */
    public BitVolume volume() {
      return volume;
    }

    /** Foreground voxels of the image. */
    public long voxelsBefore() {
      return voxelsBefore;
    }

    /** Foreground voxels of the result. */
    public long voxelsAfter() {
      return voxelsAfter;
    }

    /** The backend that did the work, and a note about it. */
    public RunReport run() {
      return run;
    }

    /** Frees the volume. */
    @Override
    public void close() {
      if (volume != null) {
        volume.close();
      }
    }
  }

  private Operation operation = Operation.OPEN;
  private Element element = Element.BALL;
  private int radius = 1;
  private Edges edges = Edges.BACKGROUND;
  private Extent extent = Extent.VOLUME;
  private Label.Connectivity connectivity = Label.Connectivity.ALL;
  private long minSize = 1;

  @Override
  Morphology self() {
    return this;
  }

  /** Opens by default. */
  public Morphology operation(Operation value) {
    operation = Objects.requireNonNull(value);
    return this;
  }

  /** With balls by default. */
  public Morphology element(Element value) {
    element = Objects.requireNonNull(value);
    return this;
  }

  /** In voxels: 0 to {@link #LARGEST_RADIUS}, 1 by default. With 0 an element is one voxel. */
  public Morphology radius(int value) {
    radius = value;
    return this;
  }

  /**
   * Takes what is outside the volume for background by default; clipped, it is ignored. This is for
   * what erodes the object: not to dilate and to close, which always ignore it.
   */
  public Morphology edges(Edges value) {
    edges = Objects.requireNonNull(value);
    return this;
  }

  /** Works on the volume as a whole by default; per slice elements are two-dimensional. */
  public Morphology extent(Extent value) {
    extent = Objects.requireNonNull(value);
    return this;
  }

  /**
   * What joins voxels to components: all neighbours by default. Holes are joined the other way: by
   * faces, or, where objects are joined by faces, by edges and corners too.
   */
  public Morphology connectivity(Label.Connectivity value) {
    connectivity = Objects.requireNonNull(value);
    return this;
  }

  /** The least voxels of a component that an area opening keeps: 1 to 2^48, 1 by default. */
  public Morphology minSize(long value) {
    minSize = value;
    return this;
  }

  /** Works on one volume, as the other apply. */
  public Result apply(BinaryVolume volume, ProgressListener listener) {
    return apply(volume, null, listener);
  }

  /**
   * Works on a volume, or on two. The result is the same for every backend and number of threads.
   *
   * @param second of the same size: for reconstruct, and, or, xor and minus; null for the others
   * @throws IllegalArgumentException if an option is out of range, a volume is not binary, the
   *     second one is missing, not wanted or of another size, or the backend is not available
   * @throws java.util.concurrent.CancellationException if the listener stops it
   * @throws DeviceException if a GPU asked for by name fails or is too small
   * @throws OutOfMemoryError without native memory for the work
   * @throws IllegalStateException if a volume is closed or the library cannot be loaded
   */
  public Result apply(BinaryVolume volume, BinaryVolume second, ProgressListener listener) {
    if (volume instanceof VolumeInBlocks) {
      return ((VolumeInBlocks) volume).compute(this, second, Result.class, listener);
    }
    NativeLibrary.load();
    Result result = new Result(BitVolume.unset(volume));
    try {
      return volume.use(
          input ->
              second == null
                  ? apply(input, null, listener, result)
                  : second.use(other -> apply(input, other, listener, result)));
    } catch (Throwable e) {
      result.close();
      throw e;
    }
  }

  private Result apply(
      VolumeInput input, VolumeInput second, ProgressListener listener, Result result) {
    return result
        .volume()
        .useHandle(
            volume -> {
              apply(input, second, volume, listener, result);
              return result;
            });
  }

  // ---- One block at a time --------------------------------------------------------------------

  /** What is done. */
  public Operation operation() {
    return operation;
  }

  /** Whether slices are on their own. */
  public Extent extent() {
    return extent;
  }

  /**
   * What labels the components that such an operation is about, which for holes are those of the
   * background, and keeps those that an area opening keeps, or the largest.
   */
  public Label components() {
    boolean holes = operation == Operation.FILL_HOLES;
    boolean byFaces = connectivity == Label.Connectivity.FACES;
    return new Label()
        .connectivity(
            !holes ? connectivity : byFaces ? Label.Connectivity.ALL : Label.Connectivity.FACES)
        .extent(extent)
        .minSize(operation == Operation.AREA_OPEN ? minSize : 1)
        .largest(operation == Operation.KEEP_LARGEST)
        .runLike(this);
  }

  /**
   * Computes one block, of all operations but those on components.
   *
   * @param read what the block reads, as a volume of its own
   * @param second of the same size, for operations of two volumes; or null
   * @param core receives the core: a volume of its size
   * @throws IllegalArgumentException as apply
   */
  public BlockResult applyBlock(
      Block block,
      BinaryVolume read,
      BinaryVolume second,
      BitVolume core,
      ProgressListener listener) {
    NativeLibrary.load();
    block.requireCore(core);
    BlockResult result = new BlockResult();
    core.useHandle(
        handle -> {
          read.useWithin(
              second, (input, other) -> applyBlock(block, input, other, handle, listener, result));
          return null;
        });
    return result;
  }

  /**
   * The numbers of the whole, from the sum of the blocks' numbers. The result has no volume, as the
   * voxels are those of the cores, and its run is empty.
   */
  public Result finish(Box whole, long[] numbers) {
    NativeLibrary.load();
    Result result = new Result(null);
    finish(numbers, result);
    return result;
  }

  /** Reads the options of this object by name and writes the fields of the result. */
  private native void apply(
      VolumeInput input, VolumeInput second, long volume, ProgressListener listener, Result result);

  @Override
  native long[] readFor(Box whole, Box core);

  @Override
  native void memoryFor(Block block, BlockMemory memory);

  private native void applyBlock(
      Block block,
      VolumeInput input,
      VolumeInput second,
      long core,
      ProgressListener listener,
      BlockResult result);

  @Override
  native long[] addNumbers(long[] first, long[] second);

  private native void finish(long[] numbers, Result result);
}
