// SPDX-License-Identifier: BSD-2-Clause
package org.bitvox.files;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;

/** Undoes what makes rows easier to pack: pixels are stored as differences along x. */
final class Predictor {
  static final int NONE = 1;
  static final int HORIZONTAL = 2;
  static final int FLOATING_POINT = 3;

  private Predictor() {}

  /**
   * Undoes differences.
   *
   * @param block rows of pixels, in its byte order
   * @param width values of a row
   * @param bytes of a value: 1, 2, 4 or 8
   * @param samples values of a pixel; the differences are those to the pixel before
   */
  static void undo(int predictor, ByteBuffer block, int width, int rows, int bytes, int samples) {
    byte[] plain = predictor == FLOATING_POINT ? new byte[width * bytes] : null;
    for (int y = 0; y < rows; y++) {
      int row = y * width * bytes;
      if (predictor == HORIZONTAL) {
        addUp(block, row, width, bytes, samples);
      } else if (predictor == FLOATING_POINT) {
        addUp(block, row, width * bytes, 1, samples);
        gather(block, row, width, bytes, plain);
      }
    }
  }

  private static void addUp(ByteBuffer block, int row, int count, int bytes, int samples) {
    int end = row + count * bytes;
    int before = bytes * samples;
    int first = row + before;
    switch (bytes) {
      case 1:
        for (int i = first; i < end; i++) {
          block.put(i, (byte) (block.get(i) + block.get(i - before)));
        }
        break;
      case 2:
        for (int i = first; i < end; i += 2) {
          block.putShort(i, (short) (block.getShort(i) + block.getShort(i - before)));
        }
        break;
      case 4:
        for (int i = first; i < end; i += 4) {
          block.putInt(i, block.getInt(i) + block.getInt(i - before));
        }
        break;
      default:
        for (int i = first; i < end; i += 8) {
          block.putLong(i, block.getLong(i) + block.getLong(i - before));
        }
        break;
    }
  }

  /** The row holds the highest bytes of all pixels, then the next ones: puts pixels together. */
  private static void gather(ByteBuffer block, int row, int width, int bytes, byte[] plain) {
    boolean highestFirst = block.order() == ByteOrder.BIG_ENDIAN;
    for (int b = 0; b < bytes; b++) {
      int place = highestFirst ? b : bytes - 1 - b;
      for (int x = 0; x < width; x++) {
        plain[x * bytes + place] = block.get(row + b * width + x);
      }
    }
    ByteBuffer to = block.duplicate();
    to.position(row);
    to.put(plain);
  }
}
