// SPDX-License-Identifier: BSD-2-Clause
package org.bitvox.spark;

import java.io.IOException;
import java.util.concurrent.CancellationException;
import java.util.function.BooleanSupplier;
import org.apache.spark.TaskContext;
import org.apache.spark.api.java.function.Function;
import org.bitvox.zarr.Stores;

/**
 * What an executor does with a task: on a GPU, if there is one, until Spark stops it.
 *
 * @param <T> what the task is about
 * @param <R> what it gives
 */
abstract class ExecutorTask<T, R> implements Function<T, R> {
  private static final long serialVersionUID = 1;

  abstract R compute(T about, BooleanSupplier stopped) throws IOException;

  @Override
  public final R call(T about) throws IOException {
    Stores.remote(HadoopStore::open);
    TaskContext task = TaskContext.get();
    try {
      return SparkGpus.on(task, () -> compute(about, task::isInterrupted));
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new CancellationException("stopped");
    }
  }
}
