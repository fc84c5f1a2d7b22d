// SPDX-License-Identifier: BSD-2-Clause
package org.bitvox;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.concurrent.CancellationException;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** What every operation with backends and threads promises. */
interface BackendContract extends OperationContract {
  /** The backends of this machine. */
  static Stream<String> backends() {
    return Backends.list().stream().filter(Backends.Backend::available).map(b -> b.name());
  }

  /** Runs the operation with these options on an input that suits it. */
  RunReport run(String backend, int threads, ProgressListener listener);

  @Override
  default void run(ProgressListener listener) {
    run("auto", 0, listener);
  }

  /** The message of the refusal. */
  default String refusal(String backend, int threads) {
    return assertThrows(
            IllegalArgumentException.class, () -> run(backend, threads, ProgressListener.NONE))
        .getMessage();
  }

  @Test
  default void refusesNumbersOfThreadsOutOfRange() {
    for (int threads : new int[] {-1, 1025, Integer.MAX_VALUE, Integer.MIN_VALUE}) {
      assertEquals(
          "threads=" + threads + " is not allowed; use 0 (all cores) to 1024",
          refusal("auto", threads));
    }
  }

  @Test
  default void refusesUnknownBackends() {
    assertEquals(
        "unknown backend 'sse9'; use auto, cuda, avx512, avx2 or scalar", refusal("sse9", 0));
    assertThrows(NullPointerException.class, () -> run(null, 0, ProgressListener.NONE));
  }

  @Test
  default void saysWhyABackendIsNotAvailable() {
    for (Backends.Backend backend : Backends.list()) {
      if (!backend.available()) {
        assertEquals(
            "backend '" + backend.name() + "' is not available: " + backend.detail(),
            refusal(backend.name(), 0));
      }
    }
  }

  @ParameterizedTest
  @MethodSource("org.bitvox.BackendContract#backends")
  default void namesTheBackendThatRan(String backend) {
    for (int threads : new int[] {0, 1, 3}) {
      RunReport run = run(backend, threads, ProgressListener.NONE);
      assertEquals(backend, run.backend());
      assertEquals("", run.note());
    }
  }

  @Test
  default void autoTakesABackendOfThisMachine() {
    RunReport run = run("auto", 0, ProgressListener.NONE);
    assertTrue(backends().anyMatch(run.backend()::equals), run.backend());
  }

  @ParameterizedTest
  @MethodSource("org.bitvox.BackendContract#backends")
  default void everyBackendCanBeStopped(String backend) {
    for (int last = 0; last < 2; last++) {
      int[] left = {last};
      assertThrows(
          CancellationException.class,
          () -> run(backend, 2, (done, total) -> left[0]-- > 0),
          "after " + last);
    }
  }
}
