// SPDX-License-Identifier: BSD-2-Clause
package org.bitvox.blocks;

import org.bitvox.Blockwise;

/**
 * All numbers come from the first step. If an image is wanted, a second one writes it, by what all
 * blocks have given.
 *
 * @param <O> the operation with its options
 */
interface ImageInSecondStep<O extends Blockwise> extends BlockOperation<O> {
  @Override
  default boolean isDone(O options, StepResult result) {
    return result.step() == 1 || !result.hasImage();
  }

  @Override
  default long[] then(O options, long[] first, long[] next) {
    return first;
  }
}
