// SPDX-License-Identifier: BSD-2-Clause
package org.bitvox.zarr;

import com.scalableminds.bloscjava.Blosc;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;

/** Blosc 1: blocks of shuffled bytes, packed by one of several algorithms. */
record BloscCodec(Blosc.Compressor algorithm, int level, Blosc.Shuffle shuffle, int typeSize)
    implements Codec {
  private static final int HEADER = 16;
  private static final int PLAIN_AT = 4;
  private static final int BLOCK_AT = 8;
  private static final int PACKED_AT = 12;

  /** The library takes what it decodes at its word, so the header is looked at before. */
  @Override
  public byte[] decode(byte[] packed, int most) throws CodecException {
    if (packed.length < HEADER) {
      throw new CodecException("has " + packed.length + " bytes, less than a header of blosc");
    }
    ByteBuffer header = ByteBuffer.wrap(packed).order(ByteOrder.LITTLE_ENDIAN);
    int plain = header.getInt(PLAIN_AT);
    if (plain < 0 || plain > most) {
      throw new CodecException(
          "is said to have " + Integer.toUnsignedString(plain) + " bytes, not " + most);
    }
    if (header.getInt(PACKED_AT) != packed.length || header.getInt(BLOCK_AT) < 0) {
      throw new CodecException(
          "has " + packed.length + " bytes and not those that its blosc header says");
    }
    if (plain == 0) {
      return new byte[0];
    }
    byte[] data;
    try {
      data = Blosc.decompress(packed);
    } catch (RuntimeException e) {
      throw new CodecException("its blosc data are damaged");
    }
    if (data == null || data.length != plain) {
      throw new CodecException("its blosc data are damaged");
    }
    return data;
  }

  @Override
  public byte[] encode(byte[] plain) {
    return Blosc.compress(plain, typeSize, algorithm, level, shuffle);
  }
}
