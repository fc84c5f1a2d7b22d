// SPDX-License-Identifier: BSD-2-Clause
package org.bitvox;

/** What measuring the distances of one block gives, beside the map of its core. */
public final class BlockDistances {
  private long[] numbers; // all are written by native code
  private RunReport run;
  private long[] next;

  BlockDistances() {}

  /** The results of the core, as {@link BlockResult#numbers}, if all distances are right. */
  public long[] numbers() {
    return numbers.clone();
  }

  /** The backend that did the work, and a note about it. */
  public RunReport run() {
    return run;
  }

  /**
   * What to measure instead if some distances may be wrong, as a voxel that was not read may be
   * nearer: the block with the same core that reads far enough. If there was nothing to measure
   * distances to, it reads twice as far, and may not be the last one. Null if all are right.
   *
   * @param block the one that was measured
   */
  public Block next(Block block) {
    return next.length == 0 ? null : Block.of(block.whole(), block.core(), next);
  }
}
