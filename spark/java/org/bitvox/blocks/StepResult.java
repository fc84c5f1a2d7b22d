// SPDX-License-Identifier: BSD-2-Clause
package org.bitvox.blocks;

import org.bitvox.Box;
import org.bitvox.ProgressListener;

/**
 * What is known when a step has gone through all blocks.
 *
 * @param step its number, from 0
 * @param grid its blocks
 * @param numbers of all blocks, and of the steps before
 * @param hasImage whether an image is wanted
 * @param listener says when to stop
 */
record StepResult(
    int step, BlockGrid grid, long[] numbers, boolean hasImage, ProgressListener listener) {
  /** The volume. */
  Box whole() {
    return grid.box();
  }
}
