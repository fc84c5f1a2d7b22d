// SPDX-License-Identifier: BSD-2-Clause
package org.bitvox.blocks;

import java.io.IOException;
import java.util.List;
import java.util.function.IntFunction;
import org.bitvox.BitVolume;
import org.bitvox.Block;
import org.bitvox.BlockResult;
import org.bitvox.Blockwise;
import org.bitvox.Box;
import org.bitvox.ProgressListener;
import org.bitvox.RunReport;
import org.bitvox.Skeleton3D;

/**
 * Thinning, some rounds a step: what a round deletes depends on voxels up to 12 away. The next step
 * goes on with the whole picture, until nothing is deleted any more. Blocks around which nothing
 * has changed are taken over as they are.
 */
final class Skeleton3DBlocks extends PictureBlocks<Skeleton3D> {
  /** More make fewer steps, and more work around each block. */
  private static final int ROUNDS_OF_STEP = 4;

  /** The numbers of thinning: no voxels, as those of the first step count, and no rounds. */
  private static final long[] NOTHING_DELETED = {0, 0};

  @Override
  public String command() {
    return "skeleton3d";
  }

  @Override
  public Class<Skeleton3D> options() {
    return Skeleton3D.class;
  }

  @Override
  public List<String> images() {
    return List.of("anchors");
  }

  /** What that counts is of the whole. */
  @Override
  public List<String> without() {
    return List.of("verify");
  }

  @Override
  public void prepare(Skeleton3D options) {
    options.maxRounds(ROUNDS_OF_STEP);
  }

  @Override
  public boolean keepsPictures() {
    return true;
  }

  @Override
  public boolean isDone(Skeleton3D options, StepResult result) {
    long[] deleted = result(options, result.whole(), result.numbers()).deleted();
    return deleted.length > 0 && deleted[deleted.length - 1] == 0;
  }

  @Override
  public IntFunction<long[]> known(Skeleton3D options, StepResult result) {
    return QuietBlocks.known(result.grid(), result.numbers(), options);
  }

  @Override
  public long[] add(Blockwise blocks, int step, long[] first, long[] second) {
    long[] numbers = blocks.add(QuietBlocks.numbers(first), QuietBlocks.numbers(second));
    return QuietBlocks.add(first, second, numbers);
  }

  @Override
  public long[] then(Skeleton3D options, long[] first, long[] next) {
    long[] numbers = options.then(QuietBlocks.numbers(first), QuietBlocks.numbers(next));
    return QuietBlocks.of(next, numbers);
  }

  @Override
  public BlockNumbers compute(Skeleton3D options, BlockTask task) throws IOException {
    if (QuietBlocks.isQuiet(task.known())) {
      try (BitVolume core = task.read(QuietBlocks.core(task.block()))) {
        PictureBlocks.write(core, task.slices());
      }
      return new BlockNumbers(QuietBlocks.with(false, NOTHING_DELETED), "", "");
    }
    BlockNumbers thinned = super.compute(options, task);
    boolean changed = options.deletes(thinned.numbers());
    long[] numbers = QuietBlocks.with(changed, thinned.numbers());
    return new BlockNumbers(numbers, thinned.backend(), thinned.note());
  }

  @Override
  BlockResult compute(
      Skeleton3D options,
      Block block,
      BitVolume read,
      BitVolume second,
      BitVolume core,
      ProgressListener listener) {
    return options.thinBlock(block, read, second, core, listener);
  }

  @Override
  public Object finish(Skeleton3D options, Box whole, long[] sum) {
    return result(options, whole, sum);
  }

  private static Skeleton3D.Result result(Skeleton3D options, Box whole, long[] sum) {
    return options.finish(whole, QuietBlocks.numbers(sum));
  }

  @Override
  public RunReport run(Object result) {
    return ((Skeleton3D.Result) result).run();
  }
}
