// SPDX-License-Identifier: BSD-2-Clause
package org.bitvox.blocks;

import java.util.Locale;
import org.bitvox.parameters.UsageException;

/** Cuts a volume into the largest blocks that fit the memory. Nothing is read or written. */
final class Planner {
  /** More voxels around a block than so many of its sides are an error: 729 times the work. */
  private static final int MOST_SIDES_AROUND = 4;

  private Planner() {}

  /** So many parts of that side has a whole. */
  static int parts(long whole, long side) {
    return (int) ((whole + side - 1) / side);
  }

  /**
   * The grid with the largest blocks that fit the memory, all about the same size.
   *
   * @throws UsageException if none fits
   */
  static BlockGrid plan(Demand demand) {
    long low = 0; // sides that fit
    long high = 1L << 31; // and those that do not
    while (high - low > 1) {
      long middle = (low + high) / 2;
      BlockGrid grid = grid(demand, middle);
      boolean fits = bytes(demand, grid) <= demand.memoryOfTask();
      if (fits && (grid.count() >= demand.fewest() || isSmallest(demand, grid))) {
        low = middle;
      } else {
        high = middle;
      }
    }
    BlockGrid grid = grid(demand, Math.max(1, low));
    requireMemory(demand, grid);
    return balanced(demand, grid);
  }

  /**
   * The grid with blocks of that side.
   *
   * @throws UsageException if it is no multiple of what is written at once, too small for what is
   *     read around it, or too large for the memory
   */
  static BlockGrid plan(Demand demand, int side) {
    for (int axis = 0; axis < 3; axis++) {
      int unit = demand.unit()[axis];
      if (side % unit != 0 && side < demand.whole()[axis]) {
        throw new UsageException(
            String.format(
                "block=%d is no multiple of %d, which is written at once; use %d",
                side, unit, (side / unit + 1) * unit));
      }
      int reach = demand.reach()[axis];
      if (reach > (long) MOST_SIDES_AROUND * side) {
        throw new UsageException(
            String.format(
                "block=%d is too small, as %d voxels on each side of a block matter; use block=%d"
                    + " or more",
                side, reach, parts(reach, (long) MOST_SIDES_AROUND * unit) * unit));
      }
    }
    BlockGrid grid = grid(demand, side);
    requireMemory(demand, grid);
    return grid;
  }

  /** With cores of multiples of what is written at once, of at most that side if that goes. */
  private static BlockGrid grid(Demand demand, long most) {
    int[] side = new int[3];
    int[] reach = new int[3];
    for (int axis = 0; axis < 3; axis++) {
      int whole = demand.whole()[axis];
      int unit = demand.unit()[axis];
      boolean all = demand.reach()[axis] == Demand.ALL;
      long units = all ? parts(whole, unit) : Math.max(1, Math.min(most, whole) / unit);
      units = most >= whole ? parts(whole, unit) : units;
      side[axis] = (int) Math.min(Integer.MAX_VALUE, units * unit);
      reach[axis] = all ? 0 : demand.reach()[axis];
    }
    return new BlockGrid(demand.whole(), side, reach);
  }

  private static boolean isSmallest(Demand demand, BlockGrid grid) {
    boolean smallest = true;
    for (int axis = 0; axis < 3; axis++) {
      smallest &= demand.reach()[axis] == Demand.ALL || grid.side()[axis] <= demand.unit()[axis];
    }
    return smallest;
  }

  /** As many blocks, all of about the same size. */
  private static BlockGrid balanced(Demand demand, BlockGrid grid) {
    int[] side = new int[3];
    for (int axis = 0; axis < 3; axis++) {
      int unit = demand.unit()[axis];
      int units = parts(demand.whole()[axis], unit);
      side[axis] = parts(units, parts(units, grid.side()[axis] / unit)) * unit;
    }
    return new BlockGrid(grid.whole(), side, grid.reach());
  }

  /** Of a task with the largest block. */
  static double bytes(Demand demand, BlockGrid grid) {
    return demand.task().of(grid.largestRead(), grid.largestCore());
  }

  private static void requireMemory(Demand demand, BlockGrid grid) {
    double needed = bytes(demand, grid);
    if (needed <= demand.memoryOfTask()) {
      return;
    }
    Cuboid core = grid.largestCore();
    throw new UsageException(
        String.format(
            Locale.ROOT,
            "a block of %d x %d x %d voxels and what is around it needs %s of memory, and there are"
                + " %s for each of %d at a time; %s",
            core.width(),
            core.height(),
            core.depth(),
            size(needed),
            size(demand.memoryOfTask()),
            demand.tasks(),
            wayOut(demand, needed)));
  }

  /** The largest radius that fits, if there is one, and the memory that is needed. */
  private static String wayOut(Demand demand, double needed) {
    Demand.RadiusKey key = demand.radius();
    int low = 0;
    int high = key.value();
    while (high - low > 1) {
      int middle = (low + high) / 2;
      int reach = (int) Math.ceil(middle * key.reach());
      int[] reaches = new int[3];
      for (int axis = 0; axis < 3; axis++) {
        reaches[axis] = demand.reach()[axis] == Demand.ALL ? Demand.ALL : reach;
      }
      Demand other = demand.withReach(reaches);
      boolean fits = bytes(other, grid(other, 1)) <= demand.memoryOfTask();
      low = fits ? middle : low;
      high = fits ? high : middle;
    }
    String memory = "a machine with " + size(needed * demand.tasks()) + " of free memory";
    return low > 0 ? "use " + key.name() + "=" + low + ", or " + memory : "use " + memory;
  }

  /** "1.5 GiB". */
  static String size(double bytes) {
    String[] units = {"bytes", "KiB", "MiB", "GiB", "TiB", "PiB"};
    int unit = 0;
    double number = bytes;
    while (number >= 1024 && unit < units.length - 1) {
      number /= 1024;
      unit++;
    }
    return String.format(Locale.ROOT, unit == 0 ? "%.0f %s" : "%.1f %s", number, units[unit]);
  }
}
