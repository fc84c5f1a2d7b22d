// SPDX-License-Identifier: BSD-2-Clause
package org.bitvox.blocks;

import java.io.IOException;
import org.bitvox.BitVolume;
import org.bitvox.Block;
import org.bitvox.BlockResult;
import org.bitvox.Blockwise;
import org.bitvox.Box;
import org.bitvox.ProgressListener;
import org.bitvox.SliceReceiver;

/**
 * An operation whose blocks give bits.
 *
 * @param <O> the operation with its options
 */
abstract class PictureBlocks<O extends Blockwise> implements BlockOperation<O> {
  /**
   * Computes the bits of a core.
   *
   * @param second another image of what the block reads; null for none
   */
  abstract BlockResult compute(
      O options,
      Block block,
      BitVolume read,
      BitVolume second,
      BitVolume core,
      ProgressListener listener);

  @Override
  public BlockNumbers compute(O options, BlockTask task) throws IOException {
    Box box = task.block().core();
    try (BitVolume read = task.read(task.block());
        BitVolume second = task.readSecond(task.block());
        BitVolume core = new BitVolume((int) box.width(), (int) box.height(), (int) box.depth())) {
      BlockResult result = compute(options, task.block(), read, second, core, task.listener());
      write(core, task.slices());
      return BlockNumbers.of(result);
    }
  }

  /** Writes the bits of a core, if an image is wanted. */
  static void write(BitVolume core, SliceReceiver slices) {
    for (int z = 0; slices != null && z < core.depth(); z++) {
      byte[] pixels = new byte[Math.multiplyExact(core.width(), core.height())];
      core.unpackSlice(z, pixels);
      slices.accept(z, pixels);
    }
  }
}
