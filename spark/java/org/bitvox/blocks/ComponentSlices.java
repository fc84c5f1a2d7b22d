// SPDX-License-Identifier: BSD-2-Clause
package org.bitvox.blocks;

import java.io.IOException;
import java.util.List;
import org.bitvox.BitVolume;
import org.bitvox.Block;
import org.bitvox.BlockMemory;
import org.bitvox.Blockwise;
import org.bitvox.Box;
import org.bitvox.Extent;
import org.bitvox.Morphology;
import org.bitvox.RunReport;

/** Morphology of components that end at their slices: blocks are slices, each as it is at once. */
final class ComponentSlices implements BlockOperation<Morphology> {
  @Override
  public String command() {
    return "morphology";
  }

  @Override
  public Class<Morphology> options() {
    return Morphology.class;
  }

  @Override
  public boolean takes(Morphology options) {
    return isOfComponents(options.operation()) && options.extent() == Extent.PER_SLICE;
  }

  static boolean isOfComponents(Morphology.Operation operation) {
    return switch (operation) {
      case FILL_HOLES, REMOVE_BORDER, RECONSTRUCT, AREA_OPEN, KEEP_LARGEST -> true;
      default -> false;
    };
  }

  @Override
  public List<String> images() {
    return List.of("second");
  }

  /** Whole slices. */
  private record Slices(Morphology options) implements Blockwise {
    @Override
    public Block block(Box whole, Box core) {
      Box read = new Box(0, 0, core.z(), whole.width(), whole.height(), core.depth());
      return new Block(whole, read, core);
    }

    @Override
    public BlockMemory memory(Block block) {
      return options.components().memory(block);
    }

    @Override
    public long[] add(long[] first, long[] second) {
      return new long[] {first[0] + second[0], first[1] + second[1]};
    }
  }

  @Override
  public Blockwise blocks(Morphology options, int step, long[] known) {
    return new Slices(options);
  }

  @Override
  public BlockNumbers compute(Morphology options, BlockTask task) throws IOException {
    try (BitVolume read = task.read(task.block());
        BitVolume second = task.readSecond(task.block());
        Morphology.Result result = options.apply(read, second, task.listener())) {
      PictureBlocks.write(result.volume(), task.slices());
      return new BlockNumbers(
          new long[] {result.voxelsBefore(), result.voxelsAfter()}, result.run());
    }
  }

  @Override
  public Object finish(Morphology options, Box whole, long[] sum) {
    return options.finish(whole, sum);
  }

  @Override
  public RunReport run(Object result) {
    return ((Morphology.Result) result).run();
  }
}
