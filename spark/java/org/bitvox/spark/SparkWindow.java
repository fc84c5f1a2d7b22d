// SPDX-License-Identifier: BSD-2-Clause
package org.bitvox.spark;

import java.io.IOException;
import java.util.concurrent.CancellationException;
import org.apache.spark.TaskContext;
import org.apache.spark.api.java.function.Function;
import org.bitvox.blocks.WindowJob;
import org.bitvox.zarr.Box;
import org.bitvox.zarr.Stores;

/** Computes a window, on an executor. */
final class SparkWindow implements Function<Box, WindowJob.Result> {
  private static final long serialVersionUID = 1;

  private final WindowJob job;

  SparkWindow(WindowJob job) {
    this.job = job;
  }

  @Override
  public WindowJob.Result call(Box window) throws IOException {
    Stores.remote(HadoopStore::open);
    TaskContext task = TaskContext.get();
    try {
      return SparkGpus.on(task, () -> job.compute(window, (done, all) -> !task.isInterrupted()));
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new CancellationException("stopped");
    }
  }
}
