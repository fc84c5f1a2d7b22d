// SPDX-License-Identifier: BSD-2-Clause
package org.bitvox.blocks;

import java.io.IOException;
import java.util.Arrays;
import java.util.List;
import java.util.stream.LongStream;
import org.bitvox.BitVolume;
import org.bitvox.Blockwise;
import org.bitvox.Box;
import org.bitvox.GreyVolume;
import org.bitvox.Label;
import org.bitvox.LabelledBlocks;
import org.bitvox.ProgressListener;
import org.bitvox.RunReport;

/**
 * Connected components, each with its label, or all that are kept as a mask. The second step
 * measures what is of each in a block, with an image or without one. The numbers of both steps are
 * the first one's, after how many these are, and the second one's.
 */
final class LabelBlocks extends LabelSteps<Label> {
  @Override
  public String command() {
    return "label";
  }

  @Override
  public Class<Label> options() {
    return Label.class;
  }

  @Override
  Label label(Label options) {
    return options;
  }

  @Override
  public List<String> images() {
    return List.of("second");
  }

  @Override
  public long[] add(Blockwise blocks, int step, long[] first, long[] second) {
    return step == 0 ? blocks.add(first, second) : Label.addObjects(first, second);
  }

  @Override
  public boolean isDone(Label options, StepResult result) {
    return result.step() == 1;
  }

  @Override
  public long[] then(Label options, long[] first, long[] next) {
    LongStream both = LongStream.concat(Arrays.stream(first), Arrays.stream(next));
    return LongStream.concat(LongStream.of(first.length), both).toArray();
  }

  @Override
  public BlockNumbers compute(Label options, BlockTask task) throws IOException {
    try (BitVolume read = task.read(task.block())) {
      if (task.step() == 0) {
        return BlockNumbers.of(options.findInBlock(task.block(), read, task.listener()));
      }
      int[] labels = labels(task);
      try (GreyVolume values = task.readOtherGrey(task.block())) {
        return BlockNumbers.of(
            options.labelBlock(task.block(), read, labels, values, task.slices(), task.listener()));
      }
    }
  }

  @Override
  public double bytesOfVoxel() {
    return 0.65;
  }

  @Override
  public Object finish(Label options, Box whole, long[] sum) {
    int end = 1 + Math.toIntExact(sum[0]);
    LabelledBlocks labelled =
        options.finish(whole, Arrays.copyOfRange(sum, 1, end), ProgressListener.NONE);
    return options.finishObjects(whole, labelled, Arrays.copyOfRange(sum, end, sum.length));
  }

  @Override
  public RunReport run(Object result) {
    return ((Label.Result) result).run();
  }
}
