// SPDX-License-Identifier: BSD-2-Clause
package org.bitvox.blocks;

import java.io.IOException;
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

  /** Computes a block. */
  BlockNumbers compute(O options, BlockTask task) throws IOException;

  /** The result of the whole, as the command gets it. */
  Object finish(O options, Box whole, long[] sum);

  /** How a result was computed, which is not known yet. */
  RunReport run(Object result);
}
