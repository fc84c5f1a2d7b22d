// SPDX-License-Identifier: BSD-2-Clause
package org.bitvox.blocks;

import java.io.IOException;
import java.util.List;
import java.util.function.IntFunction;
import org.bitvox.BitVolume;
import org.bitvox.Block;
import org.bitvox.BlockDistances;
import org.bitvox.Blockwise;
import org.bitvox.Box;
import org.bitvox.LocalThickness;
import org.bitvox.RunReport;

/**
 * Balls: the first step finds how large the largest is, from distances as {@link DistanceMapBlocks}
 * measures them. The second one reads as far around each core as such a ball reaches, with what it
 * touches.
 */
final class LocalThicknessBlocks implements BlockOperation<LocalThickness> {
  static final String REMARK =
      "Then: once more, with twice the radius of the largest ball around a block\n";

  @Override
  public String command() {
    return "local_thickness";
  }

  @Override
  public Class<LocalThickness> options() {
    return LocalThickness.class;
  }

  @Override
  public List<String> images() {
    return List.of("mask");
  }

  /** Each phase has an image, and blocks write one. */
  @Override
  public List<String> without() {
    return List.of("phase=both");
  }

  @Override
  public Blockwise blocks(LocalThickness options, int step, long[] known) {
    return step == 0 ? options.radiusBlocks() : options.radius(Double.longBitsToDouble(known[0]));
  }

  @Override
  public boolean isDone(LocalThickness options, StepResult result) {
    return result.step() == 1;
  }

  @Override
  public IntFunction<long[]> known(LocalThickness options, StepResult result) {
    long[] radius = {Double.doubleToLongBits(options.largestRadius(result.numbers()))};
    return block -> radius;
  }

  @Override
  public String remark() {
    return REMARK;
  }

  @Override
  public BlockNumbers compute(LocalThickness options, BlockTask task) throws IOException {
    if (task.step() == 0) {
      return radius(options, task);
    }
    try (BitVolume read = task.read(task.block());
        BitVolume mask = task.readSecond(task.block())) {
      return BlockNumbers.of(
          options.measureBlock(task.block(), read, mask, task.slices(), task.listener()));
    }
  }

  /** The distances of a block, by which the largest ball is found. */
  static BlockNumbers radius(LocalThickness options, BlockTask task) throws IOException {
    Block block = task.block();
    while (true) {
      try (BitVolume read = task.read(block)) {
        BlockDistances distances = options.measureRadius(block, read, task.listener());
        Block next = distances.next(block);
        if (next == null) {
          return new BlockNumbers(distances.numbers(), distances.run());
        }
        block = next;
      }
    }
  }

  @Override
  public double bytesOfVoxel() {
    return 2.9;
  }

  @Override
  public Object finish(LocalThickness options, Box whole, long[] sum) {
    return options.finish(whole, sum);
  }

  @Override
  public RunReport run(Object result) {
    return ((LocalThickness.Result) result).run();
  }
}
