// SPDX-License-Identifier: BSD-2-Clause
package org.bitvox.files;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;

/** Reads pixels that lie in a file as they are, one after another; on several threads at once. */
final class PlainPixels {
  private static final int BAND_BYTES = 1 << 18;

  private final SampleType type;
  private final ByteOrder order;
  private final Queue<ByteBuffer> bands = new ConcurrentLinkedQueue<>(); // one for each thread

  /** Reads pixels of at least 8 bits. */
  PlainPixels(SampleType type, ByteOrder order) {
    this.type = type;
    this.order = order;
  }

  /** Reads count values at a position in the file. */
  Object read(FileBytes in, long at, int count) throws IOException {
    Object pixels = type.pixels(count);
    read(in, at, pixels, 0, count);
    return pixels;
  }

  /** Reads count values at a position in the file into the pixels from index first on. */
  void read(FileBytes in, long at, Object pixels, int first, int count) throws IOException {
    if (pixels instanceof byte[]) {
      in.read(at, ByteBuffer.wrap((byte[]) pixels, first, count));
      return;
    }
    ByteBuffer band = bands.poll();
    if (band == null) {
      band = ByteBuffer.allocateDirect(BAND_BYTES).order(order);
    }
    int most = BAND_BYTES / (int) type.bytes(1);
    for (int done = 0; done < count; ) {
      int some = Math.min(most, count - done);
      band.clear();
      band.limit((int) type.bytes(some));
      in.read(at + type.bytes(done), band);
      band.flip();
      type.put(band, pixels, first + done, some);
      done += some;
    }
    bands.add(band);
  }
}
