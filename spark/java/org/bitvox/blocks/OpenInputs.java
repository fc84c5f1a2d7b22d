// SPDX-License-Identifier: BSD-2-Clause
package org.bitvox.blocks;

import java.io.IOException;
import java.io.UncheckedIOException;
import org.bitvox.BinaryVolume;
import org.bitvox.Blockwise;
import org.bitvox.GreyImage;
import org.bitvox.GreyInBlocks;
import org.bitvox.ProgressListener;
import org.bitvox.RunOptions;
import org.bitvox.VolumeInBlocks;
import org.bitvox.zarr.BlockReader;
import org.bitvox.zarr.BoxReader;
import org.bitvox.zarr.GreyReader;

/** Opens inputs as commands take them. An operation that gets one is computed in blocks. */
abstract class OpenInputs {
  /** Computes an operation on an input, and gives its result. */
  abstract Object compute(Blockwise operation, BoxReader input, ProgressListener listener)
      throws IOException;

  private Object computed(RunOptions<?> operation, BoxReader input, ProgressListener listener) {
    if (!(operation instanceof Blockwise blockwise)) {
      throw Operations.none();
    }
    try {
      return compute(blockwise, input, listener);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  BinaryVolume open(BlockReader reader) {
    int[] size = reader.size();
    return new VolumeInBlocks(size[2], size[1], size[0]) {
      @Override
      protected <R> R compute(RunOptions<?> operation, Class<R> result, ProgressListener listener) {
        return result.cast(computed(operation, reader, listener));
      }
    };
  }

  GreyImage open(GreyReader reader) {
    int[] size = reader.size();
    return new GreyInBlocks(size[2], size[1], size[0], reader.bits()) {
      @Override
      protected <R> R compute(RunOptions<?> operation, Class<R> result, ProgressListener listener) {
        return result.cast(computed(operation, reader, listener));
      }
    };
  }
}
