// SPDX-License-Identifier: BSD-2-Clause
package org.bitvox.spark;

import java.io.IOException;
import org.apache.spark.TaskContext;
import org.apache.spark.api.java.function.Function;
import org.bitvox.blocks.BlockJob;
import org.bitvox.blocks.PartResult;

/** Computes the block of a number, on an executor. */
final class SparkTask implements Function<Integer, PartResult> {
  private static final long serialVersionUID = 1;

  private final BlockJob job;

  SparkTask(BlockJob job) {
    this.job = job;
  }

  @Override
  public PartResult call(Integer number) throws IOException {
    TaskContext task = TaskContext.get();
    return job.work().compute(number, task::isInterrupted);
  }
}
