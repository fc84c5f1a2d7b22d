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
import org.bitvox.zarr.GreyReader;

/** Opens inputs as commands take them. An operation that gets one is computed in blocks. */
abstract class OpenInputs {
  /** Computes an operation, and gives its result. */
  abstract Object compute(Blockwise operation, BlockInputs inputs, ProgressListener listener)
      throws IOException;

  /** Whether a volume has no foreground at all. */
  abstract boolean isEmpty(BlockReader reader, ProgressListener listener) throws IOException;

  BinaryVolume open(BlockReader reader) {
    return new Bits(reader);
  }

  GreyImage open(GreyReader reader) {
    return new Grey(reader);
  }

  private Object computed(RunOptions<?> operation, BlockInputs inputs, ProgressListener listener) {
    if (!(operation instanceof Blockwise blockwise)) {
      throw Operations.none();
    }
    try {
      return compute(blockwise, inputs, listener);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private final class Grey extends GreyInBlocks {
    private final GreyReader reader;

    Grey(GreyReader reader) {
      super(reader.size()[2], reader.size()[1], reader.size()[0], reader.bits());
      this.reader = reader;
    }

    @Override
    protected <R> R compute(RunOptions<?> operation, Class<R> result, ProgressListener listener) {
      return result.cast(computed(operation, new BlockInputs(reader, null), listener));
    }

    @Override
    protected <R> R compute(
        RunOptions<?> operation,
        GreyImage second,
        BinaryVolume mask,
        Class<R> result,
        ProgressListener listener) {
      BlockReader bits = mask == null ? null : ((Bits) mask).reader;
      BlockInputs all = new BlockInputs(reader, bits, ((Grey) second).reader);
      return result.cast(computed(operation, all, listener));
    }
  }

  private final class Bits extends VolumeInBlocks {
    private final BlockReader reader;

    Bits(BlockReader reader) {
      super(reader.size()[2], reader.size()[1], reader.size()[0]);
      this.reader = reader;
    }

    @Override
    protected <R> R compute(
        RunOptions<?> operation, BinaryVolume second, Class<R> result, ProgressListener listener) {
      return compute(operation, second, null, result, listener);
    }

    @Override
    protected <R> R compute(
        RunOptions<?> operation,
        BinaryVolume second,
        GreyImage grey,
        Class<R> result,
        ProgressListener listener) {
      BlockReader other = second == null ? null : ((Bits) second).reader;
      GreyReader values = grey == null ? null : ((Grey) grey).reader;
      return result.cast(computed(operation, new BlockInputs(reader, other, values), listener));
    }

    @Override
    public boolean isEmpty(ProgressListener listener) {
      try {
        return OpenInputs.this.isEmpty(reader, listener);
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }
  }
}
