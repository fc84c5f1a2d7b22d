// SPDX-License-Identifier: BSD-2-Clause
package org.bitvox.calls;

import java.util.ArrayList;
import java.util.List;

/**
 * Windows that the last command from a dialog has not opened, as few look at them: they open when
 * they are asked for.
 */
public final class MoreResults {
  private static final List<Runnable> KEPT = new ArrayList<>();

  private MoreResults() {}

  /** Those of the command that is done now, in place of those of the last one. */
  static synchronized void keep(List<Runnable> windows) {
    clear();
    KEPT.addAll(windows);
  }

  /**
   * Opens them.
   *
   * @return how many there were
   */
  public static synchronized int open() {
    List<Runnable> windows = new ArrayList<>(KEPT);
    clear();
    windows.forEach(Runnable::run);
    return windows.size();
  }

  /** Forgets them, with what they hold. */
  public static synchronized void clear() {
    KEPT.clear();
  }
}
