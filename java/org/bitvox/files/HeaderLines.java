// SPDX-License-Identifier: BSD-2-Clause
package org.bitvox.files;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;

/** The lines of text that a file begins with, after the mark of UTF-8 if it has one. */
final class HeaderLines {
  private static final int MOST_BYTES = 1 << 22;

  private final FileBytes in;
  private final PackedStream bytes;
  private int read;

  HeaderLines(FileBytes in) throws IOException {
    this.in = in;
    ByteBuffer start = ByteBuffer.allocate((int) Math.min(4, in.size()));
    in.read(0, start);
    read = MarkedText.markIn(start.array());
    bytes = new PackedStream(in, read);
  }

  /** The next line, which ends with LF or CR LF; null at the end of the file. */
  String next() throws IOException {
    ByteArrayOutputStream line = new ByteArrayOutputStream();
    for (int letter = letter(); letter != '\n'; letter = letter()) {
      if (letter < 0) {
        if (line.size() == 0) {
          return null;
        }
        break;
      }
      line.write(letter);
    }
    String text = new String(line.toByteArray(), StandardCharsets.UTF_8);
    return text.endsWith("\r") ? text.substring(0, text.length() - 1) : text;
  }

  private int letter() throws IOException {
    int letter = bytes.read();
    if (letter >= 0 && ++read > MOST_BYTES) {
      throw in.problem(VolumeMessages.longHeader(MOST_BYTES));
    }
    return letter;
  }

  /** Where the next line begins. */
  long position() {
    return read;
  }
}
