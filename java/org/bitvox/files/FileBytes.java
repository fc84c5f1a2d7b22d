// SPDX-License-Identifier: BSD-2-Clause
package org.bitvox.files;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.concurrent.CancellationException;
import java.util.function.BooleanSupplier;

/** A file that is read at any position; what goes wrong is said with its name. */
final class FileBytes implements AutoCloseable {
  /** Java keeps a copy as large as the largest read, for each thread: read in pieces. */
  private static final int PIECE = 1 << 18;

  private final String name;
  private final FileChannel channel;
  private final BooleanSupplier stopped;
  private final long size;

  private FileBytes(String name, FileChannel channel, BooleanSupplier stopped) throws IOException {
    this.name = name;
    this.channel = channel;
    this.stopped = stopped;
    this.size = channel.size();
  }

  /**
   * Opens a file.
   *
   * @param name what the user calls it
   */
  static FileBytes open(Path path, String name) throws IOException {
    return open(path, name, () -> false);
  }

  /**
   * Opens a file.
   *
   * @param name what the user calls it
   * @param stopped is asked before every piece; true ends reading with a CancellationException
   */
  static FileBytes open(Path path, String name, BooleanSupplier stopped) throws IOException {
    try {
      return new FileBytes(name, FileChannel.open(path, StandardOpenOption.READ), stopped);
    } catch (IOException e) {
      throw new IOException(Messages.notReadable(name, e), e);
    } catch (ExceptionInInitializerError e) {
      throw new IOException(Messages.notReadable(name, Messages.ofFirstChannel(e)), e);
    }
  }

  long size() {
    return size;
  }

  /** Whether all these bytes are there; neither number may be negative. */
  boolean holds(long at, long bytes) {
    return at <= size && bytes <= size - at;
  }

  /** Fills the rest of the buffer with what is at the position. */
  void read(long at, ByteBuffer into) throws IOException {
    int end = into.limit();
    int start = into.position();
    while (into.position() < end) {
      into.limit(Math.min(end, into.position() + PIECE));
      if (channelRead(at + into.position() - start, into) < 0) {
        throw problem(TiffMessages.TRUNCATED);
      }
    }
  }

  private int channelRead(long at, ByteBuffer into) throws IOException {
    if (stopped.getAsBoolean()) {
      throw new CancellationException("stopped");
    }
    try {
      return channel.read(into, at);
    } catch (IOException e) {
      throw new IOException(Messages.notReadable(name, e), e);
    }
  }

  /** What to throw: the file's name and the text. */
  IOException problem(String text) {
    return new IOException(name + ": " + text);
  }

  @Override
  public void close() throws IOException {
    channel.close();
  }
}
