// SPDX-License-Identifier: BSD-2-Clause
package org.bitvox.files;

import java.io.FilterOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import org.bitvox.ProgressListener;

/** To a file, until the user wants to stop: then a CancellationException. */
public final class StoppableStream extends FilterOutputStream {
  private final ProgressListener listener;

  private StoppableStream(OutputStream out, ProgressListener listener) {
    super(out);
    this.listener = listener;
  }

  /** Writes to an existing file. */
  public static OutputStream to(Path path, ProgressListener listener) throws IOException {
    return new StoppableStream(Files.newOutputStream(path), listener);
  }

  @Override
  public void write(byte[] bytes, int from, int length) throws IOException {
    listener.throwIfStopped();
    out.write(bytes, from, length);
  }
}
