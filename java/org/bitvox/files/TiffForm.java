// SPDX-License-Identifier: BSD-2-Clause
package org.bitvox.files;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Path;

/** The first bytes of a TIFF: its byte order, and whether offsets have 32 or 64 bits (BigTIFF). */
final class TiffForm {
  private static final int CLASSIC = 42;
  private static final int BIG = 43;

  final ByteOrder order;
  final boolean big;

  /** Where the first directory is. */
  final long first;

  private TiffForm(ByteOrder order, boolean big, long first) {
    this.order = order;
    this.big = big;
    this.first = first;
  }

  /** Whether a file that begins with these bytes is a TIFF, classic or big. */
  static boolean isTiff(byte[] start, Path path) {
    boolean little = start.length >= 4 && start[0] == 'I' && start[1] == 'I' && start[3] == 0;
    boolean large = start.length >= 4 && start[0] == 'M' && start[1] == 'M' && start[2] == 0;
    int version = little ? start[2] : large ? start[3] : 0;
    return version == CLASSIC || version == BIG;
  }

  static TiffForm read(FileBytes in) throws IOException {
    ByteBuffer start = ByteBuffer.allocate(16); // zeros where the file is shorter
    start.limit((int) Math.min(16, in.size()));
    in.read(0, start);
    start.clear();
    int marks = start.getShort(0);
    boolean little = marks == 0x4949;
    start.order(little ? ByteOrder.LITTLE_ENDIAN : ByteOrder.BIG_ENDIAN);
    int version = start.getShort(2);
    boolean classic = version == CLASSIC && in.size() >= 8;
    boolean big = version == BIG && in.size() >= 16 && start.getInt(4) == bigOffsets(little);
    if (!little && marks != 0x4d4d || !classic && !big) {
      throw in.problem(TiffMessages.NOT_TIFF);
    }
    return new TiffForm(start.order(), big, big ? start.getLong(8) : start.getInt(4) & 0xffffffffL);
  }

  /** A BigTIFF says that its offsets have 8 bytes, followed by a zero. */
  private static int bigOffsets(boolean little) {
    return little ? 8 : 8 << 16;
  }

  /** Of what is read here. */
  int headerBytes() {
    return big ? 16 : 8;
  }

  /** Bytes of the number of entries. */
  int countBytes() {
    return big ? 8 : 2;
  }

  int entryBytes() {
    return big ? 20 : 12;
  }

  int offsetBytes() {
    return big ? 8 : 4;
  }

  /** The offset, unsigned where it has 32 bits, at the buffer's position. */
  long offset(ByteBuffer from) {
    return big ? from.getLong() : from.getInt() & 0xffffffffL;
  }
}
