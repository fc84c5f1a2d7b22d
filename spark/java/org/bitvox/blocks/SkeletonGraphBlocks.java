// SPDX-License-Identifier: BSD-2-Clause
package org.bitvox.blocks;

import java.io.IOException;
import java.util.List;
import java.util.function.IntFunction;
import org.bitvox.BitVolume;
import org.bitvox.Block;
import org.bitvox.Box;
import org.bitvox.ProgressListener;
import org.bitvox.RunReport;
import org.bitvox.SkeletonInBlocks;
import org.bitvox.SliceReceiver;

/**
 * The graph of a skeleton: its voxels, which are few, are listed block by block, then traced. If
 * the pruned skeleton is wanted, a second step writes what is left of each block.
 */
final class SkeletonGraphBlocks implements ImageInSecondStep<SkeletonInBlocks> {
  @Override
  public String command() {
    return "skeleton_graph";
  }

  @Override
  public Class<SkeletonInBlocks> options() {
    return SkeletonInBlocks.class;
  }

  /** Other images. */
  @Override
  public List<String> without() {
    return List.of(
        "loops=darkest_branch", "loops=darkest_voxel", "tags=", "labels=", "projection=", "path=");
  }

  @Override
  public IntFunction<long[]> known(SkeletonInBlocks options, StepResult result) {
    long[] left = options.left(result.whole(), result.numbers(), result.listener());
    long[][] lists = result.grid().listsOf(left, result.listener());
    return block -> lists[block];
  }

  @Override
  public BlockNumbers compute(SkeletonInBlocks options, BlockTask task) throws IOException {
    if (task.step() == 1) {
      write(task.known(), task.block(), task.slices());
      return new BlockNumbers(new long[0], "", "");
    }
    try (BitVolume read = task.read(task.block())) {
      return BlockNumbers.of(options.listBlock(task.block(), read, task.listener()));
    }
  }

  /** The voxels of a core as slices. */
  private static void write(long[] voxels, Block block, SliceReceiver slices) {
    Box core = block.core();
    Box whole = block.whole();
    int next = 0;
    for (int z = 0; z < core.depth(); z++) {
      byte[] pixels = new byte[Math.toIntExact(core.width() * core.height())];
      long first = (core.z() + z) * whole.height();
      for (;
          next < voxels.length && voxels[next] / whole.width() < first + whole.height();
          next++) {
        long x = voxels[next] % whole.width() - core.x();
        long y = voxels[next] / whole.width() - first - core.y();
        pixels[(int) (y * core.width() + x)] = (byte) 255;
      }
      slices.accept(z, pixels);
    }
  }

  @Override
  public Object finish(SkeletonInBlocks options, Box whole, long[] sum) {
    return finish(options, whole, sum, ProgressListener.NONE);
  }

  @Override
  public Object finish(SkeletonInBlocks options, Box whole, long[] sum, ProgressListener listener) {
    return options.finish(whole, sum, listener);
  }

  @Override
  public RunReport run(Object result) {
    return null;
  }
}
