// SPDX-License-Identifier: BSD-2-Clause
package org.bitvox.blocks;

import org.bitvox.Block;
import org.bitvox.Blockwise;
import org.bitvox.Box;

/**
 * How many voxels around a core matter, along z, y and x; {@link #ALL} if all of an axis do, which
 * is then not cut.
 *
 * @param low towards lower numbers
 * @param high towards higher numbers
 */
record Around(int[] low, int[] high) {
  static final int ALL = Integer.MAX_VALUE;

  /** Sides of a volume so large that faces are far from its middle; larger ones are an error. */
  private static final int FAR = 1 << 16;

  /** As many on all sides. */
  static Around of(int voxels) {
    return new Around(new int[] {voxels, voxels, voxels}, new int[] {voxels, voxels, voxels});
  }

  /** What an operation needs. */
  static Around of(Blockwise operation) {
    Box core = new Box(FAR / 2, FAR / 2, FAR / 2, 1, 1, 1);
    Box read = operation.block(Box.whole(FAR, FAR, FAR), core).read();
    return new Around(
        new int[] {
          number(core.z() - read.z()), number(core.y() - read.y()), number(core.x() - read.x())
        },
        new int[] {
          number(read.z() + read.depth() - core.z() - 1),
          number(read.y() + read.height() - core.y() - 1),
          number(read.x() + read.width() - core.x() - 1)
        });
  }

  private static int number(long voxels) {
    return voxels >= FAR / 2 - 1 ? ALL : (int) voxels;
  }

  boolean isAll(int axis) {
    return low[axis] == ALL || high[axis] == ALL;
  }

  /** The most on any side. */
  int most() {
    int most = 0;
    for (int axis = 0; axis < 3; axis++) {
      most = isAll(axis) ? most : Math.max(most, Math.max(low[axis], high[axis]));
    }
    return most;
  }

  long begin(int axis, long begin) {
    return Math.max(0, begin - low[axis]);
  }

  long end(int axis, long end, long whole) {
    return Math.min(whole, end + high[axis]);
  }

  /** The block of a core. */
  Block block(Box whole, Box core) {
    long x = begin(2, core.x());
    long y = begin(1, core.y());
    long z = begin(0, core.z());
    Box read =
        new Box(
            x,
            y,
            z,
            end(2, core.x() + core.width(), whole.width()) - x,
            end(1, core.y() + core.height(), whole.height()) - y,
            end(0, core.z() + core.depth(), whole.depth()) - z);
    return new Block(whole, read, core);
  }
}
