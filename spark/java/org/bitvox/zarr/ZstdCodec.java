// SPDX-License-Identifier: BSD-2-Clause
package org.bitvox.zarr;

import com.github.luben.zstd.Zstd;
import com.github.luben.zstd.ZstdException;
import java.util.Arrays;

/** Zstandard. */
record ZstdCodec(int level, boolean checksum) implements Codec {
  @Override
  public byte[] decode(byte[] packed, int most) throws CodecException {
    if (packed.length == 0) { // which the library does not expect
      throw new CodecException("is empty");
    }
    long known = Zstd.decompressedSize(packed); // 0: not known
    byte[] data = ChunkBytes.of(known > 0 && known <= most ? (int) known : most, packed);
    long size;
    try {
      size = Zstd.decompressByteArray(data, 0, data.length, packed, 0, packed.length);
    } catch (ZstdException e) {
      throw new CodecException("its zstd data are damaged");
    }
    if (Zstd.isError(size)) {
      throw new CodecException(
          "its zstd data are damaged (" + Zstd.getErrorName(size).toLowerCase() + ")");
    }
    return size == data.length ? data : Arrays.copyOf(data, (int) size);
  }

  @Override
  public byte[] encode(byte[] plain) {
    return Zstd.compress(plain, level);
  }
}
