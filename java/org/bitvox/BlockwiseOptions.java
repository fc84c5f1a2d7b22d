// SPDX-License-Identifier: BSD-2-Clause
package org.bitvox;

/**
 * What operations that are computed block by block have in common: native code of each says what a
 * block reads, what memory it takes, and what the numbers of two blocks are together.
 *
 * @param <T> the operation, which holds its own options besides
 */
public abstract class BlockwiseOptions<T extends BlockwiseOptions<T>> extends RunOptions<T>
    implements Blockwise {
  BlockwiseOptions() {}

  @Override
  public final Block block(Box whole, Box core) {
    NativeLibrary.load();
    return Block.of(whole, core, readFor(whole, core));
  }

  @Override
  public final BlockMemory memory(Block block) {
    NativeLibrary.load();
    BlockMemory memory = new BlockMemory();
    memoryFor(block, memory);
    return memory;
  }

  @Override
  public final long[] add(long[] first, long[] second) {
    NativeLibrary.load();
    return addNumbers(first, second);
  }

  /** What is read for a core: x, y, z, width, height and depth. */
  abstract long[] readFor(Box whole, Box core);

  abstract void memoryFor(Block block, BlockMemory memory);

  abstract long[] addNumbers(long[] first, long[] second);
}
