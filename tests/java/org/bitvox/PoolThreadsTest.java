// SPDX-License-Identifier: BSD-2-Clause
package org.bitvox;

import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.lang.reflect.Field;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.BiConsumer;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** What happens when threads of the native pool read slices from the Java heap. */
class PoolThreadsTest {
  private static final int DEPTH = 40;

  /** Operations that read grey slices on several threads. */
  static Stream<BiConsumer<GreyImage, ProgressListener>> operations() {
    return Stream.of(
        (image, listener) -> JointHistogram.fullRange(image, 3, listener),
        (image, listener) ->
            new JointHistogram()
                .firstRange(0, 256)
                .secondRange(0, 256)
                .threads(3)
                .measure(image, image, null, listener),
        (image, listener) ->
            new Convolution(Kernel.mean(1, Kernel.Axes.XYZ))
                .threads(3)
                .apply(image, (z, pixels) -> {}, listener),
        (image, listener) ->
            new RegisterMi()
                .maxShift(1, 1, 1)
                .threads(3)
                .register(image, image, (z, pixels) -> {}, listener));
  }

  private static GreyStack image() {
    return TestGrey.noise(30, 20, DEPTH, 32, 256, 1);
  }

  /** Replaces a slice when the operation has begun: what nobody should do, but somebody will. */
  private static ProgressListener replacing(GreyStack image, Object slice) {
    AtomicBoolean done = new AtomicBoolean();
    return (now, total) -> {
      if (!done.getAndSet(true)) {
        try {
          Field slices = GreyStack.class.getDeclaredField("slices");
          slices.setAccessible(true);
          ((Object[]) slices.get(image))[DEPTH - 7] = slice;
        } catch (ReflectiveOperationException e) {
          throw new AssertionError(e);
        }
      }
      return true;
    };
  }

  /** The JVM, when it ends, waits 0.3 s for threads that are attached to it and not in Java. */
  @ParameterizedTest
  @MethodSource("operations")
  void threadsThatRestAreNotAttached(BiConsumer<GreyImage, ProgressListener> operation)
      throws InterruptedException {
    operation.accept(image(), ProgressListener.NONE);
    for (int tries = 0; !attachedThreads().isEmpty(); tries++) {
      assertTrue(tries < 1000, "still attached after ten seconds");
      Thread.sleep(10);
    }
  }

  private static List<Thread> attachedThreads() {
    return Thread.getAllStackTraces().keySet().stream()
        .filter(thread -> thread.getName().equals("Bitvox"))
        .collect(Collectors.toList());
  }

  @ParameterizedTest
  @MethodSource("operations")
  void anExceptionOnAPoolThreadReachesTheCaller(BiConsumer<GreyImage, ProgressListener> operation) {
    GreyStack image = image();
    ArrayIndexOutOfBoundsException thrown =
        assertThrows(
            ArrayIndexOutOfBoundsException.class,
            () -> operation.accept(image, replacing(image, new float[30])));
    assertTrue(thrown.getMessage().contains("30"), thrown.getMessage());
    operation.accept(image(), ProgressListener.NONE); // and the thread is as good as new
  }

  @ParameterizedTest
  @MethodSource("operations")
  void refusesSlicesThatAreNoneAnyMore(BiConsumer<GreyImage, ProgressListener> operation) {
    for (Object slice : new Object[] {null, "slice", new byte[600]}) {
      GreyStack image = image();
      assertThrows(
          IllegalArgumentException.class, () -> operation.accept(image, replacing(image, slice)));
    }
  }

  @ParameterizedTest
  @MethodSource("operations")
  void threadsAreAttachedOnce(BiConsumer<GreyImage, ProgressListener> operation) {
    // On a busy machine threads rest, and are attached anew, more often than the clock says. Those
    // that are attached in every run are so each time that this is tried.
    long tooMany = attachedTooOften(operation);
    for (int tries = 1; tooMany >= 0; tries++) {
      assertTrue(tries < 10, "ten times; at last " + tooMany + " threads above the limit");
      tooMany = attachedTooOften(operation);
    }
  }

  /** In 20 runs of 3 threads: how many attached are above what can have rested; negative: below. */
  private static long attachedTooOften(BiConsumer<GreyImage, ProgressListener> operation) {
    operation.accept(image(), ProgressListener.NONE);
    long before = new Thread().getId(); // ids ascend: a thread that is attached anew gets a new one
    long start = System.nanoTime();
    for (int i = 0; i < 20; i++) {
      operation.accept(image(), ProgressListener.NONE);
    }
    long attached = new Thread().getId() - before; // of the pool's threads those that were not yet
    // Threads that rest for 20 ms are detached: none if a run takes less, and on a machine that is
    // slow or busy as many as there is time for.
    long rests = (System.nanoTime() - start) / 20_000_000;
    return attached - 30 - (rests < 20 ? 0 : 3 * rests);
  }

  @ParameterizedTest
  @MethodSource("operations")
  void threadsDoNotKeepTheJvmAlive(BiConsumer<GreyImage, ProgressListener> operation) {
    // After a run they rest for 20 ms; a machine that is busy may not come to look in that time.
    List<Thread> threads = List.of();
    for (int tries = 0; threads.isEmpty(); tries++) {
      assertTrue(tries < 1000, "no thread is attached after a thousand runs");
      operation.accept(image(), ProgressListener.NONE);
      threads = attachedThreads();
    }
    for (Thread thread : threads) {
      assertTrue(thread.isDaemon(), thread + " is no daemon");
    }
  }
}
