// SPDX-License-Identifier: BSD-2-Clause
package org.bitvox.files;

import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.util.zip.ZipException;

/**
 * Unpacks bzip2, which the JDK does not have. A file is one or more streams of blocks; a block is
 * runs of bytes, sorted by what follows them (Burrows and Wheeler), then their ranks, in Huffman
 * codes.
 */
final class Bzip2Stream extends InputStream {
  private static final long BLOCK = 0x314159265359L; // pi
  private static final long END = 0x177245385090L; // the square root of it
  private static final int LEVEL_BYTES = 100000;
  private static final int RUN = 4; // equal bytes, behind which the number of more of them comes

  private final Bzip2Bits bits;
  private final Bzip2Crc crc = new Bzip2Crc();
  private final byte[] one = new byte[1];
  private int[] block = new int[0];
  private int blockSum;
  private int sumOfSums;
  private boolean ended;

  // What is left of a block: where the next byte is, and of how many; the run at its beginning.
  private int next;
  private int left;
  private int repeats;
  private int last = -1;
  private int equal;

  /** Of bytes from here on. */
  Bzip2Stream(InputStream packed) throws IOException {
    bits = new Bzip2Bits(packed);
    if (!begin()) {
      throw new EOFException();
    }
  }

  @Override
  public int read() throws IOException {
    return read(one, 0, 1) < 0 ? -1 : one[0] & 0xff;
  }

  @Override
  public int read(byte[] to, int from, int length) throws IOException {
    int done = 0;
    while (done < length) {
      if (repeats > 0) {
        repeats--;
        put(to, from + done++, last);
      } else if (left > 0) {
        int value = pop();
        if (equal == RUN) {
          repeats = value;
          equal = 0;
        } else {
          equal = value == last ? equal + 1 : 1;
          last = value;
          put(to, from + done++, value);
        }
      } else if (ended || !nextBlock()) {
        ended = true;
        return done == 0 && length > 0 ? -1 : done;
      }
    }
    return done;
  }

  private void put(byte[] to, int at, int value) {
    to[at] = (byte) value;
    crc.update(value);
  }

  /** Follows the chain of sorted bytes: place of the next above the byte. */
  private int pop() {
    int entry = block[next];
    next = entry >>> 8;
    left--;
    return entry & 0xff;
  }

  /** Whether another stream begins, on a byte. */
  private boolean begin() throws IOException {
    if (!bits.align()) {
      return false;
    }
    int level = bits.read(24) == ('B' << 16 | 'Z' << 8 | 'h') ? bits.read(8) - '0' : 0;
    if (level < 1 || level > 9) {
      throw new ZipException("no bzip2");
    }
    if (block.length < level * LEVEL_BYTES) {
      block = new int[level * LEVEL_BYTES];
    }
    sumOfSums = 0;
    blockSum = 0;
    crc.reset();
    return true;
  }

  private boolean nextBlock() throws IOException {
    check(blockSum);
    for (; ; ) {
      long mark = (long) bits.read(24) << 24 | bits.read(24);
      int sum = bits.read(16) << 16 | bits.read(16);
      if (mark == BLOCK) {
        blockSum = sum;
        sumOfSums = Integer.rotateLeft(sumOfSums, 1) ^ sum;
        readBlock();
        return true;
      }
      if (mark != END || sum != sumOfSums) {
        throw new ZipException("damaged");
      }
      if (!begin()) {
        return false;
      }
    }
  }

  private void check(int expected) throws IOException {
    if (crc.value() != expected) {
      throw new ZipException("checksum");
    }
    crc.reset();
    last = -1;
    equal = 0;
  }

  private void readBlock() throws IOException {
    if (bits.read(1) != 0) {
      throw new ZipException("of before 1997");
    }
    int first = bits.read(24);
    int[] counts = new int[256];
    int size = new Bzip2Codes(bits).read(block, counts);
    if (first >= size) {
      throw new ZipException("damaged");
    }
    int[] places = new int[256];
    for (int value = 1; value < 256; value++) {
      places[value] = places[value - 1] + counts[value - 1];
    }
    for (int i = 0; i < size; i++) {
      block[places[block[i] & 0xff]++] |= i << 8;
    }
    next = block[first] >>> 8;
    left = size;
  }
}
