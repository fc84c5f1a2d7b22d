// SPDX-License-Identifier: BSD-2-Clause
package org.bitvox.files;

import java.nio.ByteBuffer;

/**
 * JPEG of grey pixels, decoded by Java's own reader. Each strip or tile is an image, but for tables
 * that all of the page have in common.
 */
final class Jpeg implements BlockDecoder {
  static final String FORMAT = "jpeg";
  static final int NUMBER = 7;

  private static final int MARK_BYTES = 2; // that an image begins, or ends

  private final JdkReader reader = new JdkReader(FORMAT, "JPEG");
  private final TiffLayout layout;

  Jpeg(TiffLayout layout) {
    this.layout = layout;
  }

  @Override
  public void decode(byte[] packed, int length, byte[] pixels, int needed, int most)
      throws DamagedBlock {
    int width = (int) layout.blockWidth;
    reader.read(file(packed, length), width, needed / width, most / width, pixels, needed);
  }

  /** The image behind the tables, which are an image without pixels. */
  private byte[] file(byte[] packed, int length) {
    byte[] tables = layout.jpegTables;
    int more = Math.max(0, tables.length - MARK_BYTES);
    int marks = more == 0 ? 0 : Math.min(MARK_BYTES, length);
    ByteBuffer file = ByteBuffer.allocate(more + length - marks);
    return file.put(tables, 0, more).put(packed, marks, length - marks).array();
  }

  @Override
  public void close() {
    reader.close();
  }
}
