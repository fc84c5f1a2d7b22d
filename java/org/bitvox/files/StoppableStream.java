// SPDX-License-Identifier: BSD-2-Clause
package org.bitvox.files;

import java.io.BufferedWriter;
import java.io.FilterOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.OutputStreamWriter;
import java.io.Writer;
import java.nio.charset.Charset;
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

  /** Writes text to an existing file. */
  public static Writer text(Path path, Charset charset, ProgressListener listener)
      throws IOException {
    OutputStream file = Files.newOutputStream(path);
    return new Text(file, new OutputStreamWriter(new StoppableStream(file, listener), charset));
  }

  @Override
  public void write(byte[] bytes, int from, int length) throws IOException {
    listener.throwIfStopped();
    out.write(bytes, from, length);
  }

  /** Java's own writer leaves a file open if its last bytes cannot be written. */
  private static final class Text extends BufferedWriter {
    private final OutputStream file;

    Text(OutputStream file, Writer to) {
      super(to);
      this.file = file;
    }

    @Override
    public void close() throws IOException {
      try {
        super.close();
      } finally {
        file.close();
      }
    }
  }
}
