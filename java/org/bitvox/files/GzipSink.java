// SPDX-License-Identifier: BSD-2-Clause
package org.bitvox.files;

import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.TreeMap;
import java.util.zip.Deflater;
import java.util.zip.GZIPOutputStream;

/** Packs bytes one after another: what comes before its turn waits in memory. */
final class GzipSink implements ByteSink {
  private static final int BUFFER = 1 << 16;

  private final OutputStream file;
  private final OutputStream packed;
  private final TreeMap<Long, byte[]> waiting = new TreeMap<>();
  private long written;

  GzipSink(Path path) throws IOException {
    file = new BufferedOutputStream(Files.newOutputStream(path), BUFFER);
    packed = new FastGzip(file);
  }

  @Override
  public void write(ByteBuffer bytes, long position) throws IOException {
    byte[] copy = new byte[bytes.remaining()];
    bytes.get(copy);
    waiting.put(position, copy);
    for (Map.Entry<Long, byte[]> next = waiting.firstEntry();
        next != null && next.getKey() == written;
        next = waiting.firstEntry()) {
      packed.write(next.getValue());
      written += next.getValue().length;
      waiting.remove(next.getKey());
    }
  }

  @Override
  public void complete() throws IOException {
    packed.close();
  }

  @Override
  public void close() {
    try {
      file.close();
    } catch (IOException e) {
      // what was written is removed
    }
  }

  private static final class FastGzip extends GZIPOutputStream {
    FastGzip(OutputStream out) throws IOException {
      super(out, BUFFER);
      def.setLevel(Deflater.BEST_SPEED);
    }
  }
}
