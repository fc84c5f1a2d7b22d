// SPDX-License-Identifier: BSD-2-Clause
package org.bitvox.blocks;

import java.io.IOException;
import java.util.List;
import org.bitvox.BitVolume;
import org.bitvox.Box;
import org.bitvox.Granulometry;
import org.bitvox.RunReport;

/** Openings by crosses and cubes: all within twice the radius matters. */
class GranulometryBlocks implements BlockOperation<Granulometry> {
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
    return !options.isByBalls();
  }

  @Override
  public List<String> images() {
    return List.of("mask");
  }

  @Override
  public String radius() {
    return "max_radius";
  }

  @Override
  public BlockNumbers compute(Granulometry options, BlockTask task) throws IOException {
    return measure(options, task);
  }

  /** The sizes in a block. */
  public final BlockNumbers measure(Granulometry options, BlockTask task) throws IOException {
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
