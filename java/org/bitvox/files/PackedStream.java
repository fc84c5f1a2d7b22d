// SPDX-License-Identifier: BSD-2-Clause
package org.bitvox.files;

import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;

/** A file from a position on. It is opened anew for each slice: see {@link #from}. */
final class PackedStream extends InputStream {
  private final ByteBuffer buffer = ByteBuffer.allocate(1 << 16);
  private FileBytes in;
  private long at;

  PackedStream(FileBytes in, long at) {
    this.in = in;
    this.at = at;
    buffer.limit(0);
  }

  /** Goes on in the same file, opened again. */
  void from(FileBytes newIn) {
    in = newIn;
  }

  @Override
  public int read() throws IOException {
    return fill() ? buffer.get() & 0xff : -1;
  }

  @Override
  public int read(byte[] to, int from, int length) throws IOException {
    if (length == 0) {
      return 0;
    }
    if (!fill()) {
      return -1;
    }
    int some = Math.min(length, buffer.remaining());
    buffer.get(to, from, some);
    return some;
  }

  /** Whether the packed bytes begin with these. */
  boolean startsWith(int first, int second) throws IOException {
    return fill()
        && buffer.remaining() >= 2
        && (buffer.get(buffer.position()) & 0xff) == first
        && (buffer.get(buffer.position() + 1) & 0xff) == second;
  }

  @Override
  public int available() {
    return buffer.hasRemaining() || at < in.size() ? 1 : 0;
  }

  private boolean fill() throws IOException {
    if (!buffer.hasRemaining() && at < in.size()) {
      buffer.clear();
      buffer.limit((int) Math.min(buffer.capacity(), in.size() - at));
      in.read(at, buffer);
      buffer.flip();
      at += buffer.limit();
    }
    return buffer.hasRemaining();
  }
}
