// SPDX-License-Identifier: BSD-2-Clause
package org.bitvox.files;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/**
 * Writes bytes to a file as they are. What lies behind one another is gathered, as a stack may have
 * a million slices of a few bytes.
 */
final class ChannelSink implements ByteSink {
  private static final int BAND_BYTES = 1 << 20;

  private final FileChannel channel;
  private final ByteBuffer band = ByteBuffer.allocateDirect(BAND_BYTES);
  private long bandPosition;

  ChannelSink(Path path) throws IOException {
    channel = FileChannel.open(path, StandardOpenOption.WRITE);
  }

  @Override
  public void write(ByteBuffer bytes, long position) throws IOException {
    if (position != bandPosition + band.position() || bytes.remaining() > band.remaining()) {
      flush();
      bandPosition = position;
    }
    if (bytes.remaining() < BAND_BYTES) {
      band.put(bytes);
    } else {
      bandPosition = writeAll(bytes, position);
    }
  }

  private void flush() throws IOException {
    band.flip();
    writeAll(band, bandPosition);
    band.clear();
  }

  /** Returns the position behind what was written. */
  private long writeAll(ByteBuffer bytes, long position) throws IOException {
    long at = position;
    while (bytes.hasRemaining()) {
      at += channel.write(bytes, at);
    }
    return at;
  }

  @Override
  public void complete() throws IOException {
    flush();
    channel.close();
  }

  @Override
  public void close() {
    try {
      channel.close();
    } catch (IOException e) {
      // what was written is removed
    }
  }
}
