// SPDX-License-Identifier: BSD-2-Clause
package org.bitvox.calls;

import java.util.function.Consumer;
import org.bitvox.ProgressListener;

/** Runs tasks on a thread of its own: of those that wait the newest, and stops what is older. */
final class NewestTask {
  /** What is stopped ends within tenths of a second; a slow file system may need longer. */
  private static final long END_MILLIS = 3000;

  private final Thread thread;
  private Consumer<ProgressListener> next;
  private volatile Consumer<ProgressListener> wanted;
  private boolean closed;

  /** Names the thread, which starts with the first task. */
  NewestTask(String name) {
    thread = new Thread(this::work, name);
    thread.setDaemon(true);
  }

  /**
   * Runs a task soon, unless a newer one or {@link #stop} comes first.
   *
   * @param task throws nothing; ends early when its listener says so
   */
  synchronized void start(Consumer<ProgressListener> task) {
    if (closed) {
      return;
    }
    next = task;
    wanted = task;
    if (thread.getState() == Thread.State.NEW) {
      thread.start();
    }
    notifyAll();
  }

  /** Whatever runs or waits is no longer wanted. */
  synchronized void stop() {
    next = null;
    wanted = null;
  }

  /** Stops for good, and waits for the end. */
  void close() {
    synchronized (this) {
      closed = true;
      stop();
      notifyAll();
    }
    try {
      thread.join(END_MILLIS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private void work() {
    for (Consumer<ProgressListener> task = take(); task != null; task = take()) {
      task.accept(new Listener(task));
    }
  }

  /** Null at the end. */
  private synchronized Consumer<ProgressListener> take() {
    while (next == null && !closed) {
      try {
        wait();
      } catch (InterruptedException e) {
        return null;
      }
    }
    Consumer<ProgressListener> task = next;
    next = null;
    return task;
  }

  private final class Listener implements ProgressListener {
    private final Consumer<ProgressListener> task;

    Listener(Consumer<ProgressListener> task) {
      this.task = task;
    }

    @Override
    public boolean keepGoing(long done, long total) {
      return !isStopped();
    }

    @Override
    public boolean isStopped() {
      return wanted != task;
    }
  }
}
