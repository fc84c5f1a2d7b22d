// SPDX-License-Identifier: BSD-2-Clause
package org.bitvox.blocks;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.function.IntPredicate;
import org.bitvox.DeviceException;
import org.bitvox.Gpus;

/**
 * The GPUs of this computer, if there are several, which tasks take in turn: each some tasks at a
 * time, so that a block is read while another one is computed. A GPU that a fault loses is dropped,
 * and its blocks are computed by the others.
 */
public final class GpuLeases {
  /** Of one GPU, or of a computer that has none. */
  static final int TASKS = 2;

  private final Deque<Integer> free = new ArrayDeque<>();
  private final IntPredicate isLost;
  private int left; // leases of GPUs that are not lost

  /** A task that may be done twice. */
  @FunctionalInterface
  public interface Task<T, E extends Exception> {
    /** Does it, on the GPU that the thread has chosen. */
    T run() throws E;
  }

  /** Of all GPUs. */
  public static GpuLeases ofComputer() {
    return new GpuLeases(Gpus.count() > 1 ? Gpus.usable() : List.of(), Gpus::isLost);
  }

  GpuLeases(List<Integer> gpus, IntPredicate isLost) {
    for (int i = 0; i < TASKS; i++) {
      free.addAll(gpus); // so that as many GPUs as can be are used
    }
    left = free.size();
    this.isLost = isLost;
  }

  /** Whether there are several GPUs. */
  boolean areThere() {
    return left > 0;
  }

  /** How many tasks keep all of them at work. */
  public int tasks() {
    return Math.max(TASKS, left);
  }

  /** Does a task on the GPU that is free next; without one as if there were no leases. */
  public <T, E extends Exception> T on(Task<T, E> task) throws E, InterruptedException {
    while (true) {
      Integer gpu = take();
      if (gpu == null) {
        return task.run();
      }
      try {
        Gpus.use(gpu);
        return task.run();
      } catch (DeviceException e) {
        if (!isLost.test(gpu)) {
          throw e;
        } // else another one does it
      } finally {
        giveBack(gpu);
      }
    }
  }

  private synchronized Integer take() throws InterruptedException {
    while (left > 0) {
      Integer gpu = free.poll();
      if (gpu == null) {
        wait();
      } else if (isLost.test(gpu)) {
        drop();
      } else {
        return gpu;
      }
    }
    return null;
  }

  private synchronized void giveBack(int gpu) {
    if (isLost.test(gpu)) {
      drop();
    } else {
      free.add(gpu);
      notifyAll();
    }
  }

  private void drop() {
    left--;
    notifyAll();
  }
}
