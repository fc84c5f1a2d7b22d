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

/**
 * Writes a stack slice by slice, little-endian; how the file is laid out is the format's. What lies
 * behind one another is gathered, as a stack may have a million slices of a few bytes.
 */
abstract class SliceWriter implements AutoCloseable {
  private static final int BAND_BYTES = 1 << 20;

  final StackFormat format;
  private final ProgressListener listener;
  private final FileChannel channel;

  /** Bytes that are to be written at a position. */
  private final ByteBuffer band =
      ByteBuffer.allocateDirect(BAND_BYTES).order(ByteOrder.LITTLE_ENDIAN);

  private long bandPosition;

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
    for (int from = 0; from < count; ) {
      int length = Math.min(BAND_BYTES / pixelBytes, count - from);
      ByteBuffer place = place(length * pixelBytes, offset(slice) + (long) from * pixelBytes);
      format.type.put(place, pixels, from, length);
      from += length;
    }
  }

  /** Where a slice begins in the file. */
  abstract long offset(int slice);

  /** Writes what is not pixels. */
  abstract void finish() throws IOException;

  /** All slices are there. */
  final void complete() throws IOException {
    finish();
    flush();
    channel.close();
  }

  /** Writes the bytes of the buffer from its position on. */
  final void write(ByteBuffer bytes, long position) throws IOException {
    ByteBuffer rest = bytes.duplicate();
    long at = position;
    while (rest.hasRemaining()) {
      int some = Math.min(rest.remaining(), BAND_BYTES);
      rest.limit(rest.position() + some);
      place(some, at).put(rest);
      rest.limit(bytes.limit());
      at += some;
    }
  }

  /** Where to put so many bytes that are to lie at a position in the file. */
  private ByteBuffer place(int bytes, long position) throws IOException {
    if (position != bandPosition + band.position() || bytes > band.remaining()) {
      flush();
      bandPosition = position;
    }
    ByteBuffer place = band.duplicate().order(ByteOrder.LITTLE_ENDIAN);
    place.limit(place.position() + bytes);
    band.position(place.limit());
    return place;
  }

  private void flush() throws IOException {
    listener.throwIfStopped();
    band.flip();
    long at = bandPosition;
    while (band.hasRemaining()) {
      at += channel.write(band, at);
    }
    band.clear();
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
