// SPDX-License-Identifier: BSD-2-Clause
package org.bitvox.blocks;

import java.io.IOException;
import java.util.function.IntFunction;
import org.bitvox.BitVolume;
import org.bitvox.Blockwise;
import org.bitvox.LocalThickness;

/**
 * Balls: the first step finds how large the largest is, from {@link CertainDistances distances}.
 * The second one reads as far around each core as such a ball reaches, with what it touches.
 *
 * @param <O> the operation with its options
 */
interface BallBlocks<O extends Blockwise> extends BlockOperation<O> {
  /** What measures the radius of the largest ball in a block. */
  LocalThickness balls(O options);

  /** That of the largest ball of all, or slightly more, from the numbers of all blocks. */
  double largestRadius(O options, long[] numbers);

  /** The operation that knows it. */
  O withRadius(O options, double radius);

  /** Computes a block of the second step. */
  BlockNumbers measure(O options, BlockTask task) throws IOException;

  @Override
  default Blockwise blocks(O options, int step, long[] known) {
    return step == 0
        ? balls(options).radiusBlocks()
        : withRadius(options, Double.longBitsToDouble(known[0]));
  }

  @Override
  default boolean isDone(O options, StepResult result) {
    return result.step() == 1;
  }

  @Override
  default IntFunction<long[]> known(O options, StepResult result) {
    long[] radius = {Double.doubleToLongBits(largestRadius(options, result.numbers()))};
    return block -> radius;
  }

  @Override
  default String remark() {
    return "Then: once more, with twice the radius of the largest ball around a block\n";
  }

  @Override
  default BlockNumbers compute(O options, BlockTask task) throws IOException {
    return task.step() == 0
        ? CertainDistances.of(
            task.block(),
            block -> {
              try (BitVolume read = task.read(block)) {
                return balls(options).measureRadius(block, read, task.listener());
              }
            })
        : measure(options, task);
  }
}
