// SPDX-License-Identifier: BSD-2-Clause
package org.bitvox;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class LabelTest implements BackendContract, FieldsContract<Label> {
  private static final ProgressListener NONE = ProgressListener.NONE;

  @Override
  public RunReport run(String backend, int threads, ProgressListener listener) {
    BinaryVolume volume = TestVolume.blobs(150, 90, 70, 1).pixels();
    return new Label().backend(backend).threads(threads).label(volume, null, listener).run();
  }

  @Override
  public List<Runnable> runsWithoutAnInput() {
    return Arrays.asList(() -> new Label().label(null, null, NONE));
  }

  /** With all that a result can have. */
  @Override
  public Label options() {
    return new Label().binary(true).second(TestGrey.noise(30, 20, 10, 8, 256, 1));
  }

  /** Two voxels that touch by a corner, objects of several sizes, some at the border. */
  private static TestVolume objects() {
    TestVolume volume = TestVolume.blobs(30, 20, 10, 2);
    volume.slices[4][10 * 30 + 15] = (byte) 255;
    volume.slices[5][11 * 30 + 16] = (byte) 255;
    return volume;
  }

  @Override
  public Fields outcome(Label options) {
    List<Object> all = new ArrayList<>();
    int[] integers = {1};
    try (Label.Result result =
        options.label(
            objects().pixels(),
            (z, pixels) -> {
              all.add(pixels);
              integers[0] += pixels instanceof int[] ? 1 : 0;
            },
            NONE)) {
      all.add(result);
      all.add(integers);
      return Fields.of(all.toArray());
    }
  }

  @ParameterizedTest
  @MethodSource("org.bitvox.BackendContract#backends")
  void labelsInRasterOrderAndMeasures(String backend) {
    TestVolume volume = new TestVolume(6, 4, 3);
    for (int[] voxel : new int[][] {{4, 0, 0}, {0, 2, 0}, {1, 3, 0}, {2, 2, 1}, {5, 0, 2}}) {
      volume.slices[voxel[2]][voxel[1] * 6 + voxel[0]] = (byte) 255;
    }
    List<short[]> labels = new ArrayList<>();
    try (Label.Result result =
        new Label()
            .backend(backend)
            .binary(true)
            .objects(true)
            .label(volume.pixels(), (z, pixels) -> labels.add((short[]) pixels), NONE)) {
      assertEquals(3, result.found());
      LabelObjects objects = result.objects();
      assertEquals(3, objects.count());
      assertEquals(1, labels.get(0)[4]);
      assertEquals(2, labels.get(0)[2 * 6]);
      assertEquals(2, labels.get(0)[3 * 6 + 1]);
      assertEquals(2, labels.get(1)[2 * 6 + 2]);
      assertEquals(3, labels.get(2)[5]);
      assertEquals(3, objects.voxels(1));
      assertEquals(1, objects.centroid(1, 0), 1e-15);
      assertEquals(7.0 / 3, objects.centroid(1, 1), 1e-15);
      assertEquals(0, objects.low(1, 0));
      assertEquals(2, objects.high(1, 0));
      assertEquals(1, objects.high(1, 2));
      double[] expected = {2.0 / 3, 2.0 / 9, 2.0 / 9, -1.0 / 9, 1.0 / 3, 0};
      assertArrayEquals(expected, objects.covariances(1), 1e-15);
      assertArrayEquals(new double[6], objects.covariances(2), 0);
      assertEquals(1, objects.eulerNumber(1));
      assertTrue(objects.surface(1) > 2 * objects.surface(2));
      assertTrue(objects.touchesBorder(1, false));
      assertFalse(objects.hasValues());
      assertArrayEquals(volume.slices, result.binary().toSlices());
    }
  }

  /** Centres on a line or in a plane, whatever its direction, have no width across it. */
  @ParameterizedTest
  @MethodSource("org.bitvox.BackendContract#backends")
  void countsTheDimensionsOfObjects(String backend) {
    assertEquals(0, dimensions(backend, new int[][] {{4, 3, 2}}));
    assertEquals(1, dimensions(backend, new int[][] {{2, 1, 1}, {3, 1, 1}, {4, 1, 1}}));
    assertEquals(1, dimensions(backend, new int[][] {{2, 2, 1}, {3, 1, 1}}));
    assertEquals(1, dimensions(backend, new int[][] {{2, 1, 1}, {3, 2, 2}, {4, 3, 3}}));
    assertEquals(2, dimensions(backend, new int[][] {{2, 1, 1}, {3, 2, 2}, {4, 2, 3}}));
    assertEquals(2, dimensions(backend, new int[][] {{4, 1, 1}, {3, 2, 1}, {3, 1, 2}}));
    assertEquals(3, dimensions(backend, new int[][] {{3, 1, 1}, {4, 1, 1}, {3, 2, 1}, {3, 1, 2}}));
  }

  private static int dimensions(String backend, int[][] voxels) {
    TestVolume volume = new TestVolume(6, 4, 4);
    for (int[] voxel : voxels) {
      volume.slices[voxel[2]][voxel[1] * 6 + voxel[0]] = (byte) 255;
    }
    try (Label.Result result =
        new Label().backend(backend).objects(true).label(volume.pixels(), null, NONE)) {
      assertEquals(1, result.objects().count());
      return result.objects().dimensions(0);
    }
  }

  /** As the manual says, and the note of the command. */
  @Test
  void ballsAndDiscsAreRoundWithinBounds() {
    Random random = new Random(1);
    for (double[] rule : new double[][] {{4.2, 0.04}, {6, 0.04}, {9.05, 0.02}, {11, 0.02}}) {
      assertRound(round(random, 3, rule[0]), rule[1], 3);
    }
    for (double[] rule : new double[][] {{9.9, 0.06}, {20, 0.06}, {36, 0.02}, {50, 0.02}}) {
      assertRound(round(random, 2, rule[0]), rule[1], 2);
    }
  }

  private static void assertRound(byte[][] slices, double error, int axes) {
    int width = slices[0].length / ROUND_HEIGHT;
    PixelStack volume =
        new PixelStack(width, ROUND_HEIGHT, slices.length, slices, Foreground.binary());
    try (Label.Result result =
        new Label()
            .extent(axes == 3 ? Extent.VOLUME : Extent.PER_SLICE)
            .objects(true)
            .label(volume, null, ProgressListener.NONE)) {
      LabelObjects objects = result.objects();
      assertEquals(ROUND_OBJECTS, objects.count());
      for (int i = 0; i < objects.count(); i++) {
        double size = objects.voxels(i);
        double surface = objects.surface(i);
        double roundness =
            axes == 3
                ? Math.cbrt(36 * Math.PI * size * size) / surface
                : 4 * Math.PI * size / (surface * surface);
        assertEquals(1, roundness, error, size + " voxels");
      }
    }
  }

  private static final int ROUND_OBJECTS = 20;
  private static final int ROUND_HEIGHT = 104;

  /** Balls or discs side by side, each somewhere between voxels. */
  private static byte[][] round(Random random, int axes, double radius) {
    int cell = 2 * (int) radius + 4;
    int width = cell * ROUND_OBJECTS;
    byte[][] slices = new byte[axes == 3 ? cell : 1][width * ROUND_HEIGHT];
    for (int i = 0; i < ROUND_OBJECTS; i++) {
      double[] centre = new double[3];
      for (int axis = 0; axis < 3; axis++) {
        centre[axis] = (int) radius + 1.5 + (axis < axes ? random.nextDouble() : 0);
      }
      for (int z = 0; z < slices.length; z++) {
        double dz = axes == 3 ? z - centre[2] : 0;
        for (int y = 0; y < Math.min(cell, ROUND_HEIGHT); y++) {
          for (int x = 0; x < cell; x++) {
            double dx = x - centre[0];
            double dy = y - centre[1];
            if (dx * dx + dy * dy + dz * dz <= radius * radius) {
              slices[z][y * width + i * cell + x] = -1;
            }
          }
        }
      }
    }
    return slices;
  }

  @Test
  void dropsObjectsWithoutWritingLabels() {
    try (BitVolume bits = objects().bits();
        Label.Result all = new Label().objects(true).label(bits, null, NONE);
        Label.Result largest =
            new Label().largest(true).binary(true).objects(true).label(bits, null, NONE)) {
      assertNull(all.binary());
      assertEquals(all.found(), all.objects().count());
      assertEquals(all.found(), largest.found());
      assertEquals(1, largest.objects().count());
      assertEquals(largest.objects().voxels(0), largest.binary().countForeground(1));
      for (int i = 0; i < all.objects().count(); i++) {
        assertTrue(all.objects().voxels(i) <= largest.objects().voxels(0));
      }
    }
  }

  @Test
  void measuresObjectsOnlyWhenAsked() {
    try (BitVolume bits = objects().bits();
        Label.Result counted = new Label().label(bits, null, NONE);
        Label.Result measured = new Label().objects(true).label(bits, null, NONE);
        Label.Result withValues = options().binary(false).label(bits, null, NONE)) {
      assertTrue(counted.found() > 1);
      assertEquals(counted.found(), counted.kept());
      assertNull(counted.objects());
      assertEquals(0, counted.voxels());
      assertEquals(counted.found(), measured.objects().count());
      assertEquals(bits.countForeground(1), measured.voxels());
      assertEquals(counted.found(), withValues.objects().count());
      assertTrue(withValues.objects().hasValues());
    }
  }

  @Test
  void findsNothingInNothing() {
    try (Label.Result result =
        new Label().objects(true).label(new TestVolume(5, 4, 3).pixels(), null, NONE)) {
      assertEquals(0, result.found());
      assertEquals(0, result.objects().count());
    }
  }

  @Test
  void refusesWhatIsImpossible() {
    BinaryVolume volume = TestVolume.full(5, 4, 2).pixels();
    Throwable e =
        assertThrows(
            IllegalArgumentException.class, () -> new Label().minSize(0).label(volume, null, NONE));
    assertEquals("min_size=0 is not allowed; use 1 to 281474976710656", e.getMessage());
    GreyStack other = TestGrey.noise(5, 4, 3, 8, 256, 1);
    e =
        assertThrows(
            IllegalArgumentException.class,
            () -> new Label().second(other).label(volume, null, NONE));
    assertEquals("the second image is 5 x 4 x 3 voxels, the image 5 x 4 x 2", e.getMessage());
  }
}
