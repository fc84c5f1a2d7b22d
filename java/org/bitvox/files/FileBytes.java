// SPDX-License-Identifier: BSD-2-Clause
package org.bitvox.files;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Queue;
import java.util.concurrent.CancellationException;
import java.util.function.BooleanSupplier;

/**
 * A file that is read at any position; what goes wrong is said with its name. Small pieces that lie
 * near one another are read at once, as a stack may have a million slices of a few bytes.
 */
final class FileBytes implements AutoCloseable {
  /** Java keeps a copy as large as the largest read, for each thread: read in pieces. */
  private static final int PIECE = 1 << 18;

  private static final int WINDOW_BYTES = 1 << 13;

  private final String name;
  private final FileChannel channel;
  private final Queue<FileBytes> idle; // null where it is closed when it is done
  private final long size;
  private volatile BooleanSupplier stopped;

  /** Two, as directories and pixels are often read in turn; the first was used last. */
  private Window window = new Window();

  private Window other = new Window();

  private FileBytes(
      String name, FileChannel channel, BooleanSupplier stopped, Queue<FileBytes> idle)
      throws IOException {
    this.name = name;
    this.channel = channel;
    this.stopped = stopped;
    this.idle = idle;
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
    return open(path, name, stopped, null);
  }

  /** The same of a file that is put there open when it is done, for the next one to take it. */
  static FileBytes open(Path path, String name, BooleanSupplier stopped, Queue<FileBytes> idle)
      throws IOException {
    FileBytes open = idle == null ? null : idle.poll();
    if (open != null) {
      open.stopped = stopped;
      return open;
    }
    try {
      return new FileBytes(name, FileChannel.open(path, StandardOpenOption.READ), stopped, idle);
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
    if (into.remaining() <= WINDOW_BYTES / 2) {
      readFromWindow(at, into);
      return;
    }
    int end = into.limit();
    int start = into.position();
    while (into.position() < end) {
      into.limit(Math.min(end, into.position() + PIECE));
      if (channelRead(at + into.position() - start, into) < 0) {
        throw problem(TiffMessages.TRUNCATED);
      }
    }
  }

  private synchronized void readFromWindow(long at, ByteBuffer into) throws IOException {
    throwIfStopped();
    if (!window.holds(at, into.remaining())) {
      Window before = window;
      window = other;
      other = before;
    }
    if (!window.holds(at, into.remaining())) {
      fill(window, at);
    }
    if (!window.holds(at, into.remaining())) {
      throw problem(TiffMessages.TRUNCATED);
    }
    window.copy(at, into);
  }

  private void fill(Window window, long at) throws IOException {
    ByteBuffer bytes = window.begin(at);
    try {
      while (bytes.hasRemaining() && channelRead(at + bytes.position(), bytes) >= 0) {
        continue;
      }
    } finally {
      bytes.flip();
    }
  }

  /** What lies in the file from a position on. */
  private static final class Window {
    private ByteBuffer bytes = ByteBuffer.allocate(0);
    private long position;

    /** Bytes to be filled with what lies there. */
    ByteBuffer begin(long at) {
      position = at;
      bytes = bytes.capacity() == 0 ? ByteBuffer.allocate(WINDOW_BYTES) : bytes;
      bytes.clear();
      return bytes;
    }

    boolean holds(long at, int length) {
      return at >= position && at - position <= bytes.limit() - length;
    }

    void copy(long at, ByteBuffer into) {
      ByteBuffer part = bytes.duplicate();
      part.position((int) (at - position));
      part.limit(part.position() + into.remaining());
      into.put(part);
    }
  }

  private void throwIfStopped() {
    if (stopped.getAsBoolean()) {
      throw new CancellationException("stopped");
    }
  }

  private int channelRead(long at, ByteBuffer into) throws IOException {
    throwIfStopped();
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
    if (idle == null || !channel.isOpen()) {
      channel.close();
    } else {
      idle.add(this);
    }
  }

  /** Closes those that are put there. */
  static void closeAll(Queue<FileBytes> idle) {
    for (FileBytes file = idle.poll(); file != null; file = idle.poll()) {
      try {
        file.channel.close();
      } catch (IOException e) {
        continue; // it was only read
      }
    }
  }
}
