// SPDX-License-Identifier: BSD-2-Clause
package org.bitvox;

import java.util.function.BooleanSupplier;
import java.util.function.Function;

/**
 * A binary volume that need not fit the memory: operations on it are computed in blocks, by what
 * has made it, and give the same result. Pictures that they make go where that puts them.
 */
public abstract class VolumeInBlocks extends BinaryVolume {
  /** Sizes in voxels. */
  protected VolumeInBlocks(int width, int height, int depth) {
    super(width, height, depth);
  }

  /**
   * Computes an operation on all blocks.
   *
   * @param operation with its options
   * @param second a mask or another volume of the same size, in blocks too; null for none
   * @param result what it returns; a picture in it is null
   * @throws java.util.concurrent.CancellationException if the listener stops it
   */
  protected abstract <R> R compute(
      RunOptions<?> operation, BinaryVolume second, Class<R> result, ProgressListener listener);

  /**
   * The same with a grey image.
   *
   * @param grey of the same size, in blocks too; null for none
   */
  protected abstract <R> R compute(
      RunOptions<?> operation,
      BinaryVolume second,
      GreyImage grey,
      Class<R> result,
      ProgressListener listener);

  /** As of any volume, but without its slices. */
  @Override
  public abstract boolean isEmpty(ProgressListener listener);

  /** Says how a result was computed, which is made from those of blocks. */
  public static void report(RunReport run, String backend, String note) {
    run.set(backend, note);
  }

  @Override
  public void readSlice(int z, byte[] pixels, BooleanSupplier stopped) {
    throw new IllegalArgumentException("slices of an image in blocks cannot be read");
  }

  @Override
  <R> R use(Function<VolumeInput, R> body) {
    throw new IllegalArgumentException("this command cannot be computed in blocks");
  }
}
