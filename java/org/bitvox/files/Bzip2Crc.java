// SPDX-License-Identifier: BSD-2-Clause
package org.bitvox.files;

/** The checksum of bzip2: CRC-32 with the highest bit first. */
final class Bzip2Crc {
  private static final int POLYNOMIAL = 0x04c11db7;
  private static final int[] TABLE = new int[256];

  static {
    for (int i = 0; i < 256; i++) {
      int sum = i << 24;
      for (int bit = 0; bit < 8; bit++) {
        sum = sum << 1 ^ (sum < 0 ? POLYNOMIAL : 0);
      }
      TABLE[i] = sum;
    }
  }

  private int sum = -1;

  void reset() {
    sum = -1;
  }

  void update(int value) {
    sum = sum << 8 ^ TABLE[sum >>> 24 ^ value];
  }

  int value() {
    return ~sum;
  }
}
