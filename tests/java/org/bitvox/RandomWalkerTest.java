// SPDX-License-Identifier: BSD-2-Clause
package org.bitvox;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;

class RandomWalkerTest implements BackendContract, FieldsContract<RandomWalker> {
  private static final int WIDTH = 30;
  private static final int HEIGHT = 20;
  private static final int DEPTH = 10;
  private static final ProgressListener NONE = ProgressListener.NONE;

  private static GreyStack image() {
    Object[] slices = TestBlobs.slices(WIDTH, HEIGHT, DEPTH, 16, 0, 0, 0);
    return new GreyStack(WIDTH, HEIGHT, DEPTH, slices);
  }

  /** The same in 32 bits, and a voxel that others without a number close off. */
  private static GreyStack imageWithAnIsland() {
    float[][] slices = new float[DEPTH][WIDTH * HEIGHT];
    Object[] blobs = TestBlobs.slices(WIDTH, HEIGHT, DEPTH, 16, 0, 0, 0);
    for (int z = 0; z < DEPTH; z++) {
      for (int i = 0; i < WIDTH * HEIGHT; i++) {
        slices[z][i] = (((short[]) blobs[z])[i] & 0xffff) / 65535f;
      }
    }
    int at = 10 * WIDTH + 15;
    for (int next : new int[] {-1, 1, -WIDTH, WIDTH}) {
      slices[5][at + next] = Float.NaN;
    }
    slices[4][at] = Float.NaN;
    slices[6][at] = Float.NaN;
    return new GreyStack(WIDTH, HEIGHT, DEPTH, slices);
  }

  /** A few voxels of each label in opposite corners. */
  private static GreyStack seeds(int... labels) {
    short[][] slices = new short[DEPTH][WIDTH * HEIGHT];
    for (int i = 0; i < labels.length; i++) {
      slices[i % 2 * (DEPTH - 1)][i * (WIDTH * HEIGHT - 1) / labels.length] = (short) labels[i];
    }
    return new GreyStack(WIDTH, HEIGHT, DEPTH, slices);
  }

  @Override
  public RunReport run(String backend, int threads, ProgressListener listener) {
    return new RandomWalker()
        .backend(backend)
        .threads(threads)
        .segment(image(), seeds(1, 2, 3), null, null, listener)
        .run();
  }

  @Override
  public List<Runnable> runsWithoutAnInput() {
    GreyStack seeds = seeds(1, 2);
    return Arrays.asList(
        () -> new RandomWalker().segment(null, seeds, null, null, NONE),
        () -> new RandomWalker().segment(image(), null, null, null, NONE),
        () -> RandomWalker.labels(null, 0, NONE));
  }

  @Override
  public RandomWalker options() {
    return new RandomWalker();
  }

  @Override
  public Fields outcome(RandomWalker options) {
    List<Object> slices = new ArrayList<>();
    SliceReceiver receiver = (z, pixels) -> slices.add(pixels);
    RandomWalker.Result result =
        options.segment(imageWithAnIsland(), seeds(4, 2, 9), receiver, receiver, NONE);
    return Fields.of(result, slices.toArray());
  }

  @Test
  void twoSeedsOnALine() {
    List<Object> slices = new ArrayList<>();
    RandomWalker.Result result =
        new RandomWalker()
            .segment(
                new GreyStack(5, 1, 1, new Object[] {new byte[5]}),
                new GreyStack(5, 1, 1, new Object[] {new byte[] {7, 0, 0, 0, 3}}),
                (z, pixels) -> slices.add(pixels),
                (z, pixels) -> slices.add(pixels),
                NONE);
    assertArrayEquals(new short[] {7, 7, 3, 3, 3}, (short[]) slices.get(0));
    assertArrayEquals(new float[] {0, 0.25f, 0.5f, 0.75f, 1}, (float[]) slices.get(1), 1e-3f);
    assertArrayEquals(new float[] {1, 0.75f, 0.5f, 0.25f, 0}, (float[]) slices.get(2), 1e-3f);
    assertArrayEquals(new int[] {3, 7}, result.labels());
    assertArrayEquals(new long[] {1, 1}, result.seeds());
    assertArrayEquals(new long[] {3, 2}, result.voxels());
    assertEquals(0, result.iterations()[1]);
    assertEquals(0, result.islands());
    assertArrayEquals(new long[] {0, 0}, result.islandVoxels());
    assertTrue(result.converged() && result.error() <= 1e-3);
  }

  /** Between two walls, the first of which is nearer to label 3. */
  @Test
  void countsRegionsWithoutSeeds() {
    float wall = Float.NaN;
    RandomWalker.Result result =
        new RandomWalker()
            .segment(
                new GreyStack(7, 1, 1, new Object[] {new float[] {0, wall, 0, 0, wall, wall, 0}}),
                new GreyStack(7, 1, 1, new Object[] {new byte[] {3, 0, 0, 0, 0, 0, 8}}),
                null,
                null,
                NONE);
    assertEquals(1, result.islands());
    assertArrayEquals(new long[] {2, 0}, result.islandVoxels());
    assertArrayEquals(new long[] {3, 1}, result.voxels());
  }

  @Test
  void saysWhoseTheProbabilitiesAre() {
    assertArrayEquals(new int[] {2, 4, 9}, RandomWalker.labels(seeds(4, 2, 9), 0, NONE));
  }

  @Test
  void refusesSeedsThatAreNone() {
    assertEquals("the seeds have no label: all their pixels are 0", refusal(seeds()));
    assertEquals("the seeds have only one label, 5; at least two are needed", refusal(seeds(5)));
    assertEquals(
        "the seeds are 5 x 1 x 1, the image 30 x 20 x 10; they must be of one size",
        refusal(new GreyStack(5, 1, 1, new Object[] {new byte[] {7, 0, 0, 0, 3}})));
  }

  private static String refusal(GreyStack seeds) {
    return assertThrows(
            IllegalArgumentException.class,
            () -> new RandomWalker().segment(image(), seeds, null, null, NONE))
        .getMessage();
  }
}
