// SPDX-License-Identifier: BSD-2-Clause
package org.bitvox.blocks;

import java.io.IOException;
import java.util.List;
import org.bitvox.BitVolume;
import org.bitvox.Box;
import org.bitvox.Label;
import org.bitvox.ProgressListener;
import org.bitvox.RunReport;
import org.bitvox.SliceReceiver;

/** Connected components, each with its label, or all that are kept as a mask. */
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

  /** Of objects the sizes are known, not what else the table has. */
  @Override
  public List<String> without() {
    return List.of("save=", "second=", "no_border");
  }

  @Override
  public BlockNumbers compute(Label options, BlockTask task) throws IOException {
    try (BitVolume read = task.read(task.block())) {
      if (task.step() == 0) {
        return BlockNumbers.of(options.findInBlock(task.block(), read, task.listener()));
      }
      int[] labels = labels(task);
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
