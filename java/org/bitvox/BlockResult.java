// SPDX-License-Identifier: BSD-2-Clause
package org.bitvox;

/** What computing a block gives, beside the voxels of its core. */
public final class BlockResult {
  private long[] numbers; // both are written by native code
  private RunReport run;

  BlockResult() {}

  /** Of what needs no backend. */
  BlockResult(long[] numbers) {
    this.numbers = numbers;
    run = new RunReport();
  }

  /**
   * The results of the core, as plain numbers that can be sent elsewhere and kept. {@link
   * Blockwise#add} adds those of two blocks, and the operation makes its result from those of all.
   */
  public long[] numbers() {
    return numbers.clone();
  }

  /** The backend that did the work, and a note about it. */
  public RunReport run() {
    return run;
  }
}
