// SPDX-License-Identifier: BSD-2-Clause
package org.bitvox.blocks;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.bitvox.ProgressListener;
import org.bitvox.zarr.WriteOptions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Blocks around which a step of thinning has changed nothing are not thinned again. */
class QuietBlocksTest {
  private static final int SIDE = 20;
  private static final int THICK = 2 * SIDE;
  private static final int BLOCKS = 12; // along x, and two along y and z

  @TempDir Path folder;

  /** A thick rod at the beginning, a thin one after it. */
  private Path rods() throws IOException {
    int[] size = {THICK, THICK, BLOCKS * SIDE};
    byte[][] slices = new byte[size[0]][size[1] * size[2]];
    for (int z = 0; z < THICK; z++) {
      for (int y = 0; y < THICK; y++) {
        for (int x = 0; x < size[2]; x++) {
          boolean thick = x < THICK && z > 0 && y > 0;
          slices[z][y * size[2] + x] = (byte) (thick || y == 10 && z == 10 ? -1 : 0);
        }
      }
    }
    Path image = folder.resolve("rods.zarr");
    Volumes.write(image, size, slices, new WriteOptions(SIDE, 0, "none", "auto", "0.4", "auto"));
    return image;
  }

  /** Notes for each step how many blocks of it are taken over. */
  private static final class Counting extends LocalRunner {
    private final List<Long> quiet = new ArrayList<>();

    @Override
    public void run(
        List<BlockOrder> orders, BlockJob job, Results results, ProgressListener listener)
        throws IOException {
      quiet.add(orders.stream().filter(order -> QuietBlocks.isQuiet(order.known())).count());
      super.run(orders, job, results, listener);
    }
  }

  @Test
  void thoseFarFromTheThickRodAreTakenOver() throws IOException {
    Counting runner = new Counting();
    List<String> words =
        List.of("skeleton3d", "per_round", "input=" + rods(), "output=*.zarr", "chunk=" + SIDE);
    new TwoRuns(folder, "rods").by(runner).assertSame(words, SIDE, "rods");
    assertTrue(runner.quiet.size() > 1, "steps: " + runner.quiet);
    assertEquals(0, runner.quiet.get(0));
    // 48 voxels around a block of 20 are in three blocks on each side.
    for (long quiet : runner.quiet.subList(1, runner.quiet.size())) {
      assertTrue(quiet >= 4 * (BLOCKS - 2 - 3) && quiet < 4 * BLOCKS, "" + runner.quiet);
    }
  }

  @Test
  void boxesTouchTheirCores() {
    BlockGrid grid = new BlockGrid(new int[] {25, 40, 61}, new int[] {10, 20, 30});
    for (int number = 0; number < grid.count(); number++) {
      assertEquals(List.of(number), grid.numbersIn(grid.core(number)).boxed().toList());
    }
    org.bitvox.Box box = new org.bitvox.Box(29, 19, 9, 2, 2, 2);
    assertEquals(List.of(0, 1, 3, 4, 6, 7, 9, 10), grid.numbersIn(box).boxed().toList());
    assertEquals(grid.count(), grid.numbersIn(grid.box()).distinct().count());
  }
}
