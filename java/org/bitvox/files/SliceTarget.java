// SPDX-License-Identifier: BSD-2-Clause
package org.bitvox.files;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.concurrent.atomic.AtomicLong;

/**
 * A slice while it is read: takes the values of a file, run by run in any order, from several
 * threads if need be.
 */
abstract class SliceTarget {
  private static final int ZEROS = 1 << 12; // bytes at once

  /** Of the values that it takes. */
  final SampleType type;

  /** byte[], short[] or float[]; where values are kept as they are, any array of numbers. */
  final Object array;

  /** Threads that may unpack values for it. */
  final int threads;

  private final AtomicLong rounded = new AtomicLong();

  private SliceTarget(SampleType type, Object array, int threads) {
    this.type = type;
    this.array = array;
    this.threads = threads;
  }

  /** Takes values at the buffer's position, in its byte order, as those from at on. */
  final void put(ByteBuffer from, int at, int count) {
    int changed = place(from, at, count);
    if (changed > 0) {
      rounded.addAndGet(changed);
    }
  }

  /** Takes zeros that are not in the file as the values from at on. */
  final void zeros(int at, int count) {
    if (type.offset != 0) { // else they are there already
      int some = (int) Math.min(count, ZEROS / type.bytes(1));
      for (int done = 0; done < count; done += some) {
        place(ByteBuffer.allocate(ZEROS), at + done, Math.min(some, count - done));
      }
    }
  }

  abstract int place(ByteBuffer from, int at, int count);

  /** Takes values that lie in the file one after another, from this position on. */
  final void read(FileBytes in, long position, int at, int count, PlainPixels plain)
      throws IOException {
    if (type == SampleType.BYTE) {
      in.read(position, ByteBuffer.wrap((byte[]) array, at, count));
    } else {
      plain.read(in, position, this, at, count);
    }
  }

  /** How many values are no longer what they were in the file. */
  final long rounded() {
    return rounded.get();
  }

  /** Pixels as ImageJ holds them. */
  static SliceTarget pixels(SampleType type, int count, int threads) {
    return new SliceTarget(type, type.pixels(count), threads) {
      @Override
      int place(ByteBuffer from, int at, int many) {
        return type.put(from, array, at, many);
      }
    };
  }

  /** The values as they are in the file. */
  static SliceTarget values(SampleType type, int count, int threads) {
    return new SliceTarget(type, type.values(count), threads) {
      @Override
      int place(ByteBuffer from, int at, int many) {
        type.keep(from, array, at, many);
        return 0;
      }
    };
  }
}
