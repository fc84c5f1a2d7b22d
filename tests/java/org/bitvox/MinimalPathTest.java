// SPDX-License-Identifier: BSD-2-Clause
package org.bitvox;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class MinimalPathTest implements BackendContract, FieldsContract<MinimalPath> {
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

  private static GreyStack line(int... values) {
    byte[] pixels = new byte[values.length];
    for (int i = 0; i < values.length; i++) {
      pixels[i] = (byte) values[i];
    }
    return new GreyStack(values.length, 1, 1, new Object[] {pixels});
  }

  private static long[] places(long... x) {
    return Arrays.stream(x).flatMap(at -> Arrays.stream(new long[] {at, 0, 0})).toArray();
  }

  @Override
  public RunReport run(String backend, int threads, ProgressListener listener) {
    return new MinimalPath()
        .backend(backend)
        .threads(threads)
        .trace(image(), new long[] {0, 0, 0, 59, 39, 29, 0, 39, 10}, null, listener)
        .run();
  }

  @Override
  public List<Runnable> runsWithoutAnInput() {
    return Arrays.asList(
        () -> new MinimalPath().trace(null, places(0, 1), null, NONE),
        () -> new MinimalPath().trace(line(1, 2), null, null, NONE));
  }

  @Override
  public MinimalPath options() {
    return new MinimalPath();
  }

  /** No result has all: of the costs with a reference value none counts as less than it is. */
  @Test
  @Override
  public void everyFieldOfTheResultArrives() {
    Map<String, Double> without = outcome(options()).numbers();
    Map<String, Double> with = outcome(options().cost(Geodesic.Cost.DIFFERENCE)).numbers();
    float[] values = {1, 1e6f, 1};
    GreyStack steep = new GreyStack(3, 1, 1, new Object[] {values});
    assertEquals(2, options().trace(steep, places(0, 2), null, NONE).vanished());
    without.forEach(
        (field, number) ->
            assertFalse(
                number == 0 && with.get(field) == 0 && !field.equals("Result0.vanished"),
                field + " is 0"));
  }

  /** One wall, in which the last point lies; a voxel of the largest value counts as one less. */
  @Override
  public Fields outcome(MinimalPath options) {
    Object[] slices = slices();
    ((short[]) slices[1])[1] = (short) 65535;
    byte[] slice = new byte[WIDTH * HEIGHT];
    Arrays.fill(slice, (byte) 255);
    slice[7] = 0;
    try (BitVolume mask = new BitVolume(WIDTH, HEIGHT, DEPTH)) {
      for (int z = 0; z < DEPTH; z++) {
        mask.packSlice(z, slice, Foreground.binary());
      }
      long[] points = {1, 1, 1, 20, 30, 20, 7, 0, 3};
      GreyStack image = new GreyStack(WIDTH, HEIGHT, DEPTH, slices);
      return Fields.of(options.trace(image, points, mask, NONE));
    }
  }

  @Test
  void chainsAndTrees() {
    GreyStack image = line(9, 2, 0, 200, 4, 1);
    MinimalPath.Result chain =
        new MinimalPath().spacing(0.5, 1, 1).trace(image, places(4, 5, 1, 1), null, NONE);
    assertEquals(3, chain.paths());
    assertArrayEquals(new long[] {4, 5}, chain.path(0));
    assertArrayEquals(new long[] {5, 4, 3, 2, 1}, chain.path(1));
    assertArrayEquals(new long[] {1}, chain.path(2));
    assertEquals(0.5 * (4 + 200 + 2), chain.cost(1));
    assertEquals(2, chain.length(1));
    assertEquals(0, chain.length(2));
    assertEquals(0.5, chain.lengthUnit());
    MinimalPath.Result tree =
        new MinimalPath()
            .paths(MinimalPath.Paths.FROM_FIRST)
            .trace(image, places(4, 5, 1, 1), null, NONE);
    assertArrayEquals(new long[] {4, 3, 2, 1}, tree.path(2));
    assertEquals(4, tree.voxels(1));
  }

  @Test
  void noPathLeadsThroughWalls() {
    MinimalPath.Result result =
        new MinimalPath()
            .cost(Geodesic.Cost.UNIFORM)
            .trace(line(1, 1, 0, 1), places(0, 3, 2), null, NONE);
    assertEquals(0, result.voxels(0));
    assertTrue(Double.isNaN(result.cost(0)) && Double.isNaN(result.length(0)));
    assertArrayEquals(new long[] {2}, result.inWalls());
  }

  @Test
  void refusesPointsThatAreNone() {
    IllegalArgumentException failure =
        assertThrows(
            IllegalArgumentException.class,
            () -> new MinimalPath().trace(line(1, 2), places(0, 2), null, NONE));
    assertEquals(
        "point 2 lies outside of the image: x=2, y=0, z=0 in an image of 2 x 1 x 1;"
            + " coordinates begin at 0",
        failure.getMessage());
  }
}
