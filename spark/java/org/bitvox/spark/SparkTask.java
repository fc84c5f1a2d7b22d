// SPDX-License-Identifier: BSD-2-Clause
package org.bitvox.spark;

import java.io.IOException;
import java.util.concurrent.CancellationException;
import org.apache.spark.TaskContext;
import org.apache.spark.api.java.function.Function;
import org.bitvox.blocks.BlockJob;
import org.bitvox.blocks.BlockOrder;
import org.bitvox.blocks.PartResult;
import org.bitvox.zarr.Stores;

/** Computes a block, on an executor. */
final class SparkTask implements Function<BlockOrder, PartResult> {
  private static final long serialVersionUID = 1;

  private final BlockJob job;

  SparkTask(BlockJob job) {
    this.job = job;
  }

  @Override
  public PartResult call(BlockOrder order) throws IOException {
    Stores.remote(HadoopStore::open);
    TaskContext task = TaskContext.get();
    try {
      return SparkGpus.on(task, () -> job.work().compute(order, task::isInterrupted));
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new CancellationException("stopped");
    }
  }
}
