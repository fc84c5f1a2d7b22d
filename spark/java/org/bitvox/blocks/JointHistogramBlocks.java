// SPDX-License-Identifier: BSD-2-Clause
package org.bitvox.blocks;

import java.io.IOException;
import java.util.List;
import java.util.function.IntFunction;
import org.bitvox.BitVolume;
import org.bitvox.Block;
import org.bitvox.Blockwise;
import org.bitvox.Box;
import org.bitvox.GreyVolume;
import org.bitvox.JointHistogramResult;
import org.bitvox.PairsInBlocks;
import org.bitvox.RunReport;

/**
 * Pairs of values: nothing around a block matters. The range of all values of 32 bits, if none is
 * given, is found by a step before.
 */
final class JointHistogramBlocks implements BlockOperation<PairsInBlocks> {
  @Override
  public String command() {
    return "joint_histogram";
  }

  @Override
  public Class<PairsInBlocks> options() {
    return PairsInBlocks.class;
  }

  @Override
  public List<String> images() {
    return List.of("second", "mask");
  }

  @Override
  public List<String> without() {
    return List.of(
        "per_slice",
        "statistics=colocalization",
        "statistics=colocalisation",
        "range=data",
        "second_range=data",
        "output=");
  }

  /** It passes through the images piece by piece, wherever they are. */
  @Override
  public double bytesOfVoxel() {
    return 0;
  }

  @Override
  public Blockwise blocks(PairsInBlocks options, int step, long[] known) {
    return step == 0 ? options : options.ranges(known);
  }

  @Override
  public long[] add(Blockwise blocks, int step, long[] first, long[] second) {
    PairsInBlocks pairs = (PairsInBlocks) blocks;
    return pairs.needsRanges() ? pairs.addRanges(first, second) : pairs.add(first, second);
  }

  @Override
  public boolean isDone(PairsInBlocks options, StepResult result) {
    return !options.needsRanges();
  }

  @Override
  public IntFunction<long[]> known(PairsInBlocks options, StepResult result) {
    return block -> result.numbers();
  }

  @Override
  public BlockNumbers compute(PairsInBlocks options, BlockTask task) throws IOException {
    Block block = task.block();
    try (GreyVolume first = task.readGrey(block);
        GreyVolume second = task.readOtherGrey(block)) {
      if (options.needsRanges()) {
        return BlockNumbers.of(options.measureRanges(first, second, task.listener()));
      }
      try (BitVolume mask = task.readSecond(block)) {
        return BlockNumbers.of(options.measureBlock(first, second, mask, task.listener()));
      }
    }
  }

  @Override
  public Object finish(PairsInBlocks options, Box whole, long[] sum) {
    return options.finish(sum);
  }

  @Override
  public RunReport run(Object result) {
    return ((JointHistogramResult) result).run();
  }
}
