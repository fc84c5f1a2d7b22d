// SPDX-License-Identifier: BSD-2-Clause
package org.bitvox;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import ij.process.ByteProcessor;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.function.IntBinaryOperator;
import org.bitvox.Skeleton2D.Rule;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class Skeleton2DTest implements BackendContract, FieldsContract<Skeleton2D> {
  private static final ProgressListener NONE = ProgressListener.NONE;

  @Override
  public RunReport run(String backend, int threads, ProgressListener listener) {
    Skeleton2D skeleton = new Skeleton2D().backend(backend).threads(threads);
    try (Skeleton2D.Result result =
        skeleton.thin(TestVolume.full(200, 150, 4).pixels(), listener)) {
      return result.run();
    }
  }

  @Override
  public List<Runnable> runsWithoutAnInput() {
    return Collections.singletonList(() -> new Skeleton2D().thin(null, NONE));
  }

  @Override
  public Skeleton2D options() {
    return new Skeleton2D();
  }

  @Override
  public Fields outcome(Skeleton2D options) {
    TestVolume volume = TestVolume.full(30, 20, 3);
    volume.slices[1][10 * 30 + 15] = 0; // a hole
    try (Skeleton2D.Result result = options.thin(volume.pixels(), NONE)) {
      return Fields.of(result);
    }
  }

  @Test
  void everyRuleIsItsOwn() {
    TestVolume square = TestVolume.full(2, 2, 1);
    for (Rule rule : Rule.values()) {
      try (Skeleton2D.Result result = new Skeleton2D().rule(rule).thin(square.pixels(), NONE)) {
        assertEquals(rule == Rule.HILDITCH, result.pixelsAfter() == 0, rule.toString());
      }
    }
  }

  private static void fill(byte[] slice, int width, IntBinaryOperator value) {
    for (int i = 0; i < slice.length; i++) {
      slice[i] = (byte) (value.applyAsInt(i % width, i / width) == 0 ? 0 : 255);
    }
  }

  /** Process > Binary > Skeletonize with a black background. */
  private static byte[][] byImageJ(TestVolume volume) {
    byte[][] expected = new byte[volume.depth][];
    for (int z = 0; z < volume.depth; z++) {
      expected[z] = volume.slices[z].clone();
      new ByteProcessor(volume.width, volume.height, expected[z], null).skeletonize(255);
    }
    return expected;
  }

  private static void assertLikeImageJ(TestVolume volume, String backend) {
    try (Skeleton2D.Result result =
        new Skeleton2D().rule(Rule.IMAGEJ).backend(backend).thin(volume.pixels(), NONE)) {
      byte[][] expected = byImageJ(volume);
      byte[][] actual = result.skeleton().toSlices();
      for (int z = 0; z < volume.depth; z++) {
        assertArrayEquals(
            expected[z],
            actual[z],
            backend + ", slice " + z + " of " + volume.width + " x " + volume.height);
      }
    }
  }

  /** Every picture of 3 x 3 pixels, filling its slice. */
  @ParameterizedTest
  @MethodSource("org.bitvox.BackendContract#backends")
  void thinsAllSmallPicturesLikeImageJ(String backend) {
    TestVolume all = new TestVolume(3, 3, 511);
    for (int z = 0; z < 511; z++) {
      int picture = z + 1;
      fill(all.slices[z], 3, (x, y) -> picture >> (x + 3 * y) & 1);
    }
    assertLikeImageJ(all, backend);
  }

  /** Every neighbourhood of a pixel, away from the edges. */
  @ParameterizedTest
  @MethodSource("org.bitvox.BackendContract#backends")
  void thinsAllNeighbourhoodsLikeImageJ(String backend) {
    TestVolume all = new TestVolume(7, 7, 511);
    for (int z = 0; z < 511; z++) {
      int picture = z + 1;
      fill(
          all.slices[z],
          7,
          (x, y) -> x < 2 || x > 4 || y < 2 || y > 4 ? 0 : picture >> (x - 2 + 3 * (y - 2)) & 1);
    }
    assertLikeImageJ(all, backend);
  }

  @ParameterizedTest
  @MethodSource("org.bitvox.BackendContract#backends")
  void thinsNoiseLikeImageJ(String backend) {
    Random random = new Random(7);
    for (int width : new int[] {1, 2, 3, 31, 64, 65, 130}) {
      for (int height : new int[] {1, 2, 9, 66}) {
        TestVolume volume = new TestVolume(width, height, 6);
        volume.slices[0][0] = (byte) 255;
        for (int z = 0; z < 6; z++) {
          double density = 0.35 + 0.12 * z;
          fill(volume.slices[z], width, (x, y) -> random.nextDouble() < density ? 1 : 0);
        }
        volume.slices[0][0] = (byte) 255;
        assertLikeImageJ(volume, backend);
      }
    }
  }

  /** Thick lines, discs and whole slices, also touching the edges. */
  @ParameterizedTest
  @MethodSource("org.bitvox.BackendContract#backends")
  void thinsShapesLikeImageJ(String backend) {
    TestVolume shapes = new TestVolume(190, 150, 6);
    fill(shapes.slices[0], 190, (x, y) -> 1);
    fill(shapes.slices[1], 190, (x, y) -> (x - 60) * (x - 60) + (y - 70) * (y - 70) < 2500 ? 1 : 0);
    fill(shapes.slices[2], 190, (x, y) -> x * x + y * y < 9000 ? 1 : 0);
    fill(shapes.slices[3], 190, (x, y) -> (x + 2 * y) % 60 < 17 ? 1 : 0);
    fill(shapes.slices[4], 190, (x, y) -> x == 0 || y > 140 || x % 40 < 9 ? 1 : 0);
    fill(shapes.slices[5], 190, (x, y) -> (x / 20 + y / 20) % 2);
    assertLikeImageJ(shapes, backend);
  }

  @Test
  void countsPixelsAndObjects() {
    TestVolume volume = new TestVolume(20, 10, 2);
    // A 2 x 2 square, which Hilditch's rule deletes, and a bar; in the other slice a bar.
    fill(volume.slices[0], 20, (x, y) -> x < 2 && y < 2 || x > 4 && x < 15 && y == 5 ? 1 : 0);
    fill(volume.slices[1], 20, (x, y) -> x > 4 && x < 15 && y > 3 && y < 7 ? 1 : 0);
    try (BitVolume bits = volume.bits();
        Skeleton2D.Result result = new Skeleton2D().rule(Rule.HILDITCH).thin(bits, NONE)) {
      assertEquals(44, result.pixelsBefore());
      assertEquals(3, result.objectsBefore());
      assertEquals(2, result.objectsAfter());
      assertEquals(result.skeleton().countForeground(1), result.pixelsAfter());
      assertTrue(result.iterations() >= 2, "" + result.iterations());
    }
    try (Skeleton2D.Result result = new Skeleton2D().thin(volume.pixels(), NONE)) {
      assertEquals(3, result.objectsAfter());
    }
  }

  @Test
  void refusesWhatIsImpossible() {
    TestVolume empty = new TestVolume(9, 8, 7);
    Throwable e =
        assertThrows(
            IllegalArgumentException.class, () -> new Skeleton2D().thin(empty.pixels(), NONE));
    assertEquals("the image has no foreground pixels", e.getMessage());
    empty.slices[3][5] = 7;
    e =
        assertThrows(
            IllegalArgumentException.class, () -> new Skeleton2D().thin(empty.pixels(), NONE));
    assertEquals("8-bit binary (0 and 255 only) image required.", e.getMessage());
  }
}
