// SPDX-License-Identifier: BSD-2-Clause
package org.bitvox;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.sun.management.ThreadMXBean;
import java.lang.management.ManagementFactory;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Slices of results are made by several threads, and come in order on the caller's. */
class SlicesBackTest {
  private static final ProgressListener NONE = ProgressListener.NONE;

  private static final TestVolume VOLUME = TestVolume.blobs(512, 300, 20, 3);

  /** An operation on so many threads. */
  private interface Operation {
    void run(BinaryVolume volume, int threads, SliceReceiver receiver);
  }

  static Stream<Operation> operations() {
    return Stream.of(
        (volume, threads, receiver) ->
            new Label().threads(threads).label(volume, receiver, NONE).close(),
        (volume, threads, receiver) ->
            new Label()
                .pixels(Label.Pixels.INTEGER)
                .threads(threads)
                .label(volume, receiver, NONE)
                .close(),
        (volume, threads, receiver) ->
            new DistanceMap().threads(threads).measure(volume, receiver, NONE),
        (volume, threads, receiver) ->
            new DistanceMap()
                .result(DistanceMap.Numbers.INTEGERS)
                .threads(threads)
                .measure(volume, receiver, NONE),
        (volume, threads, receiver) ->
            new LocalThickness().threads(threads).measure(volume, receiver, NONE));
  }

  /** Bytes of Java arrays that this thread has asked for. */
  private static long allocated() {
    ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
    return threads.getThreadAllocatedBytes(Thread.currentThread().getId());
  }

  @ParameterizedTest
  @MethodSource("operations")
  void severalThreadsMakeThem(Operation operation) {
    try (BitVolume bits = VOLUME.bits()) {
      List<Object> expected = new ArrayList<>();
      operation.run(bits, 1, (slice, pixels) -> expected.add(pixels));
      List<Object> slices = new ArrayList<>();
      Thread caller = Thread.currentThread();
      long before = allocated();
      operation.run(
          bits,
          3,
          (slice, pixels) -> {
            assertSame(caller, Thread.currentThread());
            assertEquals(slices.size(), slice);
            slices.add(pixels);
          });
      long byCaller = allocated() - before;
      assertArrayEquals(expected.toArray(), slices.toArray());
      long least = 2L * 512 * 300 * 20; // bytes of all, where pixels have 16 bits
      assertTrue(byCaller < least / 4, byCaller + " bytes");
    }
  }

  @ParameterizedTest
  @MethodSource("operations")
  void whatTheReceiverThrowsEndsIt(Operation operation) {
    IllegalStateException thrown = new IllegalStateException("full");
    List<Integer> slices = new ArrayList<>();
    try (BitVolume bits = VOLUME.bits()) {
      assertSame(
          thrown,
          assertThrows(
              IllegalStateException.class,
              () ->
                  operation.run(
                      bits,
                      3,
                      (slice, pixels) -> {
                        slices.add(slice);
                        if (slice == 5) {
                          throw thrown;
                        }
                      })));
    }
    assertEquals(6, slices.size());
  }
}
