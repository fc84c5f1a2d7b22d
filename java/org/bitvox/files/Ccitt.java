// SPDX-License-Identifier: BSD-2-Clause
package org.bitvox.files;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;

/**
 * CCITT's codes of black and white runs, decoded by Java's own reader of TIFF: it gets each strip
 * or tile as a file that has nothing else, so that it sees no tags but those that are sure.
 */
final class Ccitt implements BlockDecoder {
  static final String FORMAT = "tiff";

  private static final int SHORT = 3;
  private static final int LONG = 4;
  private static final int HEADER_BYTES = 8;
  private static final int ENTRIES = 10;
  private static final int START = HEADER_BYTES + 2 + ENTRIES * 12 + 4;

  private final JdkReader reader = new JdkReader(FORMAT, "CCITT fax");
  private final TiffLayout layout;

  Ccitt(TiffLayout layout) {
    this.layout = layout;
  }

  @Override
  public void decode(byte[] packed, int length, byte[] pixels, int needed, int most)
      throws DamagedBlock {
    int rows = needed / (int) layout.blockRowBytes();
    reader.read(file(packed, length, rows), (int) layout.blockWidth, rows, rows, pixels, needed);
  }

  private byte[] file(byte[] packed, int length, int rows) {
    ByteBuffer file = ByteBuffer.allocate(START + length).order(ByteOrder.LITTLE_ENDIAN);
    file.putShort((short) 0x4949).putShort((short) 42).putInt(HEADER_BYTES);
    file.putShort((short) ENTRIES);
    put(file, TiffTag.IMAGE_WIDTH, LONG, (int) layout.blockWidth);
    put(file, TiffTag.IMAGE_LENGTH, LONG, rows);
    put(file, TiffTag.BITS_PER_SAMPLE, SHORT, 1);
    put(file, TiffTag.COMPRESSION, SHORT, layout.compression);
    put(file, TiffTag.PHOTOMETRIC, SHORT, 1); // bits stay as they are
    put(file, TiffTag.STRIP_OFFSETS, LONG, START);
    put(file, TiffTag.SAMPLES_PER_PIXEL, SHORT, 1);
    put(file, TiffTag.ROWS_PER_STRIP, LONG, rows);
    put(file, TiffTag.STRIP_BYTE_COUNTS, LONG, length);
    put(file, TiffTag.FAX_OPTIONS, LONG, layout.faxOptions);
    file.putInt(0).put(packed, 0, length);
    return file.array();
  }

  private static void put(ByteBuffer file, TiffTag tag, int type, int value) {
    file.putShort((short) tag.number).putShort((short) type).putInt(1).putInt(value);
  }

  @Override
  public void close() {
    reader.close();
  }
}
