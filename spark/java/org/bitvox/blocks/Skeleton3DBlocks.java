// SPDX-License-Identifier: BSD-2-Clause
package org.bitvox.blocks;

import java.util.List;
import org.bitvox.BitVolume;
import org.bitvox.Block;
import org.bitvox.BlockResult;
import org.bitvox.Box;
import org.bitvox.ProgressListener;
import org.bitvox.RunReport;
import org.bitvox.Skeleton3D;

/**
 * Thinning, some rounds a step: what a round deletes depends on voxels up to 12 away. The next step
 * goes on with the whole picture, until nothing is deleted any more.
 */
final class Skeleton3DBlocks extends PictureBlocks<Skeleton3D> {
  /** More make fewer steps, and more work around each block. */
  private static final int ROUNDS_OF_STEP = 4;

  @Override
  public String command() {
    return "skeleton3d";
  }

  @Override
  public Class<Skeleton3D> options() {
    return Skeleton3D.class;
  }

  @Override
  public List<String> images() {
    return List.of("anchors");
  }

  /** What that counts is of the whole. */
  @Override
  public List<String> without() {
    return List.of("verify");
  }

  @Override
  public void prepare(Skeleton3D options) {
    options.maxRounds(ROUNDS_OF_STEP);
  }

  @Override
  public boolean keepsPictures() {
    return true;
  }

  @Override
  public boolean isDone(Skeleton3D options, StepResult result) {
    long[] deleted = options.finish(result.whole(), result.numbers()).deleted();
    return deleted.length > 0 && deleted[deleted.length - 1] == 0;
  }

  @Override
  public long[] then(Skeleton3D options, long[] first, long[] next) {
    return options.then(first, next);
  }

  @Override
  BlockResult compute(
      Skeleton3D options,
      Block block,
      BitVolume read,
      BitVolume second,
      BitVolume core,
      ProgressListener listener) {
    return options.thinBlock(block, read, second, core, listener);
  }

  @Override
  public Object finish(Skeleton3D options, Box whole, long[] sum) {
    return options.finish(whole, sum);
  }

  @Override
  public RunReport run(Object result) {
    return ((Skeleton3D.Result) result).run();
  }
}
