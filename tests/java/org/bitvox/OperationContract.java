// SPDX-License-Identifier: BSD-2-Clause
package org.bitvox;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CancellationException;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

/** What every operation promises; its test says how to run it and inherits these tests. */
interface OperationContract {
  /** Runs the operation on an input that suits it. */
  void run(ProgressListener listener);

  /** Runs it with null for an input; called once for each. */
  List<Runnable> runsWithoutAnInput();

  @Test
  default void stopsWhenTheListenerSaysSo() {
    for (int last : new int[] {0, 1}) {
      AtomicInteger calls = new AtomicInteger();
      assertThrows(
          CancellationException.class,
          () -> run((done, total) -> calls.getAndIncrement() < last),
          "after " + last);
      assertEquals(last + 1, calls.get(), "asked again after it said no");
    }
  }

  @Test
  default void progressBeginsAtNothingNeverFallsAndIsCompleted() {
    List<Double> parts = new ArrayList<>();
    run(
        (done, total) -> {
          assertTrue(0 <= done && done <= total && total > 0, done + " of " + total);
          parts.add((double) done / total);
          return true;
        });
    assertEquals(0, parts.get(0));
    for (int i = 1; i < parts.size(); i++) {
      assertTrue(parts.get(i) >= parts.get(i - 1), parts.toString());
    }
    assertEquals(1, parts.get(parts.size() - 1));
  }

  @Test
  default void passesOnWhatTheListenerThrows() {
    ArithmeticException thrown = new ArithmeticException();
    assertSame(
        thrown,
        assertThrows(
            ArithmeticException.class,
            () ->
                run(
                    (done, total) -> {
                      throw thrown;
                    })));
  }

  @Test
  default void callsTheListenerOnTheCallingThread() {
    Thread caller = Thread.currentThread();
    run((done, total) -> caller == Thread.currentThread());
  }

  @Test
  default void refusesNull() {
    assertEquals(
        "listener is null",
        assertThrows(IllegalArgumentException.class, () -> run(null)).getMessage());
    for (Runnable withoutInput : runsWithoutAnInput()) {
      assertThrows(NullPointerException.class, withoutInput::run);
    }
  }
}
