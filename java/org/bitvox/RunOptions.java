// SPDX-License-Identifier: BSD-2-Clause
package org.bitvox;

import java.util.Objects;

/**
 * How an operation is run. Its result does not depend on it.
 *
 * @param <T> the operation, which holds its own options besides
 */
public abstract class RunOptions<T extends RunOptions<T>> {
  private String backend = "auto"; // both are read by native code
  private int threads;

  RunOptions() {}

  abstract T self();

  /** One of auto, cuda, avx512, avx2, scalar; auto by default. */
  public T backend(String value) {
    backend = Objects.requireNonNull(value);
    return self();
  }

  /** Threads of the CPU: 1 to 1024, or 0, the default, for all cores. */
  public T threads(int value) {
    threads = value;
    return self();
  }

  final int threads() {
    return threads;
  }

  /** On the backend and the threads of another operation. */
  final T runLike(RunOptions<?> other) {
    return backend(other.backend).threads(other.threads);
  }
}
