// SPDX-License-Identifier: BSD-2-Clause
package org.bitvox.files;

import java.nio.ByteBuffer;

/** Unsigned numbers of 2 to 15 bits behind one another, the highest bit first. */
final class PackedBits {
  private PackedBits() {}

  /** Turns numbers at the buffer's position into pixels from at on. */
  static void put(ByteBuffer from, int bits, Object pixels, int at, int count) {
    byte[] bytes = pixels instanceof byte[] ? (byte[]) pixels : null;
    short[] shorts = bytes == null ? (short[]) pixels : null;
    int mask = (1 << bits) - 1;
    int next = from.position();
    int found = 0; // bits that were taken and not used, the lowest
    int have = 0;
    for (int i = at; i < at + count; i++) {
      while (have < bits) {
        found = found << 8 | from.get(next++) & 0xff;
        have += 8;
      }
      have -= bits;
      int value = found >>> have & mask;
      if (bytes != null) {
        bytes[i] = (byte) value;
      } else {
        shorts[i] = (short) value;
      }
    }
  }
}
