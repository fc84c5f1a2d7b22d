// SPDX-License-Identifier: BSD-2-Clause
package org.bitvox.files;

import java.io.IOException;
import java.util.zip.ZipException;

/** The codes of a block of bzip2: which bytes there are, Huffman codes, and ranks of bytes. */
final class Bzip2Codes {
  private static final int LONGEST = 20;
  private static final int GROUP = 50; // symbols by one table

  private final Bzip2Bits bits;
  private final int[] ranks = new int[256]; // the byte of every rank
  private int used;

  // Of each table: the largest code of a length, what to add to it, and the symbols in this order.
  private int[][] limits;
  private int[][] offsets;
  private int[][] symbols;
  private int[] selectors;

  Bzip2Codes(Bzip2Bits bits) {
    this.bits = bits;
  }

  /**
   * Reads the sorted bytes of a block.
   *
   * @param counts of every byte, which are 0
   * @return how many there are
   */
  int read(int[] block, int[] counts) throws IOException {
    readUsed();
    int tables = bits.read(3);
    if (tables < 2 || tables > 6) {
      throw new ZipException("damaged");
    }
    readSelectors(tables);
    limits = new int[tables][];
    offsets = new int[tables][];
    symbols = new int[tables][];
    for (int table = 0; table < tables; table++) {
      readTable(table);
    }
    return readSymbols(block, counts);
  }

  private void readUsed() throws IOException {
    int ranges = bits.read(16);
    for (int range = 0; range < 16; range++) {
      int map = (ranges >> 15 - range & 1) == 0 ? 0 : bits.read(16);
      for (int i = 0; i < 16; i++) {
        if ((map >> 15 - i & 1) != 0) {
          ranks[used++] = 16 * range + i;
        }
      }
    }
    if (used == 0) {
      throw new ZipException("damaged");
    }
  }

  private void readSelectors(int tables) throws IOException {
    selectors = new int[bits.read(15)];
    int[] order = {0, 1, 2, 3, 4, 5};
    for (int i = 0; i < selectors.length; i++) {
      int rank = 0;
      while (bits.read(1) != 0) {
        if (++rank == tables) {
          throw new ZipException("damaged");
        }
      }
      selectors[i] = toFront(order, rank);
    }
  }

  private static int toFront(int[] order, int rank) {
    int value = order[rank];
    System.arraycopy(order, 0, order, 1, rank);
    order[0] = value;
    return value;
  }

  /** Lengths of codes, each as a difference from that before, and from them the codes. */
  private void readTable(int table) throws IOException {
    int[] lengths = new int[used + 2];
    int[] counts = new int[LONGEST + 2];
    int length = bits.read(5);
    for (int symbol = 0; symbol < lengths.length; symbol++) {
      while (bits.read(1) != 0) {
        length += bits.read(1) == 0 ? 1 : -1;
        if (length < 1 || length > LONGEST) {
          throw new ZipException("damaged");
        }
      }
      if (length < 1 || length > LONGEST) {
        throw new ZipException("damaged");
      }
      lengths[symbol] = length;
      counts[length]++;
    }
    int[] limit = new int[LONGEST + 1];
    int[] offset = new int[LONGEST + 1];
    int[] sorted = new int[lengths.length];
    int code = 0;
    int before = 0;
    for (int bitCount = 1; bitCount <= LONGEST; bitCount++) {
      offset[bitCount] = before - code;
      code += counts[bitCount];
      limit[bitCount] = code - 1;
      before += counts[bitCount];
      code <<= 1;
    }
    int at = 0;
    for (int bitCount = 1; bitCount <= LONGEST; bitCount++) {
      for (int symbol = 0; symbol < lengths.length; symbol++) {
        if (lengths[symbol] == bitCount) {
          sorted[at++] = symbol;
        }
      }
    }
    limits[table] = limit;
    offsets[table] = offset;
    symbols[table] = sorted;
  }

  private int symbol(int table) throws IOException {
    int[] limit = limits[table];
    int code = bits.look(LONGEST);
    for (int length = 1; length <= LONGEST; length++) {
      int own = code >>> LONGEST - length;
      if (own <= limit[length]) {
        int place = own + offsets[table][length];
        if (place < 0 || place >= symbols[table].length) {
          break;
        }
        bits.skip(length);
        return symbols[table][place];
      }
    }
    throw new ZipException("damaged");
  }

  /** Ranks, and lengths of runs of the first rank in digits 1 and 2 from the lowest on. */
  private int readSymbols(int[] block, int[] counts) throws IOException {
    int size = 0;
    long run = 0;
    long digit = 1;
    for (int i = 0; ; i++) {
      if (i / GROUP >= selectors.length) {
        throw new ZipException("damaged");
      }
      int symbol = symbol(selectors[i / GROUP]);
      if (symbol < 2) {
        run += digit << symbol;
        digit <<= 1;
        if (run > block.length - size) {
          throw new ZipException("damaged");
        }
        continue;
      }
      counts[ranks[0]] += (int) run;
      for (; run > 0; run--) {
        block[size++] = ranks[0];
      }
      digit = 1;
      if (symbol == used + 1) {
        return size;
      }
      if (size == block.length) {
        throw new ZipException("damaged");
      }
      int value = toFront(ranks, symbol - 1);
      counts[value]++;
      block[size++] = value;
    }
  }
}
