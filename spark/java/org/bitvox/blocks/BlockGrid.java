// SPDX-License-Identifier: BSD-2-Clause
package org.bitvox.blocks;

import java.io.Serializable;
import java.util.stream.IntStream;
import org.bitvox.Box;
import org.bitvox.ProgressListener;

/**
 * How a volume is cut into cores, which all have the same sides but for the last ones along each
 * axis. All arrays are along z, y and x.
 *
 * @param whole sides of the volume
 * @param side sides of a core
 */
public record BlockGrid(int[] whole, int[] side) implements Serializable {
  private static final long serialVersionUID = 1;
  private static final int VOXELS_AT_ONCE = 1 << 16; // between questions whether to stop

  /** Cores along every axis. */
  int[] counts() {
    int[] counts = new int[3];
    for (int axis = 0; axis < 3; axis++) {
      counts[axis] = Planner.parts(whole[axis], side[axis]);
    }
    return counts;
  }

  /** All cores. */
  int count() {
    int[] counts = counts();
    return Math.multiplyExact(Math.multiplyExact(counts[0], counts[1]), counts[2]);
  }

  /** The volume. */
  Box box() {
    return Box.whole(whole[2], whole[1], whole[0]);
  }

  /** The core of a number, from 0, in raster order. */
  Box core(int number) {
    int[] counts = counts();
    return core(number / counts[2] / counts[1], number / counts[2] % counts[1], number % counts[2]);
  }

  /** Numbers of the cores that a box of the volume touches. */
  IntStream numbersIn(Box box) {
    int[] counts = counts();
    int[] first = {(int) (box.z() / side[0]), (int) (box.y() / side[1]), (int) (box.x() / side[2])};
    int[] last = {
      (int) ((box.z() + box.depth() - 1) / side[0]),
      (int) ((box.y() + box.height() - 1) / side[1]),
      (int) ((box.x() + box.width() - 1) / side[2])
    };
    return IntStream.rangeClosed(first[0], last[0])
        .flatMap(z -> IntStream.rangeClosed(first[1], last[1]).map(y -> z * counts[1] + y))
        .flatMap(row -> IntStream.rangeClosed(first[2], last[2]).map(x -> row * counts[2] + x));
  }

  /**
   * Lists of voxels, one for each core that has them.
   *
   * @param voxels ascending numbers, (z * height + y) * width + x in the whole
   */
  long[][] listsOf(long[] voxels, ProgressListener listener) {
    int[] counts = counts();
    int[] sizes = new int[count()];
    long[][] lists = new long[sizes.length][];
    for (int i = 0; i < voxels.length; i++) {
      throwIfStopped(i, listener);
      sizes[numberAt(voxels[i], counts)]++;
    }
    for (int i = 0; i < lists.length; i++) {
      lists[i] = new long[sizes[i]];
    }
    for (int i = voxels.length - 1; i >= 0; i--) {
      throwIfStopped(i, listener);
      int number = numberAt(voxels[i], counts);
      lists[number][--sizes[number]] = voxels[i];
    }
    return lists;
  }

  private static void throwIfStopped(int voxel, ProgressListener listener) {
    if (voxel % VOXELS_AT_ONCE == 0) {
      listener.throwIfStopped();
    }
  }

  /** The number of the core that has a voxel. */
  private int numberAt(long voxel, int[] counts) {
    long row = voxel / whole[2];
    long z = row / whole[1] / side[0];
    long y = row % whole[1] / side[1];
    long x = voxel % whole[2] / side[2];
    return (int) ((z * counts[1] + y) * counts[2] + x);
  }

  private Box core(int... place) {
    long[] first = new long[3];
    long[] size = new long[3];
    for (int axis = 0; axis < 3; axis++) {
      first[axis] = (long) place[axis] * side[axis];
      size[axis] = Math.min(whole[axis] - first[axis], side[axis]);
    }
    return new Box(first[2], first[1], first[0], size[2], size[1], size[0]);
  }

  /** A core with as many others around it as any has. */
  Box inner() {
    int[] place = new int[3];
    int[] counts = counts();
    for (int axis = 0; axis < 3; axis++) {
      place[axis] = counts[axis] > 2 ? 1 : 0;
    }
    return core(place);
  }

  /** Voxels of all cores. */
  double voxels() {
    return (double) whole[0] * whole[1] * whole[2];
  }

  /** Voxels that are read, over those of the volume: how much more work there is. */
  double extraWork(Around around) {
    double factor = 1;
    for (int axis = 0; axis < 3; axis++) {
      double read = 0; // along this axis: what is read of a block is a product
      for (long begin = 0; begin < whole[axis]; begin += side[axis]) {
        long end = Math.min(whole[axis], begin + side[axis]);
        read += around.end(axis, end, whole[axis]) - around.begin(axis, begin);
      }
      factor *= read / whole[axis];
    }
    return factor;
  }

  /** Voxels of all chunks of these sides that are decoded. */
  double decoded(Around around, int[] chunk) {
    double all = 1;
    for (int axis = 0; axis < 3; axis++) {
      double chunks = 0;
      for (long begin = 0; begin < whole[axis]; begin += side[axis]) {
        long end = Math.min(whole[axis], begin + side[axis]);
        long last = (around.end(axis, end, whole[axis]) - 1) / chunk[axis];
        chunks += last + 1 - around.begin(axis, begin) / chunk[axis];
      }
      all *= chunks * chunk[axis];
    }
    return all;
  }
}
