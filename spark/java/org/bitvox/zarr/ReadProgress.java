// SPDX-License-Identifier: BSD-2-Clause
package org.bitvox.zarr;

import java.util.concurrent.atomic.AtomicLong;
import java.util.function.BooleanSupplier;
import org.bitvox.ProgressListener;

/**
 * Whether to stop, asked by several threads before each chunk. The listener is told by the thread
 * that made this, which works on chunks, too.
 */
final class ReadProgress implements BooleanSupplier {
  private final long chunks;
  private final ProgressListener listener;
  private final Thread caller = Thread.currentThread();
  private final AtomicLong begun = new AtomicLong();
  private volatile boolean stopped;

  ReadProgress(long chunks, ProgressListener listener) {
    this.chunks = chunks;
    this.listener = listener;
  }

  @Override
  public boolean getAsBoolean() {
    long before = begun.getAndIncrement();
    if (Thread.currentThread() == caller && !listener.keepGoing(before, chunks)) {
      stopped = true;
    }
    return stopped;
  }
}
