// SPDX-License-Identifier: BSD-2-Clause
package org.bitvox.zarr;

import java.io.IOException;
import java.util.concurrent.CancellationException;
import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.BooleanSupplier;
import java.util.stream.IntStream;

/** Work on several parts of an image at once. */
public final class InParallel {
  private InParallel() {}

  /** Work on one of them. */
  public interface Part {
    void run(int number) throws IOException;
  }

  /** New arrays of that length: the system clears large ones as they are first touched. */
  static byte[][] arrays(int count, int length) {
    return IntStream.range(0, count)
        .parallel()
        .mapToObj(number -> new byte[length])
        .toArray(byte[][]::new);
  }

  /**
   * Does all, each thread the next one as long as there is one. The first failure, or a wish to
   * stop, ends it, when none of them goes on any more: what they work on can be closed then.
   */
  public static void run(int parts, BooleanSupplier stopped, Part part) throws IOException {
    AtomicReference<Throwable> failure = new AtomicReference<>();
    AtomicLong next = new AtomicLong();
    int threads = Math.min(parts, ForkJoinPool.getCommonPoolParallelism() + 1);
    IntStream.range(0, threads)
        .parallel()
        .forEach(
            thread -> {
              for (long number = next.getAndIncrement();
                  number < parts && failure.get() == null;
                  number = next.getAndIncrement()) {
                try {
                  if (stopped.getAsBoolean()) {
                    throw new CancellationException("stopped");
                  }
                  part.run((int) number);
                } catch (IOException | RuntimeException | Error e) {
                  failure.compareAndSet(null, e);
                }
              }
            });
    if (failure.get() != null) {
      throw failure(failure.get());
    }
  }

  /** What to throw for what has ended work on another thread; errors and the like it throws. */
  public static IOException failure(Throwable cause) {
    if (cause instanceof IOException failed) {
      return failed;
    }
    if (cause instanceof Error error) {
      throw error;
    }
    throw (RuntimeException) cause;
  }
}
