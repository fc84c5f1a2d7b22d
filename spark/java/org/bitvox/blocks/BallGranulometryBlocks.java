// SPDX-License-Identifier: BSD-2-Clause
package org.bitvox.blocks;

import java.io.IOException;
import java.util.List;
import java.util.function.IntFunction;
import org.bitvox.BitVolume;
import org.bitvox.Blockwise;
import org.bitvox.Box;
import org.bitvox.Granulometry;
import org.bitvox.RunReport;

/**
 * Balls: the largest is found first, as for {@link LocalThicknessBlocks}. Then all within its
 * diameter matters, however small {@code max_radius=} is: larger balls cover what is farther.
 */
final class BallGranulometryBlocks implements BlockOperation<Granulometry> {
  @Override
  public String command() {
    return "granulometry";
  }

  @Override
  public Class<Granulometry> options() {
    return Granulometry.class;
  }

  @Override
  public boolean takes(Granulometry options) {
    return options.isByBalls();
  }

  @Override
  public List<String> images() {
    return List.of("mask");
  }

  @Override
  public Blockwise blocks(Granulometry options, int step, long[] known) {
    return step == 0
        ? options.balls().radiusBlocks()
        : options.radius(Double.longBitsToDouble(known[0]));
  }

  @Override
  public boolean isDone(Granulometry options, StepResult result) {
    return result.step() == 1;
  }

  @Override
  public IntFunction<long[]> known(Granulometry options, StepResult result) {
    long[] radius = {Double.doubleToLongBits(options.largestRadius(result.numbers()))};
    return block -> radius;
  }

  @Override
  public String remark() {
    return LocalThicknessBlocks.REMARK;
  }

  @Override
  public BlockNumbers compute(Granulometry options, BlockTask task) throws IOException {
    if (task.step() == 0) {
      return LocalThicknessBlocks.radius(options.balls(), task);
    }
    try (BitVolume read = task.read(task.block());
        BitVolume mask = task.readSecond(task.block())) {
      return BlockNumbers.of(
          options.measureBlock(task.block(), read, mask, task.slices(), task.listener()));
    }
  }

  @Override
  public Object finish(Granulometry options, Box whole, long[] sum) {
    return options.finish(whole, sum);
  }

  @Override
  public RunReport run(Object result) {
    return ((Granulometry.Result) result).run();
  }
}
