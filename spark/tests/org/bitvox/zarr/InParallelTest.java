// SPDX-License-Identifier: BSD-2-Clause
package org.bitvox.zarr;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.io.IOException;
import java.util.concurrent.CancellationException;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.RepeatedTest;

class InParallelTest {
  private final AtomicInteger atWork = new AtomicInteger();

  private void work(int number) throws IOException {
    atWork.incrementAndGet();
    try {
      if (number % 7 == 3) {
        throw new IOException("part " + number % 7);
      }
      Thread.sleep(2);
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    } finally {
      atWork.decrementAndGet();
    }
  }

  /** Who closes what the parts work on would otherwise find it in use. */
  @RepeatedTest(20)
  void nothingGoesOnAfterAFailure() {
    IOException failure =
        assertThrows(IOException.class, () -> InParallel.run(64, () -> false, this::work));
    assertEquals(0, atWork.get());
    assertEquals("part 3", failure.getMessage());
  }

  @RepeatedTest(5)
  void nothingGoesOnAfterAStop() {
    AtomicInteger asked = new AtomicInteger();
    assertThrows(
        CancellationException.class,
        () -> InParallel.run(64, () -> asked.incrementAndGet() > 5, number -> work(7 * number)));
    assertEquals(0, atWork.get());
  }
}
