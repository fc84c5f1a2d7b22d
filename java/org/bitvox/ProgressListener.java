// SPDX-License-Identifier: BSD-2-Clause
package org.bitvox;

import java.util.concurrent.CancellationException;

/** Told how far an operation is, at least ten times a second, on the thread that started it. */
@FunctionalInterface
public interface ProgressListener {
  /** Listens to nothing and never stops. */
  ProgressListener NONE = (done, total) -> true;

  /**
   * Called with the work done so far and the work in all, in units of the operation.
   *
   * @return false to stop the operation, which then throws {@link CancellationException}
   */
  boolean keepGoing(long done, long total);

  /**
   * Called by some long operations, a few times a second at most, with what they have found so far:
   * {@code residual 0.0003, D/D0 0.231 so far}. It holds until other words come; empty for none.
   */
  default void say(String words) {}

  /** Whether to stop; asked between pieces of work that is not counted, such as writing files. */
  default boolean isStopped() {
    return false;
  }

  /**
   * Goes on unless it is stopped.
   *
   * @throws CancellationException if it is
   */
  default void throwIfStopped() {
    if (isStopped()) {
      throw new CancellationException("cancelled by the user");
    }
  }
}
