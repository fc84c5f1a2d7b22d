// SPDX-License-Identifier: BSD-2-Clause
package org.bitvox.blocks;

import java.io.IOException;
import java.util.Arrays;
import java.util.List;
import java.util.function.IntFunction;
import org.bitvox.BitVolume;
import org.bitvox.Box;
import org.bitvox.Label;
import org.bitvox.LabelledBlocks;
import org.bitvox.ProgressListener;
import org.bitvox.RunReport;
import org.bitvox.SliceReceiver;

/**
 * Connected components: the first step finds the parts in each block, which are joined when all are
 * known. If an image is wanted, the second one finds the parts again, in the same order, and writes
 * what they are called.
 */
final class LabelBlocks implements BlockOperation<Label> {
  @Override
  public String command() {
    return "label";
  }

  @Override
  public Class<Label> options() {
    return Label.class;
  }

  /** Of objects the sizes are known, not what else the table has. */
  @Override
  public List<String> without() {
    return List.of("save=", "second=", "no_border");
  }

  @Override
  public boolean isDone(Label options, StepResult result) {
    return result.step() == 1 || !result.hasImage();
  }

  @Override
  public IntFunction<long[]> known(Label options, StepResult result) {
    LabelledBlocks labelled =
        options.finish(result.whole(), result.numbers(), ProgressListener.NONE);
    return block -> Arrays.stream(labelled.labels(block)).asLongStream().toArray();
  }

  /** Those of the first step are all. */
  @Override
  public long[] then(Label options, long[] first, long[] next) {
    return first;
  }

  @Override
  public BlockNumbers compute(Label options, BlockTask task) throws IOException {
    try (BitVolume read = task.read(task.block())) {
      if (task.step() == 0) {
        return BlockNumbers.of(options.findInBlock(task.block(), read, task.listener()));
      }
      int[] labels = Arrays.stream(task.known()).mapToInt(label -> (int) label).toArray();
      SliceReceiver slices = task.slices();
      return BlockNumbers.of(
          options.labelBlock(task.block(), read, labels, slices, task.listener()));
    }
  }

  @Override
  public double bytesOfVoxel() {
    return 0.65;
  }

  @Override
  public Object finish(Label options, Box whole, long[] sum) {
    return options.resultOf(options.finish(whole, sum, ProgressListener.NONE));
  }

  @Override
  public RunReport run(Object result) {
    return ((Label.Result) result).run();
  }
}
