// SPDX-License-Identifier: BSD-2-Clause
package org.bitvox;

/** Told how far an operation is, at least ten times a second, on the thread that started it. */
@FunctionalInterface
public interface ProgressListener {
  /** Listens to nothing and never stops. */
  ProgressListener NONE = (done, total) -> true;

  /**
   * Called with the work done so far and the work in all, in units of the operation.
   *
   * @return false to stop the operation, which then throws {@link
   *     java.util.concurrent.CancellationException}
   */
  boolean keepGoing(long done, long total);
}
