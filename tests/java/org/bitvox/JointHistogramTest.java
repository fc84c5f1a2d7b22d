// SPDX-License-Identifier: BSD-2-Clause
package org.bitvox;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.util.concurrent.CancellationException;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class JointHistogramTest {
  private static final int WIDTH = 67;
  private static final int HEIGHT = 31;
  private static final int DEPTH = 5;
  private static final ProgressListener NONE = ProgressListener.NONE;

  static Stream<String> backends() {
    return Backends.list().stream().filter(Backends.Backend::available).map(b -> b.name());
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

  @ParameterizedTest
  @MethodSource("backends")
  void agreesWithItsDefinition(String backend) {
    Object[] mask = TestGrey.slices(WIDTH * HEIGHT, DEPTH, 8, 2, 9);
    for (Object slice : mask) {
      for (int i = 0; i < WIDTH * HEIGHT; i++) {
        ((byte[]) slice)[i] *= -1; // 255
      }
    }
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

  @Test
  void stopsWhenToldSo() {
    GreyStack image = TestGrey.noise(300, 300, 20, 8, 256, 1);
    assertThrows(
        CancellationException.class,
        () -> new JointHistogram().measure(image, image, null, (done, total) -> false));
  }
}
