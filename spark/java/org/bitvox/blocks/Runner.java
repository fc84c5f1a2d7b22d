// SPDX-License-Identifier: BSD-2-Clause
package org.bitvox.blocks;

import java.io.IOException;
import java.util.List;
import org.bitvox.ProgressListener;
import org.bitvox.zarr.Box;

/** Where blocks are computed. */
public interface Runner {
  /** Takes what a block gave, on the thread that began the run. */
  interface Results {
    /** One of them, in any order. */
    void take(PartResult result) throws IOException;
  }

  /** Takes what a window gave, in the order of the windows, on the thread that began the run. */
  interface WindowResults {
    /** The next one. */
    void take(int number, WindowJob.Result result) throws IOException;
  }

  /** Whether all volumes are computed in blocks, however small. */
  boolean isCluster();

  /** So many tasks at a time share the memory of a computer. */
  int tasksOfComputer();

  /** Bytes outside the Java heap that a computer has for its tasks. */
  double memory();

  /** Bytes of the Java heap that it has for them. */
  double heap();

  /** Bytes of a GPU that a task may take; infinite if that is not known, or there is none. */
  double memoryOfGpu();

  /** So many blocks are wished for, so that there is work for all. */
  int fewest();

  /**
   * Computes blocks in any order.
   *
   * @throws java.util.concurrent.CancellationException if the listener stops it
   */
  void run(List<BlockOrder> orders, BlockJob job, Results results, ProgressListener listener)
      throws IOException;

  /**
   * Computes windows.
   *
   * @throws java.util.concurrent.CancellationException if the listener stops it
   */
  void windows(List<Box> boxes, WindowJob job, WindowResults results, ProgressListener listener)
      throws IOException;
}
