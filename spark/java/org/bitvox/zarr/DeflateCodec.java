// SPDX-License-Identifier: BSD-2-Clause
package org.bitvox.zarr;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.util.Arrays;
import java.util.zip.CRC32;
import java.util.zip.Deflater;
import java.util.zip.DeflaterOutputStream;
import java.util.zip.GZIPInputStream;
import java.util.zip.InflaterInputStream;

/** Deflate, in the wrapping of gzip or of zlib; both have a checksum. */
record DeflateCodec(boolean gzip, int level) implements Codec {
  private static final int BAND = 1 << 15;

  @Override
  public byte[] decode(byte[] packed, int most) throws CodecException {
    byte[] data = ChunkBytes.of(most, packed);
    int length = 0;
    try (InputStream in = unpacking(new ByteArrayInputStream(packed))) {
      length = in.readNBytes(data, 0, most);
      if (in.read() >= 0) {
        throw new CodecException("has more than the " + most + " bytes of a chunk");
      }
    } catch (IOException e) {
      throw new CodecException("its " + (gzip ? "gzip" : "zlib") + " data are damaged");
    }
    return length == most ? data : Arrays.copyOf(data, length);
  }

  private InputStream unpacking(InputStream in) throws IOException {
    return gzip ? new GZIPInputStream(in, BAND) : new InflaterInputStream(in);
  }

  @Override
  public byte[] encode(byte[] plain) {
    Deflater deflater = new Deflater(level, gzip);
    ByteArrayOutputStream out = new ByteArrayOutputStream(plain.length / 4 + BAND);
    try {
      if (gzip) {
        out.writeBytes(new byte[] {0x1f, (byte) 0x8b, 8, 0, 0, 0, 0, 0, 0, (byte) 255});
      }
      try (OutputStream packing = new DeflaterOutputStream(out, deflater, BAND)) {
        packing.write(plain);
      }
      if (gzip) {
        CRC32 sum = new CRC32();
        sum.update(plain);
        Crc32cCodec.put(out, (int) sum.getValue());
        Crc32cCodec.put(out, plain.length);
      }
      return out.toByteArray();
    } catch (IOException e) {
      throw new UncheckedIOException(e); // there is none in memory
    } finally {
      deflater.end();
    }
  }
}
