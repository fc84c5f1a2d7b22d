// SPDX-License-Identifier: BSD-2-Clause
package org.bitvox;

import java.util.Arrays;

/** The objects of a volume whose blocks were looked at one by one: {@link Label#findInBlock}. */
public final class LabelledBlocks {
  private long found; // all are written by native code
  private long kept;
  private int[] labels;
  private long[] starts;
  private long[] voxels;

  LabelledBlocks() {}

  /** Objects. */
  public long found() {
    return found;
  }

  /** Objects that the filters leave. */
  public long kept() {
    return kept;
  }

  /** Voxels of each object that is kept; label i is at i - 1. */
  public long[] voxels() {
    return voxels.clone();
  }

  /**
   * The labels of the parts in one block, for {@link Label#labelBlock}; 0 for those of objects that
   * are left out.
   *
   * @param block its number in the order in which the blocks were added, from 0
   */
  public int[] labels(int block) {
    return Arrays.copyOfRange(
        labels, Math.toIntExact(starts[block]), Math.toIntExact(starts[block + 1]));
  }
}
