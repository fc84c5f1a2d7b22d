// SPDX-License-Identifier: BSD-2-Clause
package org.bitvox.blocks;

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
  /** Computes the bits of a core. */
  abstract BlockResult compute(
      O options, Block block, BitVolume read, BitVolume core, ProgressListener listener);

  @Override
  public final BlockResult compute(
      O options, Block block, BitVolume read, SliceReceiver slices, ProgressListener listener) {
    Box box = block.core();
    try (BitVolume core = new BitVolume((int) box.width(), (int) box.height(), (int) box.depth())) {
      BlockResult result = compute(options, block, read, core, listener);
      for (int z = 0; slices != null && z < core.depth(); z++) {
        byte[] pixels = new byte[Math.multiplyExact(core.width(), core.height())];
        core.unpackSlice(z, pixels);
        slices.accept(z, pixels);
      }
      return result;
    }
  }
}
