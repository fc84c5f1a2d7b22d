// SPDX-License-Identifier: BSD-2-Clause
package org.bitvox;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.TreeMap;
import java.util.concurrent.CancellationException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Operations that count within a mask, against loops over the voxels of the whole volume. */
class MaskTest {
  private static final ProgressListener NONE = ProgressListener.NONE;

  /** Noise, of which about a half is in the mask. */
  private static TestVolume mask(TestVolume volume, long seed) {
    TestVolume mask = new TestVolume(volume.width, volume.height, volume.depth);
    Random random = new Random(seed);
    for (byte[] slice : mask.slices) {
      for (int i = 0; i < slice.length; i++) {
        slice[i] = (byte) (random.nextBoolean() ? 255 : 0);
      }
    }
    return mask;
  }

  private interface Voxel {
    void visit(int x, int y, int z);
  }

  private static void each(TestVolume volume, Voxel voxel) {
    for (int z = 0; z < volume.depth; z++) {
      for (int y = 0; y < volume.height; y++) {
        for (int x = 0; x < volume.width; x++) {
          voxel.visit(x, y, z);
        }
      }
    }
  }

  /** How many voxels of the mask have each value of a map, 2n + 1 or 0, as a curve. */
  private static long[] curve(short[][] map, TestVolume mask, int length) {
    long[] counts = new long[length];
    each(
        mask,
        (x, y, z) -> {
          for (int n = 0; n < length; n++) {
            if (mask.at(x, y, z) && map[z][y * mask.width + x] >= 2 * n + 1) {
              counts[n]++;
            }
          }
        });
    int end = 0;
    while (end < length && counts[end] > 0) {
      end++;
    }
    return Arrays.copyOf(counts, Math.min(length, end + 1));
  }

