// SPDX-License-Identifier: BSD-2-Clause
package org.bitvox.commands;

import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.file.Path;

/** The pages that a TIFF file announces, by following its directories. */
final class TiffChain {
  private static final int ENTRY_BYTES = 12;

  /** Directories found. */
  final int pages;

  /** Whether the file ends before the last directory does. */
  final boolean cutOff;

  private TiffChain(int pages, boolean cutOff) {
    this.pages = pages;
    this.cutOff = cutOff;
  }

  /** Returns null if the file does not begin like a TIFF. */
  static TiffChain read(Path path) throws IOException {
    try (RandomAccessFile file = new RandomAccessFile(path.toFile(), "r")) {
      long size = file.length();
      int order = size < 8 ? 0 : file.readUnsignedShort();
      boolean little = order == 0x4949;
      if (!little && order != 0x4d4d || number(file, 2, little) != 42) {
        return null;
      }
      int pages = 0;
      long next = number(file, 4, little);
      while (next != 0 && next + 2 <= size) {
        file.seek(next);
        long end = next + 2 + ENTRY_BYTES * number(file, 2, little) + 4;
        if (end > size || end <= next) {
          return new TiffChain(pages, true);
        }
        pages++;
        file.seek(end - 4);
        next = number(file, 4, little);
      }
      return new TiffChain(pages, next != 0 || pages == 0);
    }
  }

  private static long number(RandomAccessFile file, int bytes, boolean little) throws IOException {
    long value = 0;
    for (int i = 0; i < bytes; i++) {
      long next = file.readUnsignedByte();
      value = little ? value | next << (8 * i) : value << 8 | next;
    }
    return value;
  }
}
