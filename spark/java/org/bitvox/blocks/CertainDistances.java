// SPDX-License-Identifier: BSD-2-Clause
package org.bitvox.blocks;

import java.io.IOException;
import org.bitvox.Block;
import org.bitvox.BlockDistances;

/**
 * Distances in a block, which are right if no voxel that was not read can be nearer. If one can be,
 * more is read.
 */
interface CertainDistances {
  /** Those of a block, as far as what it reads says. */
  BlockDistances in(Block block) throws IOException;

  /** Those of a block, or of one that reads more around the same core. */
  static BlockNumbers of(Block block, CertainDistances distances) throws IOException {
    Block next = block;
    while (true) {
      BlockDistances found = distances.in(next);
      next = found.next(next);
      if (next == null) {
        return new BlockNumbers(found.numbers(), found.run());
      }
    }
  }
}
