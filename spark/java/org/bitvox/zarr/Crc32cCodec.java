// SPDX-License-Identifier: BSD-2-Clause
package org.bitvox.zarr;

import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Arrays;
import java.util.zip.CRC32C;

/** Four bytes at the end with the sum of those before. */
record Crc32cCodec() implements Codec {
  @Override
  public byte[] decode(byte[] packed, int most) throws CodecException {
    int length = packed.length - Integer.BYTES;
    if (length < 0 || length > most) {
      throw new CodecException("has " + packed.length + " bytes, not " + ((long) most + 4));
    }
    int said = ByteBuffer.wrap(packed).order(ByteOrder.LITTLE_ENDIAN).getInt(length);
    if (said != sum(packed, length)) {
      throw new CodecException("has the wrong checksum (CRC-32C); it is damaged");
    }
    return Arrays.copyOf(packed, length);
  }

  @Override
  public byte[] encode(byte[] plain) {
    ByteArrayOutputStream out = new ByteArrayOutputStream(plain.length + Integer.BYTES);
    out.writeBytes(plain);
    put(out, sum(plain, plain.length));
    return out.toByteArray();
  }

  @Override
  public long most(long plain) {
    return plain + Integer.BYTES;
  }

  private static int sum(byte[] data, int length) {
    CRC32C sum = new CRC32C();
    sum.update(data, 0, length);
    return (int) sum.getValue();
  }

  static void put(ByteArrayOutputStream out, int number) {
    for (int i = 0; i < Integer.BYTES; i++) {
      out.write(number >>> Byte.SIZE * i);
    }
  }
}
