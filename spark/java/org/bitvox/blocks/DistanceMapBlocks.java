// SPDX-License-Identifier: BSD-2-Clause
package org.bitvox.blocks;

import java.io.IOException;
import java.util.List;
import org.bitvox.BitVolume;
import org.bitvox.Block;
import org.bitvox.BlockDistances;
import org.bitvox.Box;
import org.bitvox.DistanceMap;
import org.bitvox.RunReport;

/**
 * Distances: those of a block are right if no voxel that was not read can be nearer. If one can be,
 * more is read.
 */
final class DistanceMapBlocks implements BlockOperation<DistanceMap> {
  @Override
  public String command() {
    return "distance_map";
  }

  @Override
  public Class<DistanceMap> options() {
    return DistanceMap.class;
  }

  @Override
  public List<String> images() {
    return List.of("mask");
  }

  @Override
  public BlockNumbers compute(DistanceMap options, BlockTask task) throws IOException {
    Block block = task.block();
    while (true) {
      try (BitVolume read = task.read(block);
          BitVolume mask = task.readSecond(block)) {
        BlockDistances distances =
            options.measureBlock(block, read, mask, task.slices(), task.listener());
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
    return 2.4;
  }

  @Override
  public Object finish(DistanceMap options, Box whole, long[] sum) {
    return options.finish(whole, sum);
  }

  @Override
  public RunReport run(Object result) {
    return ((DistanceMap.Result) result).run();
  }
}
