// SPDX-License-Identifier: BSD-2-Clause
package org.bitvox;

import java.util.Arrays;
import java.util.Objects;

/**
 * Convolution of grey images with finite kernels, in 32-bit floating point.
 *
 * <p>The sums are taken in one fixed order with fused multiply-adds, so the result is the same for
 * every backend and number of threads, bit for bit. NaN and infinities spread as IEEE 754 says. An
 * instance holds the options:
 *
 * <pre>{@code
 * new Convolution(Kernel.gaussian(2, 2, 2))
 *     .edges(Convolution.Edges.MIRROR)
 *     .apply(image, (z, pixels) -> stack.addSlice("", pixels), ProgressListener.NONE);
 * }</pre>
 */
public final class Convolution extends BlockwiseOptions<Convolution> {
  /** What lies beyond the faces of the image. */
  public enum Edges {
    /** The edge voxel, as in ImageJ's Convolver. */
    NEAREST,
    /** The image reflected, the edge voxel repeated. */
    MIRROR,
    /** The image repeated. */
    WRAP,
    /** Zeros. */
    ZERO
  }

  /** What the result is made of. */
  public enum ResultType {
    /** 32-bit values. */
    FLOAT,
    /** The type of the input: rounded, half up, and clamped. */
    SAME
  }

  /** How a convolution was computed. */
  public static final class Result {
    private RunReport run; // both are written by native code
    private boolean separable;

    Result() {}

    /** Whether the kernel was applied as rows along the axes. */
    public boolean separable() {
      return separable;
    }

    /** The backend that did the work, and a note about it. */
    public RunReport run() {
      return run;
    }
  }

  private final Kernel kernel;
  private Edges edges = Edges.NEAREST;
  private ResultType result = ResultType.FLOAT;

  @Override
  Convolution self() {
    return this;
  }

  /** With this kernel. */
  public Convolution(Kernel kernel) {
    this.kernel = Objects.requireNonNull(kernel);
  }

  /** Repeats the edge voxel by default. */
  public Convolution edges(Edges value) {
    edges = Objects.requireNonNull(value);
    return this;
  }

  /** 32-bit by default. */
  public Convolution result(ResultType value) {
    result = Objects.requireNonNull(value);
    return this;
  }

  /**
   * Convolves an image.
   *
   * @param receiver gets the result slice by slice, of the image's size: float[], or the type of
   *     the image
   * @throws IllegalArgumentException if the kernel or an option is out of range, or the backend is
   *     not available
   * @throws java.util.concurrent.CancellationException if the listener stops it
   * @throws DeviceException if a GPU asked for by name fails or is too small
   * @throws OutOfMemoryError without native memory for the work
   * @throws IllegalStateException if the volume is closed or the library cannot be loaded
   */
  public Result apply(GreyImage image, SliceReceiver receiver, ProgressListener listener) {
    if (image instanceof GreyInBlocks) {
      return ((GreyInBlocks) image).compute(this, Result.class, listener);
    }
    NativeLibrary.load();
    Result result = new Result();
    image.use(
        input -> {
          convolve(input, kernel, receiver, listener, result);
          return null;
        });
    return result;
  }

  // ---- One block at a time --------------------------------------------------------------------

  /**
   * Convolves one block.
   *
   * @param read what the block reads, as an image of its own
   * @param receiver gets the slices of the core
   * @throws IllegalArgumentException as apply
   */
  public BlockResult applyBlock(
      Block block, GreyImage read, SliceReceiver receiver, ProgressListener listener) {
    NativeLibrary.load();
    BlockResult result = new BlockResult();
    read.use(
        input -> {
          applyBlock(kernel, block, input, receiver, listener, result);
          return null;
        });
    return result;
  }

  /** The result of the whole, from the numbers of any blocks. Its run is empty. */
  public Result finish(Box whole, long[] numbers) {
    Result result = new Result();
    result.separable = numbers[0] != 0;
    result.run = new RunReport();
    return result;
  }

  /** Reads the options of this object by name and writes the fields of the result. */
  private native void convolve(
      GreyInput input,
      Kernel kernel,
      SliceReceiver receiver,
      ProgressListener listener,
      Result result);

  @Override
  long[] readFor(Box whole, Box core) {
    return readFor(kernel, whole, core);
  }

  @Override
  void memoryFor(Block block, BlockMemory memory) {
    memoryFor(kernel, block, memory);
  }

  @Override
  long[] addNumbers(long[] first, long[] second) {
    if (!Arrays.equals(first, second)) { // all blocks have the same kernel
      throw new IllegalArgumentException("these are not the numbers of a convolution");
    }
    return first;
  }

  private native long[] readFor(Kernel kernel, Box whole, Box core);

  private native void memoryFor(Kernel kernel, Block block, BlockMemory memory);

  private native void applyBlock(
      Kernel kernel,
      Block block,
      GreyInput input,
      SliceReceiver receiver,
      ProgressListener listener,
      BlockResult result);
}
