// SPDX-License-Identifier: BSD-2-Clause
package org.bitvox.blocks;

import java.io.IOException;
import java.util.function.BooleanSupplier;
import org.bitvox.BitVolume;
import org.bitvox.Block;
import org.bitvox.Blockwise;
import org.bitvox.Box;
import org.bitvox.ProgressListener;
import org.bitvox.SliceReceiver;
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
  /** Where the picture of a step is: the first is where the image will be. */
  static String place(int step) {
    return step == 0 ? "" : "step-" + step;
  }

  /** The same for a later step, which reads the picture of the one before. */
  BlockWork<O> step(int step) throws IOException {
    if (step == 0) {
      return this;
    }
    BlockReader before = output.reader(store.below(place(step - 1)));
    return new BlockWork<>(operation, options, before, grid, output, store.below(place(step)));
  }

  /** The block of a number. */
  Block block(int number) {
    return options.block(grid.box(), grid.core(number));
  }

  /** Computes a block and writes its files, and its marker when they are there. */
  public PartResult compute(int number, BooleanSupplier stopped) throws IOException {
    Task task = new Task(block(number), stopped);
    task.listener().throwIfStopped();
    BlockNumbers result = operation.compute(options, task);
    PartResult part =
        new PartResult(result.numbers(), result.run().backend(), result.run().note(), task.seen());
    if (store != null) {
      new Markers(store).put(number, part);
    }
    return part;
  }

  /** A block that is computed here. */
  private final class Task implements BlockTask {
    private final Block block;
    private final BooleanSupplier stopped;
    private BlockOutput.Core core;

    Task(Block block, BooleanSupplier stopped) {
      this.block = block;
      this.stopped = stopped;
    }

    @Override
    public Block block() {
      return block;
    }

    @Override
    public BitVolume read(Block other) throws IOException {
      return reader.read(box(other.read()), stopped);
    }

    @Override
    public SliceReceiver slices() throws IOException {
      core = output == null ? null : output.core(store, block.core(), stopped);
      return core;
    }

    @Override
    public ProgressListener listener() {
      return BlockWork.listener(stopped);
    }

    int seen() throws IOException {
      return core == null ? 0 : core.seen();
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
