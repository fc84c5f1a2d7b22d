// SPDX-License-Identifier: BSD-2-Clause
package org.bitvox;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Arrays;
import java.util.List;
import java.util.concurrent.CancellationException;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class JointHistogramTest implements BackendContract, FieldsContract<JointHistogram> {
  private static final int WIDTH = 67;
  private static final int HEIGHT = 31;
  private static final int DEPTH = 5;
  private static final ProgressListener NONE = ProgressListener.NONE;

  @Override
  public RunReport run(String backend, int threads, ProgressListener listener) {
    GreyStack image = TestGrey.noise(200, 150, 10, 32, 256, 1);
    return new JointHistogram()
        .backend(backend)
        .threads(threads)
        .measure(image, image, null, listener)
        .run();
  }

  /** The same promises where every slice has a histogram of its own. */
  @Nested
  class PerSlice implements BackendContract {
    @Override
    public RunReport run(String backend, int threads, ProgressListener listener) {
      GreyStack image = TestGrey.noise(200, 150, 10, 32, 256, 1);
      return new JointHistogram()
          .extent(Extent.PER_SLICE)
          .backend(backend)
          .threads(threads)
          .measureEach(image, image, null, listener)
          .get(0)
          .run();
    }

    @Override
    public List<Runnable> runsWithoutAnInput() {
      GreyStack image = TestGrey.noise(9, 9, 2, 8, 256, 1);
      JointHistogram slices = new JointHistogram().extent(Extent.PER_SLICE);
      return Arrays.asList(
          () -> slices.measureEach(null, image, null, NONE),
          () -> slices.measureEach(image, null, null, NONE));
    }

    @ParameterizedTest
    @MethodSource("org.bitvox.BackendContract#backends")
    void agreesWithALoopOverTheSlices(String backend) {
      Object[] a = slices(16, 1);
      Object[] b = slices(32, 2);
      ((float[]) b[1])[7] = Float.NaN;
      Object[] mask = masks();
      JointHistogram histogram =
          new JointHistogram().bins(16, 10).firstRange(20, 180).backend(backend).threads(3);
      double[] range = JointHistogram.fullRange(new GreyStack(WIDTH, HEIGHT, DEPTH, b), 0, NONE);
      for (boolean masked : new boolean[] {false, true}) {
        List<JointHistogramResult> results =
            histogram
                .extent(Extent.PER_SLICE)
                .measureEach(
                    new GreyStack(WIDTH, HEIGHT, DEPTH, a),
                    new GreyStack(WIDTH, HEIGHT, DEPTH, b),
                    masked ? new PixelStack(WIDTH, HEIGHT, DEPTH, mask, Foreground.binary()) : null,
                    NONE);
        assertEquals(DEPTH, results.size());
        for (int z = 0; z < DEPTH; z++) {
          JointHistogramResult alone =
              new JointHistogram()
                  .bins(16, 10)
                  .firstRange(20, 180)
                  .secondRange(range[0], range[1])
                  .backend(backend)
                  .measure(slice(a, z), slice(b, z), masked ? maskSlice(mask, z) : null, NONE);
          assertEquals(Fields.of(alone).toString(), Fields.of(results.get(z)).toString(), "" + z);
        }
      }
    }

    private GreyStack slice(Object[] slices, int z) {
      return new GreyStack(WIDTH, HEIGHT, 1, new Object[] {slices[z]});
    }

    private PixelStack maskSlice(Object[] mask, int z) {
      return new PixelStack(WIDTH, HEIGHT, 1, new Object[] {mask[z]}, Foreground.binary());
    }

    /** No range is looked for and no other slice follows: all reports are of one counting. */
    @Test
    void canBeStoppedInsideASlice() {
      GreyStack image = TestGrey.noise(2000, 1000, 1, 8, 256, 1);
      JointHistogram slices = new JointHistogram().extent(Extent.PER_SLICE).threads(1);
      assertThrows(
          CancellationException.class,
          () -> slices.measureEach(image, image, null, (done, total) -> done == 0));
    }

    @Test
    void asksForTheMethodThatReturnsSeveral() {
      GreyStack image = TestGrey.noise(9, 9, 2, 8, 256, 1);
      JointHistogram slices = new JointHistogram().extent(Extent.PER_SLICE);
      assertEquals(
          "there is a histogram for each slice; use measureEach",
          assertThrows(
                  IllegalArgumentException.class, () -> slices.measure(image, image, null, NONE))
              .getMessage());
    }
  }

  @Override
  public List<Runnable> runsWithoutAnInput() {
    GreyStack image = TestGrey.noise(9, 9, 2, 8, 256, 1);
    return Arrays.asList(
        () -> new JointHistogram().measure(null, image, null, NONE),
        () -> new JointHistogram().measure(image, null, null, NONE),
        () -> JointHistogram.fullRange(null, 0, NONE));
  }

  @Override
  public JointHistogram options() {
    return new JointHistogram()
        .firstRange(10, 200)
        .secondRange(5, 220)
        .thresholds(50, 60)
        .colocalization(true)
        .randomisations(9);
  }

  @Override
  public Fields outcome(JointHistogram options) {
    Object[] first = TestGrey.slices(20 * 30, 4, 32, 230, 1);
    Object[] second = TestGrey.slices(20 * 30, 4, 8, 240, 2);
    for (int z = 0; z < 4; z++) {
      for (int i = 0; i < 20 * 30; i++) { // within the range, and a little like the other
        ((float[]) first[z])[i] = 20 + ((float[]) first[z])[i] / 2;
        ((float[]) first[z])[i] += (float) TestGrey.value(second[z], i) / 4;
      }
    }
    ((float[]) first[0])[0] = 5;
    ((float[]) first[1])[7] = Float.NaN;
    return Fields.of(
        options
            .measureEach(
                new GreyStack(20, 30, 4, first), new GreyStack(20, 30, 4, second), null, NONE)
            .toArray());
  }

  /** M1 is over the second threshold and M2 over the first. */
  @Test
  void eachThresholdIsOfItsImage() {
    JointHistogramResult result =
        new JointHistogram()
            .thresholds(1, 1000)
            .measure(
                TestGrey.noise(9, 9, 2, 8, 256, 1), TestGrey.noise(9, 9, 2, 8, 256, 2), null, NONE);
    assertEquals(0, result.mandersFirst());
    assertTrue(result.mandersSecond() > 0.9);
  }

  @Test
  void valuesBelowZeroAreOfTheirImage() {
    GreyStack noise = TestGrey.noise(9, 9, 2, 8, 256, 1);
    for (boolean first : new boolean[] {false, true}) {
      JointHistogramResult result =
          new JointHistogram()
              .shown(first ? -1 : 0, 1, first ? 0 : -1, 1)
              .measure(noise, TestGrey.noise(9, 9, 2, 8, 256, 2), null, NONE);
      assertEquals(first, result.firstBelowZero());
      assertEquals(!first, result.secondBelowZero());
    }
  }

  @Test
  void mandersCoefficientsAreOfShownValues() {
    byte[] first = {10, 20, 30, 40};
    byte[] second = {1, 2, 3, 4};
    JointHistogramResult result =
        new JointHistogram()
            .thresholds(25, 1)
            .shown(-5, 2, 0.5, 10)
            .measure(
                new GreyStack(2, 2, 1, new Object[] {first}),
                new GreyStack(2, 2, 1, new Object[] {second}),
                null,
                NONE);
    assertEquals((35.0 + 55 + 75) / (15 + 35 + 55 + 75), result.mandersFirst(), 1e-15);
    assertEquals((30.5 + 40.5) / (10.5 + 20.5 + 30.5 + 40.5), result.mandersSecond(), 1e-15);
  }

  private static Object[] slices(int bits, long seed) {
    return TestGrey.slices(WIDTH * HEIGHT, DEPTH, bits, 200, seed);
  }

  /** Voxel by voxel; mask may be null. */
  private static long[][] obvious(Object[] a, Object[] b, Object[] mask, double low, double high) {
    long[][] counts = new long[10][16];
    for (int z = 0; z < DEPTH; z++) {
      for (int i = 0; i < WIDTH * HEIGHT; i++) {
        double x = TestGrey.value(a[z], i);
        double y = TestGrey.value(b[z], i);
        boolean inside = x >= low && x <= high && y >= 0 && y <= 256;
        if (inside && (mask == null || TestGrey.value(mask[z], i) == 255)) {
          int first = Math.min(15, (int) Math.floor((x - low) * 16 / (high - low)));
          counts[Math.min(9, (int) Math.floor(y * 10 / 256))][first]++;
        }
      }
    }
    return counts;
  }

  private static Object[] masks() {
    Object[] mask = TestGrey.slices(WIDTH * HEIGHT, DEPTH, 8, 2, 9);
    for (Object slice : mask) {
      for (int i = 0; i < WIDTH * HEIGHT; i++) {
        ((byte[]) slice)[i] *= -1; // 255
      }
    }
    return mask;
  }

  @ParameterizedTest
  @MethodSource("org.bitvox.BackendContract#backends")
  void agreesWithItsDefinition(String backend) {
    Object[] mask = masks();
    PixelStack pixels = new PixelStack(WIDTH, HEIGHT, DEPTH, mask, Foreground.binary());
    for (int first : new int[] {8, 16, 32}) {
      for (int second : new int[] {8, 16, 32}) {
        Object[] a = slices(first, 1);
        Object[] b = slices(second, 2);
        JointHistogram histogram =
            new JointHistogram()
                .bins(16, 10)
                .firstRange(20, 180)
                .secondRange(0, 256)
                .backend(backend)
                .threads(3);
        GreyStack stack = new GreyStack(WIDTH, HEIGHT, DEPTH, a);
        try (GreyVolume volume = new GreyVolume(WIDTH, HEIGHT, DEPTH, second)) {
          for (int z = 0; z < DEPTH; z++) {
            volume.setSlice(z, b[z]);
          }
          check(histogram.measure(stack, volume, null, NONE), obvious(a, b, null, 20, 180));
          check(histogram.measure(stack, volume, pixels, NONE), obvious(a, b, mask, 20, 180));
        }
      }
    }
  }

  private static void check(JointHistogramResult result, long[][] expected) {
    long sum = 0;
    for (int b = 0; b < expected.length; b++) {
      for (int a = 0; a < expected[b].length; a++) {
        assertEquals(expected[b][a], result.count(a, b), a + ", " + b);
        sum += expected[b][a];
      }
    }
    assertEquals(sum, result.used());
    assertEquals(16, result.firstBins());
    assertEquals(10, result.secondBins());
  }

  @Test
  void statisticsOfAnImageWithItselfAndItsNegative() {
    Object[] a = slices(8, 3);
    Object[] negative = new Object[DEPTH];
    for (int z = 0; z < DEPTH; z++) {
      byte[] pixels = ((byte[]) a[z]).clone();
      for (int i = 0; i < pixels.length; i++) {
        pixels[i] = (byte) ~pixels[i];
      }
      negative[z] = pixels;
    }
    GreyStack first = new GreyStack(WIDTH, HEIGHT, DEPTH, a);
    GreyStack second = new GreyStack(WIDTH, HEIGHT, DEPTH, negative);
    JointHistogramResult self = new JointHistogram().measure(first, first, null, NONE);
    assertEquals(self.firstEntropy(), self.mutualInformation(), 1e-9);
    assertEquals(2, self.normalisedSum(), 1e-9);
    assertEquals(1, self.normalisedMean(), 1e-9);
    assertEquals(1, self.pearson(), 1e-9);
    assertEquals(1, self.mandersFirst(), 1e-9);
    JointHistogramResult opposite = new JointHistogram().measure(first, second, null, NONE);
    assertEquals(self.firstEntropy(), opposite.mutualInformation(), 1e-9);
    assertEquals(-1, opposite.pearson(), 1e-9);
  }

  @Test
  void fullRanges() {
    assertArrayEquals(
        new double[] {0, 256}, JointHistogram.fullRange(TestGrey.noise(3, 3, 3, 8, 9, 1), 0, NONE));
    assertArrayEquals(
        new double[] {0, 65536},
        JointHistogram.fullRange(TestGrey.noise(3, 3, 3, 16, 9, 1), 0, NONE));
    float[] pixels = {3, Float.NaN, -7, Float.POSITIVE_INFINITY};
    GreyStack floats = new GreyStack(2, 2, 1, new Object[] {pixels});
    assertArrayEquals(new double[] {-7, 3}, JointHistogram.fullRange(floats, 0, NONE));
    JointHistogramResult result = new JointHistogram().measure(floats, floats, null, NONE);
    assertEquals(2, result.used());
    assertEquals(2, result.notFinite());
  }

  @Test
  void refusesWhatItCannotDo() {
    GreyStack image = TestGrey.noise(5, 4, 3, 8, 9, 1);
    GreyStack other = TestGrey.noise(5, 4, 2, 8, 9, 1);
    IllegalArgumentException sizes =
        assertThrows(
            IllegalArgumentException.class,
            () -> new JointHistogram().measure(image, other, null, NONE));
    assertEquals(
        "the second image must be as large as the input: 5 x 4 x 2 voxels are not 5 x 4 x 3",
        sizes.getMessage());
    assertThrows(
        IllegalArgumentException.class,
        () -> new JointHistogram().bins(1, 2).measure(image, image, null, NONE));
    assertThrows(
        IllegalArgumentException.class,
        () -> new GreyStack(5, 4, 2, new Object[] {new byte[20], new short[20]}));
    assertThrows(
        IllegalArgumentException.class, () -> new GreyStack(5, 4, 1, new Object[] {new int[20]}));
    GreyVolume closed = new GreyVolume(5, 4, 3, 8);
    assertThrows(IllegalArgumentException.class, () -> closed.setSlice(3, new byte[20]));
    assertThrows(IllegalArgumentException.class, () -> closed.setSlice(0, new short[20]));
    closed.close();
    assertThrows(
        IllegalStateException.class, () -> new JointHistogram().measure(image, closed, null, NONE));
  }
}
