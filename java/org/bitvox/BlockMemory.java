// SPDX-License-Identifier: BSD-2-Clause
package org.bitvox;

/** The memory in bytes that computing a block takes, beside its inputs and what receives voxels. */
public final class BlockMemory {
  private long host; // both are written by native code
  private long device;

  BlockMemory() {}

  /** Native memory, outside the Java heap, if the CPU computes the block. */
  public long host() {
    return host;
  }

  /** Memory of the GPU if that computes it; 0 if there is no GPU. */
  public long device() {
    return device;
  }
}
