// SPDX-License-Identifier: BSD-2-Clause
package org.bitvox.blocks;

/**
 * How a volume is cut into blocks, whose cores all have the same sides but for the last ones along
 * each axis. All arrays are along z, y and x.
 *
 * @param whole sides of the volume
 * @param side sides of a core
 * @param reach how many voxels around a core are read, too
 */
public record BlockGrid(int[] whole, int[] side, int[] reach) {
  /** Blocks along every axis. */
  int[] counts() {
    int[] counts = new int[3];
    for (int axis = 0; axis < 3; axis++) {
      counts[axis] = Planner.parts(whole[axis], side[axis]);
    }
    return counts;
  }

  /** All blocks. */
  public int count() {
    int[] counts = counts();
    return Math.multiplyExact(Math.multiplyExact(counts[0], counts[1]), counts[2]);
  }

  /** The block of a number, from 0, in raster order. */
  public Block block(int number) {
    int[] counts = counts();
    int[] place = {
      number / counts[2] / counts[1], number / counts[2] % counts[1], number % counts[2]
    };
    int[] begin = new int[3];
    int[] end = new int[3];
    for (int axis = 0; axis < 3; axis++) {
      begin[axis] = place[axis] * side[axis];
      end[axis] = (int) Math.min(whole[axis], (long) begin[axis] + side[axis]);
    }
    Cuboid core = Cuboid.between(begin, end);
    return new Block(number, core, core.grown(reach, whole));
  }

  /** The same cores with other voxels around them. */
  BlockGrid withReach(int[] other) {
    return new BlockGrid(whole, side, other);
  }

  /** The largest core with all that is read around it, clipped to the volume. */
  Cuboid largestRead() {
    int[] end = new int[3];
    for (int axis = 0; axis < 3; axis++) {
      end[axis] = (int) Math.min(whole[axis], side[axis] + 2L * reach[axis]);
    }
    return Cuboid.of(end);
  }

  /** The largest core. */
  Cuboid largestCore() {
    int[] end = new int[3];
    for (int axis = 0; axis < 3; axis++) {
      end[axis] = Math.min(whole[axis], side[axis]);
    }
    return Cuboid.of(end);
  }

  /** Voxels of all cores. */
  double voxels() {
    return (double) whole[0] * whole[1] * whole[2];
  }

  /** Voxels that are read, over those of the volume: how much more work there is. */
  public double extraWork() {
    double factor = 1;
    for (int axis = 0; axis < 3; axis++) {
      double read = 0; // along this axis: what is read of a block is a product
      for (long begin = 0; begin < whole[axis]; begin += side[axis]) {
        long end = Math.min(whole[axis], begin + side[axis]);
        read += Math.min(whole[axis], end + reach[axis]) - Math.max(0, begin - reach[axis]);
      }
      factor *= read / whole[axis];
    }
    return factor;
  }

  /** Voxels of all chunks of these sides that are decoded. */
  double decoded(int[] chunk) {
    double all = 1;
    for (int axis = 0; axis < 3; axis++) {
      double chunks = 0;
      for (long begin = 0; begin < whole[axis]; begin += side[axis]) {
        long from = Math.max(0, begin - reach[axis]) / chunk[axis];
        long end = Math.min(whole[axis], begin + side[axis] + reach[axis]);
        chunks += (end - 1) / chunk[axis] + 1 - from;
      }
      all *= chunks * chunk[axis];
    }
    return all;
  }
}
