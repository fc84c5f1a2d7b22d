// SPDX-License-Identifier: BSD-2-Clause
package org.bitvox;

import java.util.function.BooleanSupplier;

/** A listener that stops what it listens to. */
public final class Stops implements ProgressListener {
  /** Whatever asks is to stop. */
  public static final ProgressListener AT_ONCE = when(() -> true);

  private final BooleanSupplier condition;

  private Stops(BooleanSupplier condition) {
    this.condition = condition;
  }

  /** The condition is looked at each time that the listener is asked. */
  public static ProgressListener when(BooleanSupplier condition) {
    return new Stops(condition);
  }

  @Override
  public boolean keepGoing(long done, long total) {
    return !isStopped();
  }

  @Override
  public boolean isStopped() {
    return condition.getAsBoolean();
  }
}
