// SPDX-License-Identifier: BSD-2-Clause
package org.bitvox.blocks;

import java.io.IOException;
import org.bitvox.Box;
import org.bitvox.Convolution;
import org.bitvox.GreyVolume;
import org.bitvox.RunReport;

/** Kernels: as much matters as they reach. */
final class ConvolutionBlocks implements BlockOperation<Convolution> {
  @Override
  public String command() {
    return "convolution";
  }

  @Override
  public Class<Convolution> options() {
    return Convolution.class;
  }

  @Override
  public BlockNumbers compute(Convolution options, BlockTask task) throws IOException {
    try (GreyVolume read = task.readGrey(task.block())) {
      return BlockNumbers.of(
          options.applyBlock(task.block(), read, task.slices(), task.listener()));
    }
  }

  @Override
  public double bytesOfVoxel() {
    return 4;
  }

  @Override
  public Object finish(Convolution options, Box whole, long[] sum) {
    return options.finish(whole, sum);
  }

  @Override
  public RunReport run(Object result) {
    return ((Convolution.Result) result).run();
  }
}
