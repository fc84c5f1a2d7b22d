// SPDX-License-Identifier: BSD-2-Clause
package org.bitvox;

import java.util.Arrays;
import java.util.Objects;
import java.util.function.Function;

/**
 * Connected components: gives every object of a binary volume a label, measures it, and drops those
 * that are too small, too large or cut by the border.
 *
 * <p>Labels 1, 2, ... are in raster order of the objects' first voxels (x fastest, then y, then z),
 * those of dropped objects left out. An instance holds the options:
 *
 * <pre>{@code
 * try (Label.Result result =
 *     new Label().minSize(50).noBorder(true).label(volume, labels, ProgressListener.NONE)) {
 *   System.out.println(result.kept() + " of " + result.found());
 * }
 * }</pre>
 *
 * <p>Literature: A. Rosenfeld, J. L. Pfaltz, "Sequential operations in digital picture processing",
 * Journal of the ACM 13 (1966) 471-494; L. He, Y. Chao, K. Suzuki, "A run-based two-scan labeling
 * algorithm", IEEE Transactions on Image Processing 17 (2008) 749-756.
 */
public final class Label extends BlockwiseOptions<Label> {
  /** Which voxels are joined. */
  public enum Connectivity {
    /** Those that touch by a face: 6 neighbours, 4 in slices. */
    FACES,
    /** By a face or an edge: 18 neighbours, 8 in slices. */
    EDGES,
    /** By a face, an edge or a corner: 26 neighbours, 8 in slices. */
    ALL
  }

  /** What labels are written as. */
  public enum Pixels {
    /**
     * What ImageJ can show: short[] for up to 65,535 objects, float[] for up to 16,777,216; more
     * are refused.
     */
    IMAGE,
    /** int[]. */
    INTEGER
  }

  /** The objects of a volume. Close it when done: it owns the binary result, if there is one. */
  public static final class Result implements AutoCloseable {
    private final BitVolume binary;
    private LabelObjects objects; // all that follows is written by native code
    private RunReport run;
    private long found;
    private long kept;
    private long voxels;

    Result(BitVolume binary) {
      this.binary = binary;
    }

    /** The objects that are left, of the image's size; null unless it was asked for. */
    public BitVolume binary() {
      return binary;
    }

    /** Objects before any was dropped. */
    public long found() {
      return found;
    }

    /** How many are left. */
    public long kept() {
      return kept;
    }

    /** The voxels of these; 0 unless they were measured. */
    public long voxels() {
      return voxels;
    }

    /** Those that are left; null unless they were measured. */
    public LabelObjects objects() {
      return objects;
    }

    /** The backend that did the work, and a note about it. */
    public RunReport run() {
      return run;
    }

    /** Frees the binary result. */
    @Override
    public void close() {
      if (binary != null) {
        binary.close();
      }
    }
  }

  private Connectivity connectivity = Connectivity.ALL;
  private Extent extent = Extent.VOLUME;
  private Pixels pixels = Pixels.IMAGE;
  private long minSize = 1;
  private long maxSize;
  private boolean largest;
  private boolean noBorder;
  private Spacing spacing = new Spacing();
  private boolean binary;
  private boolean objects;
  private GreyImage second;

  @Override
  Label self() {
    return this;
  }

  /** All 26 neighbours by default. */
  public Label connectivity(Connectivity value) {
    connectivity = Objects.requireNonNull(value);
    return this;
  }

  /** Objects go through slices by default; per slice they end there, and labels go on. */
  public Label extent(Extent value) {
    extent = Objects.requireNonNull(value);
    return this;
  }

  /** What ImageJ can show by default. */
  public Label pixels(Pixels value) {
    pixels = Objects.requireNonNull(value);
    return this;
  }

  /** Drops objects of fewer voxels: 1, the default, which drops none, to 2^48. */
  public Label minSize(long value) {
    minSize = value;
    return this;
  }

  /** Drops objects of more voxels: to 2^48; 0, the default, drops none. */
  public Label maxSize(long value) {
    maxSize = value;
    return this;
  }

