// SPDX-License-Identifier: BSD-2-Clause
package org.bitvox.files;

/** LZW as TIFF 6.0 has it: codes of 9 to 12 bits, the highest first, wider one code early. */
final class Lzw implements BlockDecoder {
  private static final int CLEAR = 256;
  private static final int END = 257;
  private static final int FIRST = 258;
  private static final int CODES = 4096;

  // A code is the string of another code and one more byte.
  private final short[] before = new short[CODES];
  private final byte[] last = new byte[CODES];
  private final byte[] start = new byte[CODES];
  private final int[] lengths = new int[CODES];

  private byte[] packed;
  private int length;
  private int at;
  private int bits; // that were read and not used, the lowest
  private int bitCount;

  Lzw() {
    for (int i = 0; i < CLEAR; i++) {
      last[i] = (byte) i;
      start[i] = (byte) i;
      lengths[i] = 1;
    }
  }

  @Override
  public void decode(byte[] packed, int length, byte[] pixels, int needed, int most)
      throws DamagedBlock {
    this.packed = packed;
    this.length = length;
    at = 0;
    bitCount = 0;
    if (length >= 2 && packed[0] == 0 && (packed[1] & 1) != 0) {
      throw new DamagedBlock(TiffMessages.OLD_LZW);
    }
    if (next(9) != CLEAR) {
      throw new DamagedBlock(TiffMessages.NOT_LZW);
    }
    long to = 0;
    int width = 9;
    int free = FIRST;
    int old = -1;
    for (int code = next(width); code >= 0 && code != END; code = next(width)) {
      if (code == CLEAR) {
        width = 9;
        free = FIRST;
        old = -1;
        continue;
      }
      if (old >= 0 && free < CODES) {
        before[free] = (short) old;
        start[free] = start[old];
        last[free] = start[code < free ? code : old];
        lengths[free] = lengths[old] + 1;
        free++;
        width = free >= 2047 ? 12 : free >= 1023 ? 11 : free >= 511 ? 10 : 9;
      }
      if (code >= free) {
        throw new DamagedBlock(TiffMessages.NOT_LZW);
      }
      if (to + lengths[code] > most) {
        throw new DamagedBlock(TiffMessages.TOO_LONG);
      }
      put(code, pixels, (int) to, needed);
      to += lengths[code];
      old = code;
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

  private void put(int code, byte[] pixels, int to, int needed) {
    int next = code;
    int i = to + lengths[code] - 1;
    for (; i >= needed; i--) {
      next = before[next];
    }
    for (; i >= to; i--) {
      pixels[i] = last[next];
      next = before[next];
    }
  }
}
