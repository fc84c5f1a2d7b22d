// SPDX-License-Identifier: BSD-2-Clause
package org.bitvox;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class GeodesicTest implements BackendContract, FieldsContract<Geodesic> {
  private static final int WIDTH = 60;
  private static final int HEIGHT = 40;
  private static final int DEPTH = 30;
  private static final ProgressListener NONE = ProgressListener.NONE;

  private static Object[] slices() {
    return TestBlobs.slices(WIDTH, HEIGHT, DEPTH, 16, 0, 0, 0);
  }

  private static GreyStack image() {
    return new GreyStack(WIDTH, HEIGHT, DEPTH, slices());
  }

  /** With a voxel of the largest value, which counts as one less. */
  private static GreyStack clippedImage() {
    Object[] slices = slices();
    ((short[]) slices[1])[1] = (short) 65535;
    return new GreyStack(WIDTH, HEIGHT, DEPTH, slices);
  }

  /** With a wall between them, in which the third of three seeds lies; the second has none. */
  private static BitVolume twoRooms() {
    byte[] slice = new byte[WIDTH * HEIGHT];
    for (int i = 0; i < slice.length; i++) {
      slice[i] = (byte) (i % WIDTH == 39 ? 0 : 255);
    }
    BitVolume mask = new BitVolume(WIDTH, HEIGHT, DEPTH);
    for (int z = 0; z < DEPTH; z++) {
      mask.packSlice(z, slice, Foreground.binary());
    }
    return mask;
  }

  /** One voxel of each label. */
  private static GreyStack seeds(int... labels) {
    short[][] slices = new short[DEPTH][WIDTH * HEIGHT];
    for (int i = 0; i < labels.length; i++) {
      slices[i % 2 * (DEPTH - 1)][i * (WIDTH * HEIGHT - 1) / labels.length] = (short) labels[i];
    }
    return new GreyStack(WIDTH, HEIGHT, DEPTH, slices);
  }

  private static GreyStack line(int... values) {
    byte[] pixels = new byte[values.length];
    for (int i = 0; i < values.length; i++) {
      pixels[i] = (byte) values[i];
    }
    return new GreyStack(values.length, 1, 1, new Object[] {pixels});
  }

  @Override
  public RunReport run(String backend, int threads, ProgressListener listener) {
    return new Geodesic()
        .backend(backend)
        .threads(threads)
        .measure(image(), seeds(1, 2), null, null, null, listener)
        .run();
  }

  @Override
  public List<Runnable> runsWithoutAnInput() {
    return Arrays.asList(() -> new Geodesic().measure(null, seeds(1), null, null, null, NONE));
  }

  @Override
  public Geodesic options() {
    return new Geodesic();
  }

  /** No result has all: of the costs with a reference value none counts as less than it is. */
  @Test
  @Override
  public void everyFieldOfTheResultArrives() {
    Map<String, Double> without = outcome(options()).numbers();
    Map<String, Double> with = outcome(options().cost(Geodesic.Cost.DIFFERENCE)).numbers();
    float[] values = {1, 1e6f, 1};
    GreyStack steep = new GreyStack(3, 1, 1, new Object[] {values});
    Geodesic.Result rounded = options().measure(steep, line(1, 0, 0), null, null, null, NONE);
    assertEquals(2, rounded.vanished());
    Map<String, Double> ofObjects =
        Fields.of(
                options()
                    .objects(true)
                    .cost(Geodesic.Cost.UNIFORM)
                    .measure(line(0, 7, 7, 7, 0, 9), null, null, null, null, NONE))
            .numbers();
    without.forEach(
        (field, number) ->
            assertFalse(
                number == 0
                    && with.get(field) == 0
                    && ofObjects.getOrDefault(field, 0.0) == 0
                    && !field.equals("Result0.vanished"),
                field + " is 0"));
  }

  @Override
  public Fields outcome(Geodesic options) {
    List<Object> slices = new ArrayList<>();
    SliceReceiver receiver = (z, pixels) -> slices.add(pixels);
    try (BitVolume mask = twoRooms()) {
      Geodesic.Result result =
          options.measure(clippedImage(), seeds(4, 2, 9), mask, receiver, receiver, NONE);
      return Fields.of(result, slices.toArray());
    }
  }

  @Test
  void distancesAndLabelsOnALine() {
    List<Object> slices = new ArrayList<>();
    Geodesic.Result result =
        new Geodesic()
            .spacing(0.5, 1, 1)
            .measure(
                line(9, 2, 0, 200, 4, 1),
                line(7, 0, 0, 0, 0, 3),
                null,
                (z, pixels) -> slices.add(pixels),
                (z, pixels) -> slices.add(pixels),
                NONE);
    assertArrayEquals(new float[] {0, 1, 1, 101, 2, 0}, (float[]) slices.get(0));
    assertArrayEquals(new short[] {7, 7, 7, 7, 3, 3}, (short[]) slices.get(1));
    assertArrayEquals(new int[] {3, 7}, result.labels());
    assertArrayEquals(new long[] {2, 4}, result.voxels());
    assertEquals(2, result.seeds());
    assertEquals(6, result.reached());
    assertEquals(101, result.farthest());
    assertArrayEquals(new long[] {3, 0, 0}, result.farthestVoxel());
    assertEquals(0.5, result.lengthUnit());
    assertEquals(1, result.costUnit());
  }

  @Test
  void pathsStayInTheMask() {
    List<Object> slices = new ArrayList<>();
    BitVolume mask = new BitVolume(4, 1, 1);
    mask.packSlice(0, new byte[] {(byte) 255, (byte) 255, 0, (byte) 255}, Foreground.binary());
    Geodesic.Result result =
        new Geodesic()
            .cost(Geodesic.Cost.UNIFORM)
            .measure(
                line(1, 1, 1, 1),
                line(1, 0, 0, 0),
                mask,
                (z, pixels) -> slices.add(pixels),
                null,
                NONE);
    assertArrayEquals(new float[] {0, 1, Float.NaN, Float.NaN}, (float[]) slices.get(0));
    assertEquals(1, result.walls());
    assertEquals(1, result.unreached());
    mask.close();
  }

  @Test
  void objectsHaveEndsAndACentre() {
    List<Object> slices = new ArrayList<>();
    SliceReceiver receiver = (z, pixels) -> slices.add(pixels);
    Geodesic.Result result =
        new Geodesic()
            .objects(true)
            .cost(Geodesic.Cost.UNIFORM)
            .spacing(0.5, 1, 1)
            .measure(line(0, 7, 7, 7, 0, 9), null, null, receiver, receiver, NONE);
    GeodesicObjects objects = result.objects();
    assertEquals(2, objects.count());
    assertEquals(3, objects.voxels(0));
    assertEquals(1, objects.diameter(0));
    assertEquals(0, objects.diameter(1));
    assertArrayEquals(new int[] {1, 0, 0}, objects.firstEnd(0));
    assertArrayEquals(new int[] {3, 0, 0}, objects.secondEnd(0));
    assertArrayEquals(new int[] {2, 0, 0}, objects.centre(0));
    assertArrayEquals(new int[] {5, 0, 0}, objects.centre(1));
    float none = Float.NaN;
    assertArrayEquals(new float[] {none, 0, 0.5f, 1, none, 0}, (float[]) slices.get(0));
    assertArrayEquals(new short[] {0, 1, 1, 1, 0, 2}, (short[]) slices.get(1));
  }

  @Test
  void refusesSeedsThatAreNone() {
    IllegalArgumentException failure =
        assertThrows(
            IllegalArgumentException.class,
            () -> new Geodesic().measure(image(), line(1), null, null, null, NONE));
    assertEquals(
        "the seeds are 1 x 1 x 1, the image 60 x 40 x 30; they must be of one size",
        failure.getMessage());
  }
}
