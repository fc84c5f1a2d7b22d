// SPDX-License-Identifier: BSD-2-Clause
package org.bitvox.blocks;

import java.io.IOException;
import java.util.List;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletionService;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorCompletionService;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import org.bitvox.Gpus;
import org.bitvox.HostMemory;
import org.bitvox.ProgressListener;
import org.bitvox.calls.PartListener;
import org.bitvox.zarr.Box;
import org.bitvox.zarr.InParallel;

/**
 * Computes blocks in this process, two at a time for each GPU, so that one is read while another is
 * computed; all use all cores.
 */
class LocalRunner implements Runner {
  private static final int MILLIS = 50; // between questions whether to stop

  private GpuLeases gpus;

  /** With the GPUs of this computer. */
  LocalRunner() {}

  /** With these GPUs. */
  LocalRunner(GpuLeases gpus) {
    this.gpus = gpus;
  }

  /** The driver is not asked before it must be. */
  private GpuLeases gpus() {
    if (gpus == null) {
      gpus = GpuLeases.ofComputer();
    }
    return gpus;
  }

  @Override
  public int tasksOfComputer() {
    return gpus().tasks();
  }

  @Override
  public boolean isCluster() {
    return false;
  }

  @Override
  public double memory() {
    return HostMemory.free();
  }

  @Override
  public double heap() {
    return Runtime.getRuntime().maxMemory();
  }

  @Override
  public double memoryOfGpu() {
    long free = Gpus.freeMemory();
    return free == 0 ? Double.POSITIVE_INFINITY : (double) free / GpuLeases.TASKS;
  }

  @Override
  public int fewest() {
    return gpus().areThere() ? gpus().tasks() : 1;
  }

  @Override
  public void run(List<BlockOrder> orders, BlockJob job, Results results, ProgressListener listener)
      throws IOException {
    BlockWork<?> work = job.work();
    AtomicBoolean stop = new AtomicBoolean();
    ExecutorService threads = Executors.newFixedThreadPool(gpus().tasks());
    CompletionService<PartResult> tasks = new ExecutorCompletionService<>(threads);
    try {
      orders.forEach(order -> tasks.submit(() -> gpus().on(() -> work.compute(order, stop::get))));
      for (int left = orders.size(); left > 0; left--) {
        results.take(next(tasks, orders.size() - left, orders.size(), listener));
      }
    } finally {
      stop.set(true);
      threads.shutdownNow();
      waitFor(threads);
    }
  }

  /** One after the other: each uses all cores. */
  @Override
  public void windows(
      List<Box> boxes, WindowJob job, WindowResults results, ProgressListener listener)
      throws IOException {
    for (int i = 0; i < boxes.size(); i++) {
      results.take(i, job.compute(boxes.get(i), new PartListener(listener, i, boxes.size())));
    }
  }

  private static PartResult next(
      CompletionService<PartResult> tasks, int done, int all, ProgressListener listener)
      throws IOException {
    try {
      Future<PartResult> task = null;
      while (task == null) {
        if (!listener.keepGoing(done, all)) {
          throw new CancellationException("stopped");
        }
        task = tasks.poll(MILLIS, TimeUnit.MILLISECONDS);
      }
      return task.get();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new CancellationException("stopped");
    } catch (ExecutionException e) {
      throw InParallel.failure(e.getCause());
    }
  }

  /** Nothing of them goes on when this returns. */
  private static void waitFor(ExecutorService threads) {
    boolean interrupted = false;
    while (true) {
      try {
        if (threads.awaitTermination(1, TimeUnit.MINUTES)) {
          break;
        }
      } catch (InterruptedException e) {
        interrupted = true;
      }
    }
    if (interrupted) {
      Thread.currentThread().interrupt();
    }
  }
}
