// SPDX-License-Identifier: BSD-2-Clause
package org.bitvox.blocks;

import java.io.IOException;
import java.util.List;
import org.bitvox.BitVolume;
import org.bitvox.Box;
import org.bitvox.ProgressListener;
import org.bitvox.RunReport;
import org.bitvox.SkeletonInBlocks;

/** The graph of a skeleton: its voxels, which are few, are listed block by block, then traced. */
final class SkeletonGraphBlocks implements BlockOperation<SkeletonInBlocks> {
  @Override
  public String command() {
    return "skeleton_graph";
  }

  @Override
  public Class<SkeletonInBlocks> options() {
    return SkeletonInBlocks.class;
  }

  /** Images, and what needs another one. */
  @Override
  public List<String> without() {
    return List.of(
        "loops=darkest_branch",
        "loops=darkest_voxel",
        "output=",
        "tags=",
        "labels=",
        "projection=",
        "path=");
  }

  @Override
  public BlockNumbers compute(SkeletonInBlocks options, BlockTask task) throws IOException {
    try (BitVolume read = task.read(task.block())) {
      return BlockNumbers.of(options.listBlock(task.block(), read, task.listener()));
    }
  }

  @Override
  public Object finish(SkeletonInBlocks options, Box whole, long[] sum) {
    return finish(options, whole, sum, ProgressListener.NONE);
  }

  @Override
  public Object finish(SkeletonInBlocks options, Box whole, long[] sum, ProgressListener listener) {
    return options.finish(whole, sum, listener);
  }

  @Override
  public RunReport run(Object result) {
    return null;
  }
}
