// SPDX-License-Identifier: BSD-2-Clause
package org.bitvox.blocks;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.bitvox.Block;
import org.bitvox.Box;
import org.bitvox.parameters.UsageException;
import org.junit.jupiter.api.Test;

/** Volumes are cut so that nothing is lost, computed twice, or too large. */
class PlannerTest {
  private static final Demand.RadiusKey RADIUS = new Demand.RadiusKey("max_radius", 50, 2);
  private static final Demand.Limit NO_WISH = new Demand.Limit("GPU", block -> 1, 1);

  /** A byte for each voxel that is read. */
  private static Demand demand(int whole, int unit, Around around, double memory, int fewest) {
    Demand.Limit limit = new Demand.Limit("memory", block -> block.read().voxels(), memory);
    return new Demand(cube(whole), cube(unit), around, List.of(limit), NO_WISH, RADIUS, fewest);
  }

  private static Demand demand(int whole, int unit, int around, double memory) {
    return demand(whole, unit, Around.of(around), memory, 1);
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
      int[] low = {random.nextInt(4), random.nextInt(4), random.nextInt(4)};
      int[] high = {random.nextInt(4), random.nextInt(4), random.nextInt(4)};
      Around around = new Around(low, high);
      BlockGrid grid = new BlockGrid(whole, side);
      int[] seen = new int[whole[0] * whole[1] * whole[2]];
      long read = 0;
      long most = 0;
      for (int number = 0; number < grid.count(); number++) {
        Block block = around.block(grid.box(), grid.core(number));
        Box core = block.core();
        read += block.read().voxels();
        most = Math.max(most, block.read().voxels());
        for (long z = core.z(); z < core.z() + core.depth(); z++) {
          for (long y = core.y(); y < core.y() + core.height(); y++) {
            for (long x = core.x(); x < core.x() + core.width(); x++) {
              seen[(int) ((z * whole[1] + y) * whole[2] + x)]++;
            }
          }
        }
        assertEquals(Math.max(0, core.x() - low[2]), block.read().x());
        assertEquals(
            Math.min(whole[0], core.z() + core.depth() + high[0]),
            block.read().z() + block.read().depth());
      }
      int[] once = new int[seen.length];
      Arrays.fill(once, 1);
      assertArrayEquals(once, seen);
      assertEquals(read, grid.extraWork(around) * grid.voxels(), 1e-6);
    }
  }

  /** Blocks that the GPU can take are taken, if there are such ones. */
  @Test
  void aWishIsGrantedIfItCanBe() {
    Demand demand = demand(1000, 128, 100, 100e6);
    assertArrayEquals(cube(256), Planner.plan(demand).side());
    assertArrayEquals(cube(128), Planner.plan(wishing(demand, 40e6)).side());
    assertArrayEquals(cube(256), Planner.plan(wishing(demand, 10e6)).side());
  }

  private static Demand wishing(Demand demand, double memory) {
    Demand.Limit gpu = new Demand.Limit("GPU", block -> block.read().voxels(), memory);
    return new Demand(
        demand.whole(),
        demand.unit(),
        demand.around(),
        demand.limits(),
        gpu,
        demand.radius(),
        demand.fewest());
  }

  @Test
  void theLargestBlockThatFitsIsTaken() {
    BlockGrid one = Planner.plan(demand(512, 128, 100, 1e12));
    assertEquals(1, one.count());
    assertEquals(1, one.extraWork(Around.of(100)));
    // 256 + 200 voxels along each axis are 95 MB
    BlockGrid cut = Planner.plan(demand(1000, 128, 100, 100e6));
    assertArrayEquals(cube(256), cut.side());
    assertEquals(64, cut.count());
    assertArrayEquals(cube(128), Planner.plan(demand(1000, 128, 100, 50e6)).side());
  }

  @Test
  void blocksAreAboutTheSameSize() {
    // 896 fit, which leaves a block of 128; 512 twice is the same number of blocks
    BlockGrid grid = Planner.plan(demand(1024, 128, 0, 900 * 900 * 900));
    assertArrayEquals(cube(512), grid.side());
  }

  @Test
  void anAxisOfWhichAllMattersIsNotCut() {
    int[] slices = {0, Around.ALL, Around.ALL};
    Around around = new Around(slices, slices);
    BlockGrid grid = Planner.plan(demand(100, 10, around, 250_000, 1));
    assertArrayEquals(new int[] {20, 100, 100}, grid.side());
    assertEquals(1, grid.extraWork(around));
  }

  @Test
  void thereIsWorkForAll() {
    assertEquals(8, Planner.plan(demand(256, 32, Around.of(4), 1e12, 8)).count());
    assertEquals(1, Planner.plan(demand(256, 256, Around.of(4), 1e12, 8)).count());
  }

  @Test
  void decodedChunksAreCounted() {
    BlockGrid two = new BlockGrid(cube(100), cube(50));
    assertEquals(Math.pow(2 * 60, 3), two.decoded(Around.of(10), cube(20)), 1e-6);
    BlockGrid four = new BlockGrid(cube(200), cube(50));
    assertEquals(Math.pow(7 * 60, 3), four.decoded(Around.of(5), cube(60)), 1e-6);
  }

  @Test
  void whatDoesNotFitIsSaidWithAWayOut() {
    // a block of 128 with 36 around it on both sides is 200 wide: 8 MB
    assertSentence(
        "a block of 128 x 128 x 128 voxels and what is around it needs 33.7 MiB of memory, and there"
            + " are 7.6 MiB for each task; use max_radius=18, or 33.7 MiB for each task",
        demand(1000, 128, 100, 8e6),
        0);
    assertSentence(
        "a block of 128 x 128 x 128 voxels and what is around it needs 33.7 MiB of memory, and there"
            + " are 1.0 MiB for each task; use 33.7 MiB for each task",
        demand(1000, 128, 100, 1 << 20),
        0);
  }

  @Test
  void aBlockThatIsNoneIsSaid() {
    assertSentence(
        "block=100 is no multiple of 64, which is read or written at once; use block=128",
        demand(1000, 64, 10, 1e12),
        100);
    assertSentence(
        "block=16 is too small, as 100 voxels on each side of a block matter; use block=32 or more",
        demand(1000, 16, 100, 1e12),
        16);
    assertEquals(1, Planner.plan(demand(50, 64, 10, 1e12), 50).count());
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