  private static long[] counts(GranulometryCurve curve) {
    long[] counts = new long[curve.length()];
    for (int n = 0; n < counts.length; n++) {
      counts[n] = curve.count(n);
    }
    return counts;
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 63, 64, 65, 127, 128, 129})
  void granulometryOpensAllAndCountsInTheMask(int width) {
    TestVolume volume = TestVolume.blobs(width, 9, 7, width);
    TestVolume mask = mask(volume, 7);
    for (Element element : new Element[] {Element.CROSS, Element.CUBE}) {
      for (Edges edges : Edges.values()) {
        for (Phase phase : Phase.values()) {
          for (Extent extent : Extent.values()) {
            ObviousGranulometry all =
                new ObviousGranulometry(volume, phase, element, edges, extent, 3);
            Granulometry.Result result =
                new Granulometry()
                    .element(element)
                    .edges(edges)
                    .phase(phase)
                    .extent(extent)
                    .maxRadius(3)
                    .measure(volume.pixels(), mask.pixels(), null, NONE);
            assertArrayEquals(
                curve(all.map, mask, all.counts.length),
                counts(result.curve()),
                element + " " + edges + " " + phase + " " + extent);
          }
        }
      }
    }
  }

  /** Squares of distances of object voxels to the background in the volume. */
  private static int[][] squares(TestVolume volume) {
    int[][] squares = new int[volume.depth][volume.width * volume.height];
    each(
        volume,
        (x, y, z) -> {
          int[] least = {volume.at(x, y, z) ? Integer.MAX_VALUE : 0};
          each(
              volume,
              (i, j, k) -> {
                if (!volume.at(i, j, k)) {
                  least[0] = Math.min(least[0], square(i - x, j - y, k - z));
                }
              });
          squares[z][y * volume.width + x] = least[0];
        });
    return squares;
  }

  private static int square(int dx, int dy, int dz) {
    return dx * dx + dy * dy + dz * dz;
  }

  /** Squares of the radii of the largest balls that cover each voxel. */
  private static int[][] thickness(TestVolume volume) {
    int[][] squares = squares(volume);
    int[][] largest = new int[volume.depth][volume.width * volume.height];
    each(
        volume,
        (x, y, z) ->
            each(
                volume,
                (i, j, k) -> {
                  int ball = squares[k][j * volume.width + i];
                  int[] slice = largest[z];
                  if (square(i - x, j - y, k - z) < ball && slice[y * volume.width + x] < ball) {
                    slice[y * volume.width + x] = ball;
                  }
                }));
    return largest;
  }

  @Test
  void ballsLieInTheWholeObject() {
    TestVolume volume = TestVolume.blobs(16, 11, 9, 5);
    TestVolume mask = mask(volume, 8);
    int[][] squares = thickness(volume);
    TreeMap<Double, Long> expected = new TreeMap<>();
    long[] curve = new long[5];
    each(
        volume,
        (x, y, z) -> {
          int square = squares[z][y * volume.width + x];
          if (mask.at(x, y, z) && square > 0) {
            expected.merge((double) (float) (2 * Math.sqrt(square)), 1L, Long::sum);
            for (int n = 0; n < curve.length; n++) {
              curve[n] += square > n * n ? 1 : 0;
            }
          }
        });
    assertTrue(expected.size() > 3, "sizes differ");
    int[] slices = new int[1];
    LocalThickness.Result result =
        new LocalThickness()
            .measure(volume.pixels(), mask.bits(), (z, pixels) -> slices[0]++, NONE);
    assertEquals(volume.depth, slices[0]);
    assertArrayEquals(expected.keySet().stream().mapToDouble(d -> d).toArray(), result.thickness());
    assertArrayEquals(expected.values().stream().mapToLong(n -> n).toArray(), result.voxels());

    Granulometry.Result balls =
        new Granulometry()
            .element(Element.BALL)
            .edges(Edges.CLIPPED)
            .measure(volume.pixels(), mask.bits(), null, NONE);
    for (int n = 0; n < curve.length; n++) {
      assertEquals(curve[n], balls.curve().count(n), "V(" + n + ")");
    }
  }

  @Test
  void distancesAreThoseOfTheWholeVolume() {
    TestVolume volume = TestVolume.blobs(16, 11, 9, 6);
    TestVolume mask = mask(volume, 9);
    TestVolume turned = new TestVolume(volume.width, volume.height, volume.depth);
    each(
        volume,
        (x, y, z) ->
            turned.slices[z][y * volume.width + x] = (byte) (volume.at(x, y, z) ? 0 : 255));
    int[][] inside = squares(volume);
    int[][] outside = squares(turned);
    int[] most = new int[2];
    int[] voxels = new int[1];
    each(
        volume,
        (x, y, z) -> {
          int i = y * volume.width + x;
          if (mask.at(x, y, z)) {
            most[0] = Math.max(most[0], inside[z][i]);
            most[1] = Math.max(most[1], outside[z][i]);
            voxels[0] += volume.at(x, y, z) ? 1 : 0;
          }
        });
    for (DistanceMap.Region region : DistanceMap.Region.values()) {
      DistanceMap map = new DistanceMap().region(region);
      boolean in = region != DistanceMap.Region.OUTSIDE;
      boolean out = region != DistanceMap.Region.INSIDE;
      DistanceMap.Result result = map.measure(volume.bits(), mask.pixels(), (z, p) -> {}, NONE);
      assertEquals(in ? (float) Math.sqrt(most[0]) : 0, result.largestInside());
      assertEquals(out ? (float) Math.sqrt(most[1]) : 0, result.largestOutside());
      assertEquals(voxels[0], result.voxels());
      if (!(in && out)) {
        map.result(DistanceMap.Numbers.INTEGERS);
        result = map.measure(volume.pixels(), mask.pixels(), (z, p) -> {}, NONE);
        assertEquals(in ? most[0] : 0, result.largestInside());
        assertEquals(out ? most[1] : 0, result.largestOutside());
        assertEquals(voxels[0], result.voxels());
      }
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 63, 64, 65, 127, 128, 129})
  void theVolumeFractionIsThatOfTheMask(int width) {
    TestVolume volume = TestVolume.blobs(width, 9, 7, width);
    TestVolume mask = mask(volume, 10);
    long[][] counts = new long[volume.depth + 1][2]; // the last is of all slices
    each(
        volume,
        (x, y, z) -> {
          for (int row : new int[] {z, volume.depth}) {
            counts[row][0] += mask.at(x, y, z) && volume.at(x, y, z) ? 1 : 0;
            counts[row][1] += mask.at(x, y, z) ? 1 : 0;
          }
        });
    Edges edges = width == 1 ? Edges.BACKGROUND : Edges.CLIPPED; // which needs two voxels
    Minkowski minkowski = new Minkowski().spacing(2, 2, 2).edges(edges);
    check(
        counts[volume.depth], 8, minkowski.measure(volume.pixels(), mask.pixels(), NONE).numbers());
    List<MinkowskiNumbers> slices =
        minkowski.extent(Extent.PER_SLICE).measure(volume.bits(), mask.bits(), NONE).each();
    for (int z = 0; z < volume.depth; z++) {
      check(counts[z], 4, slices.get(z));
    }
  }

  private static void check(long[] counts, double size, MinkowskiNumbers result) {
    assertEquals(counts[0], result.voxels());
    assertEquals(counts[0] * size, result.volume());
    assertEquals(counts[1] * size, result.totalVolume());
    assertEquals((double) counts[0] / counts[1], result.volumeFraction());
  }

  /** Of all numbers. */
  private static String numbers(Minkowski.Result result) {
    StringBuilder all = new StringBuilder();
    for (MinkowskiNumbers n : result.each()) {
      all.append(n.voxels() + " " + n.volume() + " " + n.totalVolume() + " " + n.measuredVolume());
      all.append(" " + n.surface() + " " + n.meanBreadth() + " " + n.eulerFaces());
      all.append(" " + n.eulerAll() + " " + n.anisotropy());
      all.append(Arrays.toString(n.intercepts()) + Arrays.toString(n.interceptAxes()) + "\n");
    }
    return all.toString();
  }

  @ParameterizedTest
  @ValueSource(ints = {63, 64, 65, 129})
  void shapeNumbersAreThoseOfTheObjectInTheMask(int width) {
    TestVolume volume = TestVolume.blobs(width, 9, 7, width);
    TestVolume mask = mask(volume, 12);
    TestVolume both = new TestVolume(width, 9, 7);
    each(
        volume,
        (x, y, z) ->
            both.slices[z][y * width + x] =
                (byte) (volume.at(x, y, z) && mask.at(x, y, z) ? 255 : 0));
    MinkowskiNumbers masked =
        new Minkowski().measure(volume.pixels(), mask.pixels(), NONE).numbers();
    MinkowskiNumbers alone = new Minkowski().measure(both.pixels(), NONE).numbers();
    assertEquals(alone.voxels(), masked.voxels());
    assertEquals(alone.surface(), masked.surface());
    assertEquals(alone.meanBreadth(), masked.meanBreadth());
    assertEquals(alone.eulerFaces(), masked.eulerFaces());
    assertEquals(alone.eulerAll(), masked.eulerAll());
    assertEquals(masked.totalVolume(), masked.measuredVolume());
  }

  /** Those of a field of view cut out: a box of which all windows are wholly inside. */
  @Test
  void clippedShapeNumbersInABoxAreThoseOfTheBox() {
    TestVolume volume = TestVolume.blobs(70, 12, 9, 13);
    TestVolume mask = new TestVolume(70, 12, 9);
    TestVolume box = new TestVolume(40, 7, 5);
    each(
        box,
        (x, y, z) -> {
          mask.slices[z + 2][(y + 3) * 70 + x + 25] = (byte) 255;
          box.slices[z][y * 40 + x] = volume.slices[z + 2][(y + 3) * 70 + x + 25];
        });
    for (Extent extent : Extent.values()) {
      Minkowski clipped = new Minkowski().edges(Edges.CLIPPED).extent(extent);
      String cut = numbers(clipped.measure(box.pixels(), NONE));
      String masked = numbers(clipped.measure(volume.pixels(), mask.pixels(), NONE));
      if (extent == Extent.VOLUME) {
        assertEquals(cut, masked);
      } else {
        assertTrue(masked.contains(cut), masked); // slices 2 to 6 of 0 to 8
      }
    }
  }

  /** A grey mask with a range of its values will do too. */
  @Test
  void aFullMaskChangesNothing() {
    TestVolume volume = TestVolume.blobs(65, 20, 10, 11);
    BinaryVolume pixels = volume.pixels();
    short[] ones = new short[65 * 20];
    float[] halves = new float[65 * 20];
    Arrays.fill(ones, (short) 40000);
    Arrays.fill(halves, 0.5f);
    Object[] shorts = Collections.nCopies(10, ones).toArray();
    Object[] floats = Collections.nCopies(10, halves).toArray();
    for (BinaryVolume mask :
        new BinaryVolume[] {
          TestVolume.full(65, 20, 10).bits(),
          new PixelStack(65, 20, 10, shorts, Foreground.between(40000, 65535)),
          new PixelStack(65, 20, 10, floats, Foreground.between(0.5, 1))
        }) {
      for (Element element : Element.values()) {
        Granulometry granulometry = new Granulometry().element(element);
        assertArrayEquals(
            counts(granulometry.measure(pixels, NONE).curve()),
            counts(granulometry.measure(pixels, mask, null, NONE).curve()));
      }
      for (Edges edges : Edges.values()) {
        Minkowski minkowski = new Minkowski().edges(edges);
        assertEquals(
            numbers(minkowski.measure(pixels, NONE)),
            numbers(minkowski.measure(pixels, mask, NONE)));
      }
      LocalThickness.Result all = new LocalThickness().measure(pixels, null, NONE);
      LocalThickness.Result masked = new LocalThickness().measure(pixels, mask, null, NONE);
      assertArrayEquals(all.thickness(), masked.thickness());
      assertArrayEquals(all.voxels(), masked.voxels());
    }
  }

  @Test
  void aMaskThatCannotBeCountedInIsRefused() {
    TestVolume volume = TestVolume.full(6, 5, 4);
    volume.slices[1][7] = 0;
    BinaryVolume pixels = volume.pixels();
    TestVolume hole = new TestVolume(6, 5, 4);
    hole.slices[1][7] = (byte) 255;
    assertSays(
        "there are no foreground voxels within the mask",
        () -> new Granulometry().measure(pixels, hole.pixels(), null, NONE));
    assertSays(
        "there are no foreground voxels within the mask",
        () -> new LocalThickness().measure(pixels, hole.bits(), null, NONE));
    LocalThickness pores = new LocalThickness().phase(Phase.BACKGROUND);
    assertEquals(1, pores.measure(pixels, hole.bits(), null, NONE).count());
    String sizes =
        "the mask has 6 x 5 x 3 voxels, the volume 6 x 5 x 4; they must have the same size";
    BinaryVolume thin = TestVolume.full(6, 5, 3).pixels();
    assertSays(sizes, () -> new Granulometry().measure(pixels, thin, null, NONE));
    assertSays(sizes, () -> new LocalThickness().measure(pixels, thin, null, NONE));
    assertSays(sizes, () -> new DistanceMap().measure(pixels, thin, (z, p) -> {}, NONE));
    assertSays(sizes, () -> new Minkowski().measure(pixels, thin, NONE));
    TestVolume grey = TestVolume.full(6, 5, 4);
    grey.slices[3][29] = 100;
    assertSays(
        "8-bit binary (0 and 255 only) image required.",
        () -> new Granulometry().measure(pixels, grey.pixels(), null, NONE));
  }

  private static void assertSays(String sentence, Runnable work) {
    assertEquals(sentence, assertThrows(IllegalArgumentException.class, work::run).getMessage());
  }

  @Test
  void countingCanBeStopped() {
    TestVolume volume = TestVolume.full(6, 5, 4);
    BinaryVolume pixels = volume.pixels();
    assertThrows(CancellationException.class, () -> pixels.isEmpty(Stops.AT_ONCE));
    assertThrows( // counts in native code, which asks between its parts
        CancellationException.class,
        () -> new Granulometry().measure(pixels, pixels, null, (done, total) -> false));
    assertThrows(
        CancellationException.class,
        () -> new Minkowski().measure(pixels, pixels, (done, total) -> false));
  }
}
