// SPDX-License-Identifier: BSD-2-Clause
package org.bitvox.blocks;

import org.bitvox.BitVolume;
import org.bitvox.Block;
import org.bitvox.BlockResult;
import org.bitvox.Box;
import org.bitvox.Granulometry;
import org.bitvox.ProgressListener;
import org.bitvox.RunReport;
import org.bitvox.SliceReceiver;

/** Openings by crosses and cubes: all within twice the radius matters. */
final class GranulometryBlocks implements BlockOperation<Granulometry> {
  @Override
  public String command() {
    return "granulometry";
  }

  @Override
  public Class<Granulometry> options() {
    return Granulometry.class;
  }

  @Override
  public String radius() {
    return "max_radius";
  }

  @Override
  public BlockResult compute(
      Granulometry options,
      Block block,
      BitVolume read,
      SliceReceiver slices,
      ProgressListener listener) {
    return options.measureBlock(block, read, null, slices, listener);
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
