// SPDX-License-Identifier: BSD-2-Clause
package org.bitvox.zarr;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.concurrent.CancellationException;
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

  /** Does all; the first failure, or a wish to stop, ends it. */
  public static void run(int parts, BooleanSupplier stopped, Part part) throws IOException {
    try {
      IntStream.range(0, parts)
          .parallel()
          .forEach(
              number -> {
                if (stopped.getAsBoolean()) {
                  throw new CancellationException("stopped");
                }
                try {
                  part.run(number);
                } catch (IOException e) {
                  throw new UncheckedIOException(e);
                }
              });
    } catch (UncheckedIOException e) {
      throw e.getCause();
    }
  }
}
