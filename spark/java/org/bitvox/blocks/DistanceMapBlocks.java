// SPDX-License-Identifier: BSD-2-Clause
package org.bitvox.blocks;

import java.io.IOException;
import java.util.List;
import org.bitvox.BitVolume;
import org.bitvox.Box;
import org.bitvox.DistanceMap;
import org.bitvox.RunReport;

/** Distances, which are {@link CertainDistances certain}. */
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
    return CertainDistances.of(
        task.block(),
        block -> {
          try (BitVolume read = task.read(block);
              BitVolume mask = task.readSecond(block)) {
            return options.measureBlock(block, read, mask, task.slices(), task.listener());
          }
        });
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
