// SPDX-License-Identifier: BSD-2-Clause
package org.bitvox.blocks;

import org.bitvox.BlockResult;
import org.bitvox.RunReport;

/**
 * What a block gives beside voxels.
 *
 * @param numbers of its core
 * @param backend that did the work; empty if there was none to do
 * @param note about it, or empty
 */
record BlockNumbers(long[] numbers, String backend, String note) {
  BlockNumbers(long[] numbers, RunReport run) {
    this(numbers, run.backend(), run.note());
  }

  static BlockNumbers of(BlockResult result) {
    return new BlockNumbers(result.numbers(), result.run());
  }
}
