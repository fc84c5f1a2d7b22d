// SPDX-License-Identifier: BSD-2-Clause
package org.bitvox.blocks;

import java.io.IOException;
import java.util.List;
import org.bitvox.BitVolume;
import org.bitvox.Box;
import org.bitvox.Minkowski;
import org.bitvox.RunReport;

/** Shape numbers: cubes of 2 x 2 x 2 voxels are counted, each in one block. */
final class MinkowskiBlocks implements BlockOperation<Minkowski> {
  @Override
  public String command() {
    return "minkowski";
  }

  @Override
  public Class<Minkowski> options() {
    return Minkowski.class;
  }

  @Override
  public List<String> images() {
    return List.of("mask");
  }

  @Override
  public BlockNumbers compute(Minkowski options, BlockTask task) throws IOException {
    try (BitVolume read = task.read(task.block());
        BitVolume mask = task.readSecond(task.block())) {
      return BlockNumbers.of(options.measureBlock(task.block(), read, mask, task.listener()));
    }
  }

  @Override
  public Object finish(Minkowski options, Box whole, long[] sum) {
    return options.finish(whole, sum);
  }

  @Override
  public RunReport run(Object result) {
    return ((Minkowski.Result) result).run();
  }
}
