// SPDX-License-Identifier: BSD-2-Clause
package org.bitvox;

/**
 * An operation that can be computed block by block, by different computers too, with the same bits
 * as at once.
 *
 * <p>{@link #block} says what has to be read for a core. The operation computes one block at a
 * time, from a volume of what the block reads, and gives the voxels of its core and numbers. The
 * numbers of all blocks, added in any order, give the result. A block without anything to measure
 * is no error; only the sum can tell that the whole has nothing.
 */
public interface Blockwise {
  /**
   * The block with this core, which reads all that this operation needs for it.
   *
   * @param whole the size of the volume
   * @param core a part of it
   * @throws IllegalArgumentException if an option is out of range, or does not allow blocks
   */
  Block block(Box whole, Box core);

  /**
   * The memory that computing this block takes.
   *
   * @throws IllegalArgumentException if an option is out of range, or does not allow blocks
   */
  BlockMemory memory(Block block);

  /**
   * The numbers of two blocks, or of several that have been added, together.
   *
   * @throws IllegalArgumentException if they are not numbers of this operation
   */
  long[] add(long[] first, long[] second);
}
