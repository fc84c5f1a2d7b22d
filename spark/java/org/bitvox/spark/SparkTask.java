// SPDX-License-Identifier: BSD-2-Clause
package org.bitvox.spark;

import java.io.IOException;
import java.util.function.BooleanSupplier;
import org.bitvox.blocks.BlockJob;
import org.bitvox.blocks.BlockOrder;
import org.bitvox.blocks.PartResult;

/** Computes a block, on an executor. */
final class SparkTask extends ExecutorTask<BlockOrder, PartResult> {
  private static final long serialVersionUID = 1;

  private final BlockJob job;

  SparkTask(BlockJob job) {
    this.job = job;
  }

  @Override
  PartResult compute(BlockOrder order, BooleanSupplier stopped) throws IOException {
    return job.work().compute(order, stopped);
  }
}
