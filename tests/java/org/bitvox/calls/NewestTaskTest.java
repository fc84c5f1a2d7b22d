// SPDX-License-Identifier: BSD-2-Clause
package org.bitvox.calls;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.bitvox.ProgressListener;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class NewestTaskTest {
  private final List<String> events = new CopyOnWriteArrayList<>();

  /** Goes on until it is stopped. */
  private Consumer<ProgressListener> endless(String name, CountDownLatch begun) {
    return listener -> {
      begun.countDown();
      while (listener.keepGoing(0, 1)) {
        Thread.yield();
      }
      events.add(name + " stopped");
    };
  }

  private static void await(CountDownLatch latch) throws InterruptedException {
    assertTrue(latch.await(30, TimeUnit.SECONDS));
  }

  @Test
  void theNewestStopsTheOneThatRunsAndSkipsThoseThatWait() throws InterruptedException {
    NewestTask tasks = new NewestTask("test");
    CountDownLatch begun = new CountDownLatch(1);
    CountDownLatch held = new CountDownLatch(1);
    CountDownLatch done = new CountDownLatch(1);
    tasks.start(
        listener -> {
          begun.countDown();
          try {
            await(held);
          } catch (InterruptedException e) {
            throw new IllegalStateException(e);
          }
          events.add("first " + (listener.isStopped() ? "stopped" : "went on"));
        });
    await(begun);
    tasks.start(listener -> events.add("second"));
    tasks.start(
        listener -> {
          events.add("third " + (listener.isStopped() ? "stopped" : "goes on"));
          done.countDown();
        });
    held.countDown();
    await(done);
    tasks.close();
    assertEquals(List.of("first stopped", "third goes on"), events);
  }

  @Test
  void stopsWhatRunsAndGoesOnWithTheNext() throws InterruptedException {
    NewestTask tasks = new NewestTask("test");
    CountDownLatch begun = new CountDownLatch(1);
    tasks.start(endless("first", begun));
    await(begun);
    tasks.stop();
    CountDownLatch done = new CountDownLatch(1);
    tasks.start(listener -> done.countDown());
    await(done);
    assertEquals(List.of("first stopped"), events);
    tasks.close();
  }

  @Test
  void closingWaitsForTheEndAndIsForGood() throws InterruptedException {
    NewestTask tasks = new NewestTask("closing test");
    CountDownLatch begun = new CountDownLatch(1);
    tasks.start(endless("first", begun));
    await(begun);
    tasks.close();
    assertEquals(List.of("first stopped"), events);
    tasks.start(listener -> events.add("too late"));
    assertEquals(List.of("first stopped"), events);
    assertFalse(
        Thread.getAllStackTraces().keySet().stream()
            .anyMatch(thread -> thread.getName().equals("closing test")));
    new NewestTask("never started").close();
  }
}
