// SPDX-License-Identifier: BSD-2-Clause
package org.bitvox.blocks;

import java.util.Arrays;
import java.util.function.IntFunction;
import org.bitvox.Blockwise;
import org.bitvox.Label;
import org.bitvox.LabelledBlocks;
import org.bitvox.ProgressListener;

/**
 * An operation on connected components. The first step finds the parts in each block, which are
 * joined when all are known. If an image is wanted, the second one finds the parts again, in the
 * same order, and writes what they are called.
 *
 * @param <O> the operation with its options
 */
abstract class LabelSteps<O extends Blockwise> implements ImageInSecondStep<O> {
  /** What labels the components, and says which are kept. */
  abstract Label label(O options);

  @Override
  public final IntFunction<long[]> known(O options, StepResult result) {
    LabelledBlocks labelled =
        label(options).finish(result.whole(), result.numbers(), ProgressListener.NONE);
    return block -> Arrays.stream(labelled.labels(block)).asLongStream().toArray();
  }

  /** What the parts of a block are called. */
  static int[] labels(BlockTask task) {
    return Arrays.stream(task.known()).mapToInt(label -> (int) label).toArray();
  }
}
