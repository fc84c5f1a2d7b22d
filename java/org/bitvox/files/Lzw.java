// SPDX-License-Identifier: BSD-2-Clause
package org.bitvox.files;

/**
 * LZW as TIFF 6.0 has it: codes of 9 to 12 bits, the highest first, wider one code early. The
 * pixels have room for the most bytes of a block.
 */
final class Lzw implements BlockDecoder {
  private static final int CLEAR = 256;
  private static final int END = 257;
  private static final int FIRST = 258;
  private static final int CODES = 4096;

  // Of a code from 258 on: where its string is among the pixels. It is the string of the code
  // before
  // and one more byte, which lies there behind it.
  private final int[] places = new int[CODES];
  private final int[] lengths = new int[CODES];

  private byte[] packed;
  private int length;
  private int at;
  private int bits; // that were read and not used, the lowest
  private int bitCount;

  @Override
  public void decode(byte[] packed, int length, byte[] pixels, int needed, int most)
      throws DamagedBlock {
    this.packed = packed;
    this.length = length;
    at = 0;
    bitCount = 0;
    if (length >= 2 && packed[0] == 0 && (packed[1] & 1) != 0) {
      throw new DamagedBlock(TiffBlockMessages.OLD_LZW);
    }
    if (next(9) != CLEAR) {
      throw new DamagedBlock(TiffBlockMessages.NOT_LZW);
    }
    int to = 0;
    int width = 9;
    int free = FIRST;
    int before = -1; // where the string of the last code begins
    for (int code = next(width); code >= 0 && code != END; code = next(width)) {
      if (code == CLEAR) {
        width = 9;
        free = FIRST;
        before = -1;
        continue;
      }
      if (before >= 0 && free < CODES) {
        places[free] = before;
        lengths[free] = to - before + 1;
        free++;
        width = free >= 2047 ? 12 : free >= 1023 ? 11 : free >= 511 ? 10 : 9;
      }
      if (code >= free) {
        throw new DamagedBlock(TiffBlockMessages.NOT_LZW);
      }
      int count = code < CLEAR ? 1 : lengths[code];
      if (count > most - to) {
        throw new DamagedBlock(TiffBlockMessages.TOO_LONG);
      }
      before = to;
      if (code < CLEAR) {
        pixels[to++] = (byte) code;
      } else {
        for (int from = places[code]; from < places[code] + count; from++) {
          pixels[to++] = pixels[from]; // which the last one may just have written
        }
      }
    }
    if (to < needed) {
      throw DamagedBlock.endsEarly(to, needed);
    }
  }

  /** The next code; -1 at the end. */
  private int next(int width) {
    while (bitCount < width) {
      if (at == length) {
        return -1;
      }
      bits = bits << 8 | packed[at++] & 0xff;
      bitCount += 8;
    }
    bitCount -= width;
    return bits >>> bitCount & (1 << width) - 1;
  }
}
