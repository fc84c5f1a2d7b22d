// SPDX-License-Identifier: BSD-2-Clause
package org.bitvox;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class GranulometryTest implements BackendContract, FieldsContract<Granulometry> {
  private static final ProgressListener NONE = ProgressListener.NONE;

  @Override
  public RunReport run(String backend, int threads, ProgressListener listener) {
    return new Granulometry()
        .backend(backend)
        .threads(threads)
        .measure(TestVolume.blobs(90, 70, 40, 1).pixels(), listener)
        .run();
  }

  @Override
  public List<Runnable> runsWithoutAnInput() {
    return Collections.singletonList(() -> new Granulometry().measure(null, NONE));
  }

  @Override
  public Granulometry options() {
    return new Granulometry().element(Element.BALL); // for which all options hold
  }

  @Override
  public Fields outcome(Granulometry options) {
    List<Object> map = new ArrayList<>();
    BinaryVolume volume = TestVolume.blobs(30, 20, 10, 2).pixels();
    Granulometry.Result result = options.measure(volume, (z, pixels) -> map.add(pixels), NONE);
    return Fields.of(result, map.toArray());
  }

  private static long[] counts(Granulometry.Result result) {
    long[] counts = new long[result.curve().length()];
    for (int n = 0; n < counts.length; n++) {
      counts[n] = result.curve().count(n);
    }
    return counts;
  }

  @ParameterizedTest
  @MethodSource("org.bitvox.BackendContract#backends")
  void agreesWithItsDefinition(String backend) {
    TestVolume volume = TestVolume.blobs(13, 11, 7, 3);
    for (Phase phase : Phase.values()) {
      for (Element element : new Element[] {Element.CROSS, Element.CUBE}) {
        for (Edges edges : Edges.values()) {
          for (Extent extent : Extent.values()) {
            ObviousGranulometry expected =
                new ObviousGranulometry(volume, phase, element, edges, extent, 9);
            Granulometry granulometry =
                new Granulometry()
                    .phase(phase)
                    .element(element)
                    .edges(edges)
                    .extent(extent)
                    .maxRadius(9)
                    .backend(backend);
            checkBothInputs(granulometry, volume, expected);
          }
        }
      }
    }
  }

  @ParameterizedTest
  @MethodSource("org.bitvox.BackendContract#backends")
  void ballsAreTheTailOfTheLocalThickness(String backend) {
    TestVolume volume = TestVolume.blobs(45, 33, 21, 3);
    for (Phase phase : Phase.values()) {
      for (Edges edges : Edges.values()) {
        for (double height : new double[] {1, 0.75}) {
          LocalThickness.Result thickness =
              new LocalThickness()
                  .phase(phase)
                  .edges(edges)
                  .spacing(1, height, 1)
                  .measure(volume.pixels(), null, NONE);
          int[] atLeast = new int[100];
          Granulometry.Result result =
              new Granulometry()
                  .element(Element.BALL)
                  .phase(phase)
                  .edges(edges)
                  .spacing(1, height, 1)
                  .step(0.5)
                  .backend(backend)
                  .measure(volume.pixels(), (z, map) -> addTails((short[]) map, atLeast), NONE);
          assertEquals(0.5, result.step());
          for (int n = 0; n < result.curve().length(); n++) {
            assertEquals(result.curve().count(n), moreThan(thickness, n)); // 2 n steps
            assertEquals(result.curve().count(n), atLeast[n]);
          }
        }
      }
    }
  }

  private static long moreThan(LocalThickness.Result result, double thickness) {
    long sum = 0;
    for (int i = 0; i < result.voxels().length; i++) {
      sum += result.thickness()[i] > thickness ? result.voxels()[i] : 0;
    }
    return sum;
  }

  private static void addTails(short[] widths, int[] atLeast) {
    for (short width : widths) {
      for (int n = 0; 2 * n + 1 <= width; n++) {
        atLeast[n]++;
      }
    }
  }

  @Test
  void crossesAndCubesHaveStepsOfAVoxel() {
    for (Element element : new Element[] {Element.CROSS, Element.CUBE}) {
      assertEquals(
          1,
          new Granulometry()
              .element(element)
              .spacing(0.1, 0.2, 0.3)
              .step(4)
              .measure(TestVolume.full(5, 4, 3).pixels(), NONE)
              .step());
    }
  }

  private static void checkBothInputs(
      Granulometry granulometry, TestVolume volume, ObviousGranulometry expected) {
    check(granulometry, volume.pixels(), expected);
    try (BitVolume bits = volume.bits()) {
      check(granulometry, bits, expected);
    }
  }

  private static void check(
      Granulometry granulometry, BinaryVolume volume, ObviousGranulometry expected) {
    List<short[]> map = new ArrayList<>();
    Granulometry.Result result =
        granulometry.measure(
            volume,
            (z, pixels) -> {
              assertEquals(map.size(), z);
              map.add((short[]) pixels);
            },
            NONE);
    assertArrayEquals(expected.counts, counts(result));
    assertArrayEquals(expected.map, map.toArray(new short[0][]));
    assertArrayEquals(expected.counts, counts(granulometry.measure(volume, NONE)));
  }

  @Test
  void isTheSameForEveryNumberOfThreads() {
    TestVolume volume = TestVolume.blobs(129, 31, 17, 5);
    long[] expected =
        counts(new Granulometry().backend("scalar").threads(1).measure(volume.pixels(), NONE));
    for (int threads : new int[] {0, 2, 3, 16}) {
      assertArrayEquals(
          expected, counts(new Granulometry().threads(threads).measure(volume.pixels(), NONE)));
    }
  }

  @Test
  void thresholdsOnTheWay() {
    short[][] slices = new short[3][16];
    slices[1][5] = (short) 40000;
    slices[1][6] = (short) 30000;
    PixelStack stack = new PixelStack(4, 4, 3, slices, Foreground.between(30000, 65535));
    assertEquals(2, new Granulometry().measure(stack, NONE).curve().count(0));
    stack = new PixelStack(4, 4, 3, slices, Foreground.between(30001, 65535));
    assertEquals(1, new Granulometry().measure(stack, NONE).curve().count(0));
  }

  @Test
  void aFullVolumeWithClippedEdgesRunsToTheMaximumRadius() {
    Granulometry.Result result =
        new Granulometry()
            .edges(Edges.CLIPPED)
            .maxRadius(100)
            .measure(TestVolume.full(5, 4, 3).pixels(), NONE);
    assertEquals(101, result.curve().length());
    assertEquals(60, result.curve().count(100));
    assertTrue(result.curve().endedByMaxRadius());
  }

  @Test
  void refusesAnEmptyObject() {
    IllegalArgumentException problem =
        assertThrows(
            IllegalArgumentException.class,
            () -> new Granulometry().measure(new TestVolume(5, 5, 5).pixels(), NONE));
    assertTrue(problem.getMessage().contains("no foreground voxels"), problem.getMessage());
    problem =
        assertThrows(
            IllegalArgumentException.class,
            () ->
                new Granulometry()
                    .phase(Phase.BACKGROUND)
                    .measure(TestVolume.full(5, 5, 5).pixels(), NONE));
    assertTrue(problem.getMessage().contains("no background voxels"), problem.getMessage());
  }

  @Test
  void refusesOtherValuesThan0And255() {
    TestVolume volume = TestVolume.blobs(40, 30, 20, 1);
    volume.slices[13][77] = 1;
    IllegalArgumentException problem =
        assertThrows(
            IllegalArgumentException.class,
            () -> new Granulometry().measure(volume.pixels(), NONE));
    assertEquals("8-bit binary (0 and 255 only) image required.", problem.getMessage());
  }

  @Test
  void refusesRadiiOutOfRange() {
    for (int radius : new int[] {-1, 0, 32768}) {
      IllegalArgumentException problem =
          assertThrows(
              IllegalArgumentException.class,
              () ->
                  new Granulometry()
                      .maxRadius(radius)
                      .measure(TestVolume.full(3, 3, 3).pixels(), NONE));
      assertEquals(
          "max_radius=" + radius + " is not allowed; use 1 to 32767", problem.getMessage());
    }
  }

  @Test
  void passesOnWhatTheReceiverThrows() {
    PixelStack volume = TestVolume.full(6, 6, 6).pixels();
    assertThrows(
        ArithmeticException.class,
        () ->
            new Granulometry()
                .measure(
                    volume,
                    (z, pixels) -> {
                      throw new ArithmeticException();
                    },
                    NONE));
  }

  @Test
  void callsBackOnTheCallingThread() {
    Thread caller = Thread.currentThread();
    new Granulometry()
        .measure(
            TestVolume.blobs(64, 64, 64, 2).pixels(),
            (z, pixels) -> assertEquals(caller, Thread.currentThread()),
            (done, total) -> caller == Thread.currentThread() && done <= total);
  }

  @Test
  void twoAtOnceGiveTheSame() throws InterruptedException {
    TestVolume volume = TestVolume.blobs(90, 80, 40, 8);
    long[] expected = counts(new Granulometry().measure(volume.pixels(), NONE));
    AtomicInteger equal = new AtomicInteger();
    Thread[] threads = new Thread[4];
    for (int i = 0; i < threads.length; i++) {
      threads[i] =
          new Thread(
              () -> {
                assertArrayEquals(
                    expected, counts(new Granulometry().measure(volume.pixels(), NONE)));
                equal.getAndIncrement();
              });
      threads[i].start();
    }
    for (Thread thread : threads) {
      thread.join();
    }
    assertEquals(threads.length, equal.get());
  }
}
