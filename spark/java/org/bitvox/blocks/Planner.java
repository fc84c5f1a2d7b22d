// SPDX-License-Identifier: BSD-2-Clause
package org.bitvox.blocks;

import java.util.Locale;
import org.bitvox.Block;
import org.bitvox.Box;
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
    boolean isGranted = demand.wish().allows(largest(demand.around(), grid(demand, 1)));
    long low = 0; // sides that fit
    long high = 1L << 31; // and those that do not
    while (high - low > 1) {
      long middle = (low + high) / 2;
      BlockGrid grid = grid(demand, middle);
      Block block = largest(demand.around(), grid);
      boolean many = grid.count() >= demand.fewest() || isSmallest(demand, grid);
      if (many && demand.allows(block) && (!isGranted || demand.wish().allows(block))) {
        low = middle;
      } else {
        high = middle;
      }
    }
    BlockGrid grid = grid(demand, Math.max(1, low));
    requireRoom(demand, grid);
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
                "block=%d is no multiple of %d, which is read or written at once; use block=%d",
                side, unit, (side / unit + 1) * unit));
      }
    }
    int around = demand.around().most();
    if (around > (long) MOST_SIDES_AROUND * side) {
      int unit = demand.unit()[0];
      throw new UsageException(
          String.format(
              "block=%d is too small, as %d voxels on each side of a block matter; use block=%d or"
                  + " more",
              side, around, parts(around, (long) MOST_SIDES_AROUND * unit) * unit));
    }
    BlockGrid grid = grid(demand, side);
    requireRoom(demand, grid);
    return grid;
  }

  /** With cores of multiples of what is written at once, of at most that side if that goes. */
  private static BlockGrid grid(Demand demand, long most) {
    int[] side = new int[3];
    for (int axis = 0; axis < 3; axis++) {
      int whole = demand.whole()[axis];
      int unit = demand.unit()[axis];
      boolean uncut = most >= whole || demand.around().isAll(axis);
      long units = uncut ? parts(whole, unit) : Math.max(1, most / unit);
      side[axis] = (int) Math.min(Integer.MAX_VALUE, units * unit);
    }
    return new BlockGrid(demand.whole(), side);
  }

  private static boolean isSmallest(Demand demand, BlockGrid grid) {
    boolean smallest = true;
    for (int axis = 0; axis < 3; axis++) {
      smallest &= demand.around().isAll(axis) || grid.side()[axis] <= demand.unit()[axis];
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
    return new BlockGrid(grid.whole(), side);
  }

  /** A block that takes as much as any. */
  static Block largest(Around around, BlockGrid grid) {
    return around.block(grid.box(), grid.inner());
  }

  private static void requireRoom(Demand demand, BlockGrid grid) {
    Block block = largest(demand.around(), grid);
    for (Demand.Limit limit : demand.limits()) {
      if (!limit.allows(block)) {
        Box core = block.core();
        throw new UsageException(
            String.format(
                "a block of %d x %d x %d voxels and what is around it needs %s of %s, and there are"
                    + " %s for each task; use %s",
                core.width(),
                core.height(),
                core.depth(),
                size(limit.task().of(block)),
                limit.what(),
                size(limit.bytes()),
                wayOut(demand, limit, block)));
      }
    }
  }

  /** The largest radius that fits, or what is needed. */
  private static String wayOut(Demand demand, Demand.Limit limit, Block block) {
    Demand.RadiusKey key = demand.radius();
    int low = 0;
    int high = key.value();
    while (high - low > 1) {
      int middle = (low + high) / 2;
      Around around = Around.of((int) Math.ceil(middle * key.reach()));
      boolean fits = limit.allows(largest(around, grid(demand, 1)));
      low = fits ? middle : low;
      high = fits ? high : middle;
    }
    String memory = size(limit.task().of(block)) + " for each task";
    return low > 0 ? key.name() + "=" + low + ", or " + memory : memory;
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
