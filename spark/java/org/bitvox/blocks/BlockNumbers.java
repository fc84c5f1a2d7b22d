// SPDX-License-Identifier: BSD-2-Clause
package org.bitvox.blocks;

import org.bitvox.BlockResult;
import org.bitvox.RunReport;

/**
 * What a block gives beside voxels.
 *
 * @param numbers of its core
 * @param run how it was computed
 */
record BlockNumbers(long[] numbers, RunReport run) {
  static BlockNumbers of(BlockResult result) {
    return new BlockNumbers(result.numbers(), result.run());
  }
}
