// SPDX-License-Identifier: BSD-2-Clause
package org.bitvox.blocks;

import java.io.IOException;
import java.util.function.BooleanSupplier;
import org.bitvox.BitVolume;
import org.bitvox.Block;
import org.bitvox.Blockwise;
import org.bitvox.Box;
import org.bitvox.GreyVolume;
import org.bitvox.ProgressListener;
import org.bitvox.SliceReceiver;
import org.bitvox.zarr.BlockReader;
import org.bitvox.zarr.GreyReader;
import org.bitvox.zarr.Store;

/**
 * What computes blocks, wherever it is.
 *
 * @param output null if no image is wanted
 * @param stores of the output's files and the markers; null if none are wanted
 * @param step its number, from 0
 */
public record BlockWork<O extends Blockwise>(
    BlockOperation<O> operation,
    O options,
    BlockInputs inputs,
    BlockGrid grid,
    BlockOutput output,
    RunStores stores,
    int step) {
  /** What computes a later step, if this is for the first one. */
  BlockWork<O> step(int later, BlockGrid blocks) throws IOException {
    if (later == 0) {
      return this;
    }
    boolean goesOn = operation.keepsPictures();
    BlockInputs before = goesOn ? inputs.with(output.reader(stores.picture(later - 1))) : inputs;
    return new BlockWork<>(operation, options, before, blocks, output, stores, later);
  }

  /** Computes a block and writes its files, and its marker when they are there. */
  public PartResult compute(BlockOrder order, BooleanSupplier stopped) throws IOException {
    Blockwise blocks = operation.blocks(options, step, order.known());
    Block block = blocks.block(grid.box(), grid.core(order.number()));
    Task task = new Task(block, order.known(), stopped);
    task.listener().throwIfStopped();
    BlockNumbers result = operation.compute(options, task);
    PartResult part =
        new PartResult(
            order.number(),
            result.numbers(),
            result.backend(),
            result.note(),
            task.seen(),
            step == 0 ? inputs.missing(box(block.core())) : new long[0]);
    if (stores != null) {
      markers().put(part);
    }
    return part;
  }

  /** Where blocks are written: each step has its own place only if the next one reads it. */
  private Store picture() throws IOException {
    return operation.keepsPictures() ? stores.picture(step) : stores.image();
  }

  /** What blocks that are done gave. */
  Markers markers() throws IOException {
    return new Markers(stores.notes(step));
  }

  /** A block that is computed here. */
  private final class Task implements BlockTask {
    private final Block block;
    private final long[] known;
    private final BooleanSupplier stopped;
    private BlockOutput.Core core;

    Task(Block block, long[] known, BooleanSupplier stopped) {
      this.block = block;
      this.known = known;
      this.stopped = stopped;
    }

    @Override
    public int step() {
      return step;
    }

    @Override
    public long[] known() {
      return known;
    }

    @Override
    public Block block() {
      return block;
    }

    @Override
    public BitVolume read(Block other) throws IOException {
      return ((BlockReader) inputs.image()).read(box(other.read()), stopped);
    }

    @Override
    public BitVolume readSecond(Block other) throws IOException {
      BlockReader second = inputs.second();
      return second == null ? null : second.read(box(other.read()), stopped);
    }

    @Override
    public GreyVolume readGrey(Block other) throws IOException {
      return ((GreyReader) inputs.image()).read(box(other.read()), stopped);
    }

    @Override
    public GreyVolume readOtherGrey(Block other) throws IOException {
      GreyReader grey = inputs.grey();
      return grey == null ? null : grey.read(box(other.read()), stopped);
    }

    @Override
    public SliceReceiver slices() throws IOException {
      core = output == null ? null : output.core(picture(), block.core(), stopped);
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
