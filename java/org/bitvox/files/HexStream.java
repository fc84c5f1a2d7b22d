// SPDX-License-Identifier: BSD-2-Clause
package org.bitvox.files;

import java.io.IOException;
import java.io.InputStream;

/** Bytes written as two hexadecimal digits each, with white space anywhere. */
final class HexStream extends InputStream {
  private final InputStream digits;

  HexStream(InputStream digits) {
    this.digits = digits;
  }

  @Override
  public int read() throws IOException {
    int high = digit();
    if (high < 0) {
      return -1;
    }
    int low = digit();
    return low < 0 ? -1 : high << 4 | low;
  }

  /** As {@link InputStream} has it, but what is wrong behind the first byte is not passed over. */
  @Override
  public int read(byte[] to, int offset, int length) throws IOException {
    return TextStreams.read(this, to, offset, length);
  }

  private int digit() throws IOException {
    int letter = digits.read();
    while (letter == ' ' || letter >= '\t' && letter <= '\r') {
      letter = digits.read();
    }
    if (letter < 0) {
      return -1;
    }
    int digit = Character.digit(letter, 16);
    if (digit < 0) {
      throw new BadTextException(VolumeMessages.notHex((char) letter));
    }
    return digit;
  }
}
