// SPDX-License-Identifier: BSD-2-Clause
package org.bitvox;

import java.util.function.Function;

/** A grey image that need not fit the memory, as a {@link VolumeInBlocks} is a binary one. */
public abstract class GreyInBlocks extends GreyImage {
  /** Sizes in voxels; bits are 8, 16 or 32. */
  protected GreyInBlocks(int width, int height, int depth, int bitDepth) {
    super(width, height, depth, bitDepth);
  }

  /**
   * Computes an operation on all blocks.
   *
   * @param operation with its options
   * @param result what it returns
   * @throws java.util.concurrent.CancellationException if the listener stops it
   */
  protected abstract <R> R compute(
      RunOptions<?> operation, Class<R> result, ProgressListener listener);

  /**
   * The same of an operation on two images.
   *
   * @param second of the same size, in blocks too
   * @param mask of the same size, in blocks too; null for none
   */
  protected abstract <R> R compute(
      RunOptions<?> operation,
      GreyImage second,
      BinaryVolume mask,
      Class<R> result,
      ProgressListener listener);

  @Override
  <R> R use(Function<GreyInput, R> body) {
    throw new IllegalArgumentException("this command cannot be computed in blocks");
  }
}
