// SPDX-License-Identifier: BSD-2-Clause
package org.bitvox.blocks;

import java.io.IOException;
import java.util.function.BooleanSupplier;
import org.bitvox.BitVolume;
import org.bitvox.Block;
import org.bitvox.BlockResult;
import org.bitvox.Blockwise;
import org.bitvox.Box;
import org.bitvox.ProgressListener;
import org.bitvox.zarr.BlockReader;
import org.bitvox.zarr.Store;

/**
 * What computes blocks, wherever it is.
 *
 * @param output null if no image is wanted
 * @param store of the output's files and the markers; null if none are wanted
 */
public record BlockWork<O extends Blockwise>(
    BlockOperation<O> operation,
    O options,
    BlockReader reader,
    BlockGrid grid,
    BlockOutput output,
    Store store) {
  /** The block of a number. */
  Block block(int number) {
    return options.block(grid.box(), grid.core(number));
  }

  /** Computes a block and writes its files, and its marker when they are there. */
  public PartResult compute(int number, BooleanSupplier stopped) throws IOException {
    Block block = block(number);
    ProgressListener listener = listener(stopped);
    listener.throwIfStopped();
    try (BitVolume read = reader.read(box(block.read()), stopped)) {
      BlockOutput.Core core = output == null ? null : output.core(store, block.core(), stopped);
      BlockResult result = operation.compute(options, block, read, core, listener);
      PartResult part =
          new PartResult(
              result.numbers(),
              result.run().backend(),
              result.run().note(),
              core == null ? 0 : core.seen());
      if (store != null) {
        new Markers(store).put(number, part);
      }
      return part;
    }
  }

  private static org.bitvox.zarr.Box box(Box box) {
    return new org.bitvox.zarr.Box(
        new int[] {(int) box.z(), (int) box.y(), (int) box.x()},
        new int[] {(int) box.depth(), (int) box.height(), (int) box.width()});
  }

  private static ProgressListener listener(BooleanSupplier stopped) {
    return new ProgressListener() {
      @Override
      public boolean keepGoing(long done, long total) {
        return !stopped.getAsBoolean();
      }

      @Override
      public boolean isStopped() {
        return stopped.getAsBoolean();
      }
    };
  }
}
