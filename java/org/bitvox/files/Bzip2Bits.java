// SPDX-License-Identifier: BSD-2-Clause
package org.bitvox.files;

import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;

/** Bits of a stream, the highest of a byte first. */
final class Bzip2Bits {
  private final InputStream in;
  private final byte[] bytes = new byte[1 << 13];
  private int at;
  private int end;

  private long bits; // that were read and not used, the lowest
  private int count;

  Bzip2Bits(InputStream in) {
    this.in = in;
  }

  /** The next bits, at most 24, which are still there; zeros behind the end. */
  int look(int wanted) throws IOException {
    while (count < wanted && fill()) {
      bits = bits << 8 | bytes[at++] & 0xff;
      count += 8;
    }
    long some = count < wanted ? bits << wanted - count : bits >>> count - wanted;
    return (int) some & (1 << wanted) - 1;
  }

  private boolean fill() throws IOException {
    if (at == end) {
      at = 0;
      end = Math.max(0, in.read(bytes, 0, bytes.length));
    }
    return at < end;
  }

  /** Leaves bits behind that were looked at. */
  void skip(int some) throws IOException {
    if (some > count) {
      throw new EOFException();
    }
    count -= some;
  }

  /** The next bits, at most 24. */
  int read(int wanted) throws IOException {
    int some = look(wanted);
    skip(wanted);
    return some;
  }

  /** Goes to the next byte; whether there is one. */
  boolean align() throws IOException {
    count -= count & 7;
    look(8);
    return count > 0;
  }
}
