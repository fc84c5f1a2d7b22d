// SPDX-License-Identifier: BSD-2-Clause
package org.bitvox.blocks;

import java.util.Arrays;
import java.util.function.IntFunction;
import java.util.stream.LongStream;
import org.bitvox.Block;
import org.bitvox.Blockwise;
import org.bitvox.Box;

/**
 * Which blocks a step has changed. If a step has changed nothing of what a block reads, the next
 * one reads the same and makes the same of it. This is kept before the numbers of the blocks: how
 * many these are, and 1 or 0 for each.
 */
final class QuietBlocks {
  private static final long[] QUIET = {1};
  private static final long[] NOT_QUIET = {0};

  private QuietBlocks() {}

  /** The numbers of a block, with whether it has changed. */
  static long[] with(boolean changed, long[] numbers) {
    return concatenated(new long[] {1, changed ? 1 : 0}, numbers);
  }

  /** Whether it has, for each block. */
  private static long[] changes(long[] all) {
    return Arrays.copyOfRange(all, 1, end(all));
  }

  private static int end(long[] all) {
    return 1 + Math.toIntExact(all[0]);
  }

  /** The numbers without that. */
  static long[] numbers(long[] all) {
    return Arrays.copyOfRange(all, end(all), all.length);
  }

  /** The changes of some blocks and of those after them, with the numbers of all. */
  static long[] add(long[] first, long[] second, long[] numbers) {
    long[] changes = concatenated(changes(first), changes(second));
    return concatenated(concatenated(new long[] {changes.length}, changes), numbers);
  }

  /** The same changes with other numbers. */
  static long[] of(long[] all, long[] numbers) {
    return concatenated(Arrays.copyOf(all, end(all)), numbers);
  }

  private static long[] concatenated(long[] first, long[] second) {
    return LongStream.concat(Arrays.stream(first), Arrays.stream(second)).toArray();
  }

  /** What {@link #isQuiet} is asked of, for each block of the next step. */
  static IntFunction<long[]> known(BlockGrid grid, long[] all, Blockwise operation) {
    long[] changes = changes(all);
    return number -> {
      Box read = operation.block(grid.box(), grid.core(number)).read();
      return grid.numbersIn(read).anyMatch(other -> changes[other] != 0) ? NOT_QUIET : QUIET;
    };
  }

  /** Whether what a block reads is what the step before has read. */
  static boolean isQuiet(long[] known) {
    return Arrays.equals(known, QUIET);
  }

  /** What is left to read of a block: the core. */
  static Block core(Block block) {
    return new Block(block.whole(), block.core(), block.core());
  }
}