  /** Keeps only the largest of those that are left, of equal ones the first; not by default. */
  public Label largest(boolean value) {
    largest = value;
    return this;
  }

  /** Drops objects that touch a face of the volume, or an edge of their slice; not by default. */
  public Label noBorder(boolean value) {
    noBorder = value;
    return this;
  }

  /** The size of a voxel, in any unit, for surfaces; 1 by default. */
  public Label spacing(double x, double y, double z) {
    spacing = new Spacing(x, y, z);
    return this;
  }

  /** Whether the objects that are left are wanted as a volume too; not by default. */
  public Label binary(boolean value) {
    binary = value;
    return this;
  }

  /**
   * Whether the objects that are left are measured, which takes longer than to label them; not by
   * default, unless there is a second image.
   */
  public Label objects(boolean value) {
    objects = value;
    return this;
  }

  /** An image of the same size whose values are measured in the objects; null for none. */
  public Label second(GreyImage value) {
    second = value;
    return this;
  }

  /**
   * Labels the volume. The result is the same for every backend and number of threads.
   *
   * @param labels receives the labels, 0 for background and dropped objects; or null
   * @throws IllegalArgumentException if an option is out of range, the volume is not binary, the
   *     second image has another size, the labels do not fit the pixels, or the backend is not
   *     available
   * @throws java.util.concurrent.CancellationException if the listener stops it
   * @throws DeviceException if a GPU asked for by name fails or is too small
   * @throws OutOfMemoryError without native memory for the work
   * @throws IllegalStateException if a volume is closed or the library cannot be loaded
   */
  public Result label(BinaryVolume volume, SliceReceiver labels, ProgressListener listener) {
    if (volume instanceof VolumeInBlocks) {
      if (second != null && second.bitDepth() == Float.SIZE) {
        throw new IllegalArgumentException(
            "in blocks the second image must have whole numbers of 8 or 16 bits without a sign, as"
                + " means of others depend on the order of their sums; convert it, or use"
                + " windows=");
      }
      return ((VolumeInBlocks) volume).compute(this, null, second, Result.class, listener);
    }
    NativeLibrary.load();
    Result result = new Result(binary ? BitVolume.unset(volume) : null);
    try {
      volume.use(
          image ->
              second == null
                  ? label(image, null, labels, listener, result)
                  : second.use(values -> label(image, values, labels, listener, result)));
      if (!isMeasured()) {
        result.objects = null;
      }
      return result;
    } catch (Throwable e) {
      result.close();
      throw e;
    }
  }

  private Result label(
      VolumeInput image,
      GreyInput values,
      SliceReceiver labels,
      ProgressListener listener,
      Result result) {
    if (result.binary() == null) {
      label(new Inputs(image, values, 0, isMeasured()), labels, listener, result);
      return result;
    }
    return result
        .binary()
        .useHandle(
            handle -> {
              label(new Inputs(image, values, handle, isMeasured()), labels, listener, result);
              return result;
            });
  }

  // ---- One block at a time --------------------------------------------------------------------

  /**
   * Finds the parts of objects in one block, which reads one voxel more towards higher x, y and z.
   * When the numbers are {@link #add added}, here the order counts: blocks are numbered as they are
   * added, for {@link LabelledBlocks#labels}.
   *
   * @param read what the block reads, as a volume of its own
   */
  public BlockResult findInBlock(Block block, BinaryVolume read, ProgressListener listener) {
    NativeLibrary.load();
    BlockResult result = new BlockResult();
    read.use(
        input -> {
          findInBlock(block, input, listener, result);
          return null;
        });
    return result;
  }

  /**
   * Joins the parts of all blocks: labels are those of the whole, 1, 2, ... in the order of the
   * objects' first voxels. Filters hold.
   *
   * @throws IllegalArgumentException if blocks lack
   */
  public LabelledBlocks finish(Box whole, long[] numbers, ProgressListener listener) {
    NativeLibrary.load();
    LabelledBlocks result = new LabelledBlocks();
    finish(whole, numbers, listener, result);
    return result;
  }

