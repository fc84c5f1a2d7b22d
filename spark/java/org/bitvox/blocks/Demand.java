// SPDX-License-Identifier: BSD-2-Clause
package org.bitvox.blocks;

/**
 * What decides how a volume is cut. All arrays are along z, y and x.
 *
 * @param whole sides of the volume
 * @param unit sides of what is written at once, a chunk or a shard: cores are multiples of it
 * @param reach how many voxels around a core matter; {@link #ALL} if all along an axis do
 * @param task what a task takes
 * @param radius the key that the reach follows from
 * @param tasks how many there are at a time
 * @param memory bytes for all of them
 * @param fewest blocks that are wished for, so that there is work for all
 */
record Demand(
    int[] whole,
    int[] unit,
    int[] reach,
    TaskBytes task,
    RadiusKey radius,
    int tasks,
    double memory,
    int fewest) {
  /** A reach of all voxels along an axis, which is then not cut. */
  static final int ALL = -1;

  /** Bytes of a task, from what is read and what is computed. */
  interface TaskBytes {
    double of(Cuboid read, Cuboid core);
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

  Demand withReach(int[] other) {
    return new Demand(whole, unit, other, task, radius, tasks, memory, fewest);
  }

  /** For each task. */
  double memoryOfTask() {
    return memory / tasks;
  }
}
