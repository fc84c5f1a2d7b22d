// SPDX-License-Identifier: BSD-2-Clause
package org.bitvox.files;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicReference;

/** Several threads that share a work, of which each takes the next piece until none is left. */
final class Crew {
  /** Takes pieces until none is left, or one of the crew has failed. */
  interface Work {
    void run(Crew crew) throws IOException;
  }

  private final Work work;
  private final AtomicReference<Throwable> failure = new AtomicReference<>();

  private Crew(Work work) {
    this.work = work;
  }

  /**
   * Does it with so many threads, of which the caller is one; the first failure is thrown.
   *
   * @param name of the others
   */
  static void run(int threads, String name, Work work) throws IOException {
    Crew crew = new Crew(work);
    List<Thread> helpers = new ArrayList<>();
    for (int i = 1; i < threads; i++) {
      Thread helper = new Thread(crew::take, name + " " + i);
      helper.setDaemon(true);
      try {
        helper.start();
      } catch (OutOfMemoryError e) { // no more threads: those that have started do
        break;
      }
      helpers.add(helper);
    }
    crew.take();
    helpers.forEach(Crew::join);
    rethrow(crew.failure.get());
  }

  /** Whether what is left need not be done. */
  boolean hasFailed() {
    return failure.get() != null;
  }

  private void take() {
    if (hasFailed()) {
      return;
    }
    try {
      work.run(this);
    } catch (Throwable e) {
      failure.compareAndSet(null, e);
    }
  }

  /** A helper is at most a few pieces away from its end. */
  private static void join(Thread helper) {
    boolean interrupted = false;
    while (helper.isAlive()) {
      try {
        helper.join();
      } catch (InterruptedException e) {
        interrupted = true;
      }
    }
    if (interrupted) {
      Thread.currentThread().interrupt();
    }
  }

  /** Throws what a thread could not. */
  private static void rethrow(Throwable problem) throws IOException {
    if (problem instanceof IOException) {
      throw (IOException) problem;
    } else if (problem instanceof RuntimeException) {
      throw (RuntimeException) problem;
    } else if (problem != null) {
      throw (Error) problem;
    }
  }
}