  /**
   * The result of the whole with its table, from the numbers of {@link #labelBlock} together. It
   * has no binary volume, and its run is empty.
   *
   * @throws IllegalArgumentException if the numbers are those of something else
   */
  public Result finishObjects(Box whole, LabelledBlocks blocks, long[] numbers) {
    NativeLibrary.load();
    Result result = new Result(null);
    result.found = blocks.found();
    result.kept = blocks.kept();
    result.objects = new LabelObjects();
    finishObjects(whole, blocks.kept(), numbers, second != null, result.objects);
    result.voxels = Arrays.stream(blocks.voxels()).sum();
    result.run = new RunReport();
    return result;
  }

  /**
   * Hands out the labels of one block. Its numbers are what it knows of its {@link #objects}, if
   * they are measured: {@link #addObjects}.
   *
   * @param read as for findInBlock
   * @param labels of the parts in this block: {@link LabelledBlocks#labels}
   * @param receiver gets the slices of the core: int[], or byte[] with 255 for objects that are
   *     left if a binary result is wanted; null for none
   * @throws IllegalArgumentException if there are not as many labels as parts
   */
  public BlockResult labelBlock(
      Block block,
      BinaryVolume read,
      int[] labels,
      SliceReceiver receiver,
      ProgressListener listener) {
    return labelBlock(block, read, labels, null, receiver, listener);
  }

  /**
   * The same with a second image.
   *
   * @param values what the block reads of it, of 8 or 16 bits; null for none
   * @throws IllegalArgumentException if they have 32 bits, too
   */
  public BlockResult labelBlock(
      Block block,
      BinaryVolume read,
      int[] labels,
      GreyImage values,
      SliceReceiver receiver,
      ProgressListener listener) {
    NativeLibrary.load();
    BlockResult result = new BlockResult();
    SliceReceiver slices = binary && receiver != null ? asMask(receiver) : receiver;
    Function<GreyInput, BlockResult> labelling =
        grey ->
            read.use(
                input -> {
                  labelBlock(block, input, labels, grey, isMeasured(), slices, listener, result);
                  return result;
                });
    return values == null ? labelling.apply(null) : values.use(labelling);
  }

  /** What two blocks, or sums of some, know of their objects; the order does not matter. */
  public static native long[] addObjects(long[] first, long[] second);

  private static SliceReceiver asMask(SliceReceiver receiver) {
    return (slice, pixels) -> {
      int[] labels = (int[]) pixels;
      byte[] mask = new byte[labels.length];
      for (int i = 0; i < labels.length; i++) {
        mask[i] = (byte) (labels[i] == 0 ? 0 : 255);
      }
      receiver.accept(slice, mask);
    };
  }

  private boolean isMeasured() {
    return objects || second != null;
  }

  /**
   * What is read, the volume for the binary result or 0, and whether objects are measured; native
   * code reads the fields.
   */
  private static final class Inputs {
    final VolumeInput image;
    final GreyInput second;
    final long binary;
    final boolean objects;

    Inputs(VolumeInput image, GreyInput second, long binary, boolean objects) {
      this.image = image;
      this.second = second;
      this.binary = binary;
      this.objects = objects;
    }
  }

  /** Reads the options of this object by name and writes the fields of the result. */
  private native void label(
      Inputs inputs, SliceReceiver labels, ProgressListener listener, Result result);

  @Override
  native long[] readFor(Box whole, Box core);

  @Override
  native void memoryFor(Block block, BlockMemory memory);

  private native void findInBlock(
      Block block, VolumeInput input, ProgressListener listener, BlockResult result);

  @Override
  native long[] addNumbers(long[] first, long[] second);

  private native void finish(
      Box whole, long[] numbers, ProgressListener listener, LabelledBlocks result);

  private native void labelBlock(
      Block block,
      VolumeInput input,
      int[] labels,
      GreyInput second,
      boolean objects,
      SliceReceiver receiver,
      ProgressListener listener,
      BlockResult result);

  private native void finishObjects(
      Box whole, long count, long[] numbers, boolean values, LabelObjects result);
}
