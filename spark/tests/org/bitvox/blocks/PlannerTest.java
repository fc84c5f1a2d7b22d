// SPDX-License-Identifier: BSD-2-Clause
package org.bitvox.blocks;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Random;
import org.bitvox.parameters.UsageException;
import org.junit.jupiter.api.Test;

/** Volumes are cut so that nothing is lost, computed twice, or too large. */
class PlannerTest {
  private static final Demand.RadiusKey RADIUS = new Demand.RadiusKey("max_radius", 50, 2);

  /** A byte for each voxel that is read. */
  private static Demand demand(int[] whole, int[] unit, int reach, int tasks, double memory) {
    return new Demand(
        whole,
        unit,
        new int[] {reach, reach, reach},
        (read, core) -> read.voxels(),
        RADIUS,
        tasks,
        memory,
        1);
  }

  private static int[] cube(int side) {
    return new int[] {side, side, side};
  }

  @Test
  void coresFillTheVolumeAndReadWhatMatters() {
    Random random = new Random(1);
    for (int round = 0; round < 200; round++) {
      int[] whole = {1 + random.nextInt(9), 1 + random.nextInt(9), 1 + random.nextInt(9)};
      int[] side = {1 + random.nextInt(9), 1 + random.nextInt(9), 1 + random.nextInt(9)};
      int[] reach = {random.nextInt(4), random.nextInt(4), random.nextInt(4)};
      BlockGrid grid = new BlockGrid(whole, side, reach);
      int[] seen = new int[whole[0] * whole[1] * whole[2]];
      long read = 0;
      for (int number = 0; number < grid.count(); number++) {
        Block block = grid.block(number);
        Cuboid core = block.core();
        read += block.read().voxels();
        for (int z = core.z0(); z < core.z1(); z++) {
          for (int y = core.y0(); y < core.y1(); y++) {
            for (int x = core.x0(); x < core.x1(); x++) {
              seen[(z * whole[1] + y) * whole[2] + x]++;
            }
          }
        }
        assertEquals(core.y0() - block.read().y0(), block.coreInRead().y0());
        assertTrue(block.read().x0() == Math.max(0, core.x0() - reach[2]));
        assertTrue(block.read().z1() == Math.min(whole[0], core.z1() + reach[0]));
      }
      int[] once = new int[seen.length];
      java.util.Arrays.fill(once, 1);
      assertArrayEquals(once, seen);
      assertEquals(read, grid.extraWork() * grid.voxels(), 1e-6);
    }
  }

  @Test
  void theLargestBlockThatFitsIsTaken() {
    BlockGrid one = Planner.plan(demand(cube(512), cube(128), 100, 2, 1e12));
    assertEquals(1, one.count());
    assertEquals(1, one.extraWork());
    // 256 + 200 voxels along each axis would be 95 MB
    BlockGrid cut = Planner.plan(demand(cube(1000), cube(128), 100, 1, 100e6));
    assertArrayEquals(cube(256), cut.side());
    assertEquals(64, cut.count());
    // half of it for each of two
    assertArrayEquals(cube(128), Planner.plan(demand(cube(1000), cube(128), 100, 2, 100e6)).side());
  }

  @Test
  void blocksAreAboutTheSameSize() {
    // 896 fit, which leaves a block of 128; 512 twice is the same number of blocks
    BlockGrid grid = Planner.plan(demand(cube(1024), cube(128), 0, 1, 900 * 900 * 900));
    assertArrayEquals(cube(512), grid.side());
  }

  @Test
  void anAxisOfWhichAllMattersIsNotCut() {
    Demand slices =
        new Demand(
            cube(100),
            cube(10),
            new int[] {0, Demand.ALL, Demand.ALL},
            (read, core) -> read.voxels(),
            RADIUS,
            1,
            250_000,
            1);
    assertArrayEquals(new int[] {20, 100, 100}, Planner.plan(slices).side());
    assertEquals(1, Planner.plan(slices).extraWork());
  }

  @Test
  void thereIsWorkForAll() {
    Demand demand = demand(cube(256), cube(32), 4, 1, 1e12);
    Demand forEight =
        new Demand(
            demand.whole(),
            demand.unit(),
            demand.reach(),
            demand.task(),
            demand.radius(),
            1,
            1e12,
            8);
    assertEquals(8, Planner.plan(forEight).count());
  }

  @Test
  void decodedChunksAreCounted() {
    BlockGrid grid = new BlockGrid(cube(100), cube(50), cube(10));
    assertEquals(Math.pow(2 * 60, 3), grid.decoded(cube(20)), 1e-6);
    assertEquals(
        Math.pow(7 * 60, 3), new BlockGrid(cube(200), cube(50), cube(5)).decoded(cube(60)), 1e-6);
  }

  @Test
  void whatDoesNotFitIsSaidWithAWayOut() {
    // a chunk of 128 with 36 around it on both sides is 200 wide: 8 MB
    assertSentence(
        "a block of 128 x 128 x 128 voxels and what is around it needs 33.7 MiB of memory, and there"
            + " are 7.6 MiB for each of 2 at a time; use max_radius=18, or a machine with 67.3 MiB"
            + " of free memory",
        demand(cube(1000), cube(128), 100, 2, 2 * 8e6),
        0);
    assertSentence(
        "a block of 128 x 128 x 128 voxels and what is around it needs 33.7 MiB of memory, and there"
            + " are 1.0 MiB for each of 1 at a time; use a machine with 33.7 MiB of free memory",
        demand(cube(1000), cube(128), 100, 1, 1 << 20),
        0);
  }

  @Test
  void aBlockThatIsNoneIsSaid() {
    assertSentence(
        "block=100 is no multiple of 64, which is written at once; use 128",
        demand(cube(1000), cube(64), 10, 1, 1e12),
        100);
    assertSentence(
        "block=16 is too small, as 100 voxels on each side of a block matter; use block=32 or more",
        demand(cube(1000), cube(16), 100, 1, 1e12),
        16);
    assertEquals(1, Planner.plan(demand(cube(50), cube(64), 10, 1, 1e12), 50).count());
  }

  private static void assertSentence(String sentence, Demand demand, int side) {
    UsageException failure =
        assertThrows(
            UsageException.class,
            () -> {
              if (side == 0) {
                Planner.plan(demand);
              } else {
                Planner.plan(demand, side);
              }
            });
    assertEquals(sentence, failure.getMessage());
  }
}
