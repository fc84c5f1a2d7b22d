// SPDX-License-Identifier: BSD-2-Clause
package org.bitvox.blocks;

import java.util.List;
import org.bitvox.BitVolume;
import org.bitvox.Block;
import org.bitvox.BlockResult;
import org.bitvox.Box;
import org.bitvox.Morphology;
import org.bitvox.ProgressListener;
import org.bitvox.RunReport;

/** Elements: as much matters as they reach; objects as a whole are not known in a block. */
final class MorphologyBlocks extends PictureBlocks<Morphology> {
  @Override
  public String command() {
    return "morphology";
  }

  @Override
  public Class<Morphology> options() {
    return Morphology.class;
  }

  @Override
  public List<String> images() {
    return List.of("second");
  }

  @Override
  public String radius() {
    return "radius";
  }

  @Override
  BlockResult compute(
      Morphology options,
      Block block,
      BitVolume read,
      BitVolume second,
      BitVolume core,
      ProgressListener listener) {
    return options.applyBlock(block, read, second, core, listener);
  }

  @Override
  public Object finish(Morphology options, Box whole, long[] sum) {
    return options.finish(whole, sum);
  }

  @Override
  public RunReport run(Object result) {
    return ((Morphology.Result) result).run();
  }
}
