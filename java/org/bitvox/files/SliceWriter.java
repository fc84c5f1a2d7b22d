// SPDX-License-Identifier: BSD-2-Clause
package org.bitvox.files;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Locale;
import org.bitvox.ProgressListener;

/** Writes a stack slice by slice, little-endian; how the file is laid out is the format's. */
abstract class SliceWriter implements AutoCloseable {
  private static final int BAND_BYTES = 1 << 20;

  final StackFormat format;
  private final ProgressListener listener;
  private final FileChannel channel;
  private final ByteBuffer band =
      ByteBuffer.allocateDirect(BAND_BYTES).order(ByteOrder.LITTLE_ENDIAN);

  SliceWriter(Path path, StackFormat format, ProgressListener listener) throws IOException {
    this.format = format;
    this.listener = listener;
    channel = FileChannel.open(path, StandardOpenOption.WRITE);
  }

  /**
   * Begins a stack in an existing file.
   *
   * @param name the user's, which says by its ending of which format
   * @param listener may stop the writing, by a CancellationException
   */
  static SliceWriter create(Path path, String name, StackFormat format, ProgressListener listener)
      throws IOException {
    boolean raw = name.toLowerCase(Locale.ROOT).endsWith(".raw");
    return raw ? new RawWriter(path, format, listener) : new TiffWriter(path, format, listener);
  }

  /**
   * Writes a slice, from 0.
   *
   * @param pixels width * height values of the format's type, x fastest
   */
  void write(int slice, Object pixels) throws IOException {
    int pixelBytes = format.type.bytes;
    int count = Math.multiplyExact(format.width, format.height);
    int most = BAND_BYTES / pixelBytes;
    for (long from = 0; from < count; from += most) {
      int length = (int) Math.min(most, count - from);
      band.clear();
      format.type.put(band, pixels, (int) from, length);
      band.position(0);
      band.limit(length * pixelBytes);
      writeFully(band, offset(slice) + from * pixelBytes);
    }
  }

  /** Where a slice begins in the file. */
  abstract long offset(int slice);

  /** Writes what is not pixels. */
  abstract void finish() throws IOException;

  /** All slices are there. */
  final void complete() throws IOException {
    finish();
    channel.close();
  }

  final void writeFully(ByteBuffer buffer, long position) throws IOException {
    listener.throwIfStopped();
    long at = position;
    while (buffer.hasRemaining()) {
      at += channel.write(buffer, at);
    }
  }

  /** Gives the file up, unless it is complete. */
  @Override
  public final void close() {
    try {
      channel.close();
    } catch (IOException e) {
      // what was written is removed
    }
  }
}
