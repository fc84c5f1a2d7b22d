// SPDX-License-Identifier: BSD-2-Clause
package org.bitvox.blocks;

import java.util.List;
import org.bitvox.Block;

/**
 * What decides how a volume is cut. All arrays are along z, y and x.
 *
 * @param whole sides of the volume
 * @param unit sides of what is written at once, a chunk or a shard: cores are multiples of it
 * @param around how many voxels around a core matter
 * @param limits of what a task may take
 * @param wish a limit that blocks keep if those of the smallest kind do; else it is as if there
 *     were none
 * @param radius the key that the reach follows from
 * @param fewest blocks that are wished for, so that there is work for all
 */
record Demand(
    int[] whole,
    int[] unit,
    Around around,
    List<Limit> limits,
    Limit wish,
    RadiusKey radius,
    int fewest) {
  /** Bytes of a task that computes a block. */
  interface TaskBytes {
    double of(Block block);
  }

  /**
   * Something that tasks take of.
   *
   * @param what it is, for the user
   * @param task how much a task takes
   * @param bytes how much there is for each task
   */
  record Limit(String what, TaskBytes task, double bytes) {
    boolean allows(Block block) {
      return task.of(block) <= bytes;
    }
  }

  /**
   * A key of the command that says how far it reaches.
   *
   * @param name empty if there is none
   * @param value what it is now
   * @param reach voxels for each of it
   */
  record RadiusKey(String name, int value, double reach) {
    static final RadiusKey NONE = new RadiusKey("", 0, 0);
  }

  boolean allows(Block block) {
    return limits.stream().allMatch(limit -> limit.allows(block));
  }
}
