// SPDX-License-Identifier: BSD-2-Clause
package org.bitvox.spark;

import java.io.IOException;
import java.util.List;
import java.util.concurrent.CancellationException;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.apache.spark.SparkConf;
import org.apache.spark.SparkStageInfo;
import org.apache.spark.api.java.JavaFutureAction;
import org.apache.spark.api.java.JavaSparkContext;
import org.apache.spark.api.java.function.Function;
import org.apache.spark.network.util.JavaUtils;
import org.bitvox.HostMemory;
import org.bitvox.ProgressListener;
import org.bitvox.blocks.BlockJob;
import org.bitvox.blocks.BlockOrder;
import org.bitvox.blocks.PartResult;
import org.bitvox.blocks.Runner;
import org.bitvox.blocks.WindowJob;
import org.bitvox.zarr.Box;

/** Computes blocks on a cluster: a task is a block. */
final class SparkRunner implements Runner {
  private static final long MILLIS = 100; // between questions whether to stop
  private static final long SECONDS_WITHOUT_EXECUTOR = 60;
  private static final int TASKS_OF_CORE = 2;

  /** Where everybody can see the words of a command, but not its environment. */
  private static final String SECRET = "_SPARK_AUTH_SECRET";

  private final SparkConf conf = new SparkConf().setIfMissing("spark.app.name", "Bitvox");
  private JavaSparkContext context;

  /** The context starts when it is needed: not for a plan, nor before what is wrong is said. */
  private JavaSparkContext context() {
    if (context == null || context.sc().isStopped()) {
      // Spark's own processes take it from there, but a driver only as a setting.
      String secret = System.getenv(SECRET);
      if (secret != null && conf.getBoolean("spark.authenticate", false)) {
        conf.setIfMissing("spark.authenticate.secret", secret);
      }
      context = new JavaSparkContext(conf);
    }
    return context;
  }

  @Override
  public boolean isCluster() {
    return true;
  }

  @Override
  public int tasksOfComputer() {
    return Math.max(1, cores() / conf.getInt("spark.task.cpus", 1));
  }

  private int cores() {
    return conf.getInt("spark.executor.cores", 1);
  }

  /** What an executor has outside its heap, if that is said, else what is free here. */
  @Override
  public double memory() {
    String said = conf.get("spark.executor.memoryOverhead", "");
    return said.isEmpty() ? HostMemory.free() : JavaUtils.byteStringAsMb(said) * (double) (1 << 20);
  }

  @Override
  public double heap() {
    return JavaUtils.byteStringAsMb(conf.get("spark.executor.memory", "1g")) * (double) (1 << 20);
  }

  /** The driver's own may be another one than those of the executors. */
  @Override
  public double memoryOfGpu() {
    return Double.POSITIVE_INFINITY;
  }

  @Override
  public int fewest() {
    return TASKS_OF_CORE * Math.max(conf.getInt("spark.cores.max", 1), cores());
  }

  @Override
  public void run(List<BlockOrder> orders, BlockJob job, Results results, ProgressListener listener)
      throws IOException {
    BlockJob own = job.withThreads(conf.getInt("spark.task.cpus", 1));
    for (PartResult result : all(orders, new SparkTask(own), listener)) {
      results.take(result);
    }
  }

  /** One at a time on an executor, as each uses all its cores. */
  @Override
  public void windows(
      List<Box> boxes, WindowJob job, WindowResults results, ProgressListener listener)
      throws IOException {
    List<WindowJob.Result> all = all(boxes, new SparkWindow(job.withThreads(cores())), listener);
    for (int i = 0; i < all.size(); i++) {
      results.take(i, all.get(i));
    }
  }

  /**
   * What each task gives, in their order. The context goes on for the next ones, and ends with the
   * process.
   */
  private <T, R> List<R> all(List<T> tasks, Function<T, R> task, ProgressListener listener)
      throws IOException {
    if (tasks.isEmpty()) {
      return List.of();
    }
    JavaFutureAction<List<R>> all =
        context().parallelize(tasks, tasks.size()).map(task).collectAsync();
    boolean done = false;
    try {
      List<R> results = wait(all, tasks.size(), listener);
      done = true;
      return results;
    } finally {
      if (!done) {
        all.cancel(true);
        context.stop();
        context = null;
      }
    }
  }

  private <R> List<R> wait(JavaFutureAction<List<R>> all, int count, ProgressListener listener)
      throws IOException {
    long seen = System.nanoTime(); // when there was an executor
    while (true) {
      try {
        return all.get(MILLIS, TimeUnit.MILLISECONDS);
      } catch (TimeoutException e) {
        if (!listener.keepGoing(Math.min(done(), count), count)) {
          throw new CancellationException("stopped");
        }
        if (context.sc().isStopped()) {
          throw new IOException(
              "Spark has ended the application: its master cannot be reached, or all executors fail"
                  + " as they start; the lines before and their logs say why");
        }
        seen = hasExecutor() ? System.nanoTime() : seen;
        if (System.nanoTime() - seen > TimeUnit.SECONDS.toNanos(SECONDS_WITHOUT_EXECUTOR)) {
          throw new IOException(
              "no executor of "
                  + conf.get("spark.master", "the cluster")
                  + " has run for "
                  + SECONDS_WITHOUT_EXECUTOR
                  + " s; its own logs say why");
        }
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
        throw new CancellationException("stopped");
      } catch (ExecutionException e) {
        throw new IOException(SparkFailure.sentence(e.getCause()), e.getCause());
      }
    }
  }

  /** Beside the driver, which counts as one. In local mode the driver is what computes. */
  private boolean hasExecutor() {
    return context.isLocal() || context.sc().getExecutorMemoryStatus().size() > 1;
  }

  private int done() {
    int done = 0;
    for (int stage : context.statusTracker().getActiveStageIds()) {
      SparkStageInfo info = context.statusTracker().getStageInfo(stage);
      done += info == null ? 0 : info.numCompletedTasks();
    }
    return done;
  }
}
