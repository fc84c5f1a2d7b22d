// SPDX-License-Identifier: BSD-2-Clause
package org.bitvox.files;

import java.io.IOException;
import java.io.InputStream;

/** What streams of bytes that are written as text share. */
final class TextStreams {
  private TextStreams() {}

  /**
   * Reads byte by byte. That of {@link InputStream} takes an exception behind the first byte for
   * the end of what can be read now, and then goes on behind the wrong word.
   *
   * @return the bytes that were read, -1 at the end
   */
  static int read(InputStream from, byte[] to, int offset, int length) throws IOException {
    int count = 0;
    while (count < length) {
      int next = from.read();
      if (next < 0) {
        return count == 0 ? -1 : count;
      }
      to[offset + count++] = (byte) next;
    }
    return count;
  }
}
