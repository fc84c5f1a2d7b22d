// SPDX-License-Identifier: BSD-2-Clause
package org.bitvox.blocks;

import org.bitvox.BitVolume;
import org.bitvox.Block;
import org.bitvox.BlockResult;
import org.bitvox.Box;
import org.bitvox.Minkowski;
import org.bitvox.ProgressListener;
import org.bitvox.RunReport;
import org.bitvox.SliceReceiver;

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
  public BlockResult compute(
      Minkowski options,
      Block block,
      BitVolume read,
      SliceReceiver slices,
      ProgressListener listener) {
    return options.measureBlock(block, read, null, listener);
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
