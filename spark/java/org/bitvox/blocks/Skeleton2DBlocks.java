// SPDX-License-Identifier: BSD-2-Clause
package org.bitvox.blocks;

import org.bitvox.BitVolume;
import org.bitvox.Block;
import org.bitvox.BlockResult;
import org.bitvox.Box;
import org.bitvox.ProgressListener;
import org.bitvox.RunReport;
import org.bitvox.Skeleton2D;

/** Slices, each of which is thinned by itself. */
final class Skeleton2DBlocks extends PictureBlocks<Skeleton2D> {
  @Override
  public String command() {
    return "skeleton2d";
  }

  @Override
  public Class<Skeleton2D> options() {
    return Skeleton2D.class;
  }

  @Override
  BlockResult compute(
      Skeleton2D options,
      Block block,
      BitVolume read,
      BitVolume second,
      BitVolume core,
      ProgressListener listener) {
    return options.thinBlock(block, read, core, listener);
  }

  @Override
  public Object finish(Skeleton2D options, Box whole, long[] sum) {
    return options.finish(whole, sum);
  }

  @Override
  public RunReport run(Object result) {
    return ((Skeleton2D.Result) result).run();
  }
}
