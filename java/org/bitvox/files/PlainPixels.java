// SPDX-License-Identifier: BSD-2-Clause
package org.bitvox.files;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;

/** Reads values that lie in a file as they are, one after another; on several threads at once. */
final class PlainPixels {
  private static final int BAND_BYTES = 1 << 18;

  private final ByteOrder order;
  private final Queue<ByteBuffer> bands = new ConcurrentLinkedQueue<>(); // one for each thread

  /** Reads values of whole bytes. */
  PlainPixels(ByteOrder order) {
    this.order = order;
  }

  /** Reads count values at a position in the file as those from index first on. */
  void read(FileBytes in, long at, SliceTarget target, int first, int count) throws IOException {
    ByteBuffer band = bands.poll();
    if (band == null) {
      band = ByteBuffer.allocateDirect(BAND_BYTES).order(order);
    }
    int bytes = target.type.bits / Byte.SIZE;
    int most = BAND_BYTES / bytes;
    for (int done = 0; done < count; ) {
      int some = Math.min(most, count - done);
      band.clear();
      band.limit(some * bytes);
      in.read(at + (long) done * bytes, band);
      band.flip();
      target.put(band, first + done, some);
      done += some;
    }
    bands.add(band);
  }
}
