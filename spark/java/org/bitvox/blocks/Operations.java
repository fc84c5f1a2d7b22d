// SPDX-License-Identifier: BSD-2-Clause
package org.bitvox.blocks;

import java.util.List;
import org.bitvox.Blockwise;

/** What can be computed in blocks. */
final class Operations {
  private static final List<BlockOperation<?>> ALL = List.of(new GranulometryBlocks());

  private Operations() {}

  /**
   * That of an operation with its options.
   *
   * @throws IllegalArgumentException if there is none
   */
  @SuppressWarnings("unchecked") // the class says which it is
  static <O extends Blockwise> BlockOperation<O> of(O options) {
    for (BlockOperation<?> operation : ALL) {
      if (operation.options() == options.getClass()) {
        return (BlockOperation<O>) operation;
      }
    }
    throw none();
  }

  /** Whether a command can be computed in blocks, as far as its name says it. */
  static boolean has(String command) {
    return ALL.stream().anyMatch(operation -> operation.command().equals(command));
  }

  static IllegalArgumentException none() {
    return new IllegalArgumentException("this command cannot be computed in blocks");
  }
}
