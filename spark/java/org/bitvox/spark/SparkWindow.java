// SPDX-License-Identifier: BSD-2-Clause
package org.bitvox.spark;

import java.io.IOException;
import java.util.function.BooleanSupplier;
import org.bitvox.blocks.WindowJob;
import org.bitvox.zarr.Box;

/** Computes a window, on an executor. */
final class SparkWindow extends ExecutorTask<Box, WindowJob.Result> {
  private static final long serialVersionUID = 1;

  private final WindowJob job;

  SparkWindow(WindowJob job) {
    this.job = job;
  }

  @Override
  WindowJob.Result compute(Box window, BooleanSupplier stopped) throws IOException {
    return job.compute(window, (done, all) -> !stopped.getAsBoolean());
  }
}
