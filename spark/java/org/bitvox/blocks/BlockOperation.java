// SPDX-License-Identifier: BSD-2-Clause
package org.bitvox.blocks;

import java.io.IOException;
import java.util.List;
import org.bitvox.Blockwise;
import org.bitvox.Box;
import org.bitvox.RunReport;

/**
 * An operation whose blocks can be computed by different computers.
 *
 * @param <O> the operation with its options, which says what a block reads and what it takes
 */
public interface BlockOperation<O extends Blockwise> {
  /** Its name on the command line. */
  String command();

  /** The operation with its options. */
  Class<O> options();

  /** The key of the command that says how far it reaches; empty if there is none. */
  default String radius() {
    return "";
  }

  /** Keys of the command with which it cannot be computed in blocks. */
  default List<String> without() {
    return List.of();
  }

  /** Sets what only blocks need of the options. */
  default void prepare(O options) {}

  /**
   * Whether all blocks are right after a step. If they are not, the next one computes them from the
   * picture that this one has left.
   */
  default boolean isDone(O options, Box whole, long[] numbers) {
    return true;
  }

  /** The numbers of some steps, and then of the next one. */
  default long[] then(O options, long[] first, long[] next) {
    throw new IllegalStateException("it has one step");
  }

  /** Whether there may be several steps, whose pictures need a place. */
  default boolean hasSteps() {
    return false;
  }

  /** Computes a block. */
  BlockNumbers compute(O options, BlockTask task) throws IOException;

  /** The result of the whole, as the command gets it. */
  Object finish(O options, Box whole, long[] sum);

  /** How a result was computed, which is not known yet. */
  RunReport run(Object result);
}
