// SPDX-License-Identifier: BSD-2-Clause
package org.bitvox.calls;

import java.io.PrintStream;
import java.util.concurrent.atomic.AtomicBoolean;
import org.bitvox.ProgressListener;

/** Shows progress in one line of a terminal and stops when told to. */
public final class ConsoleListener implements ProgressListener {
  private static final String ERASE = "\r        \r";

  private final PrintStream terminal;
  private final AtomicBoolean stop;
  private long shown = -1;

  /**
   * A listener.
   *
   * @param terminal to show the per cent done on, or null
   * @param stop when true, the operation is to stop
   */
  public ConsoleListener(PrintStream terminal, AtomicBoolean stop) {
    this.terminal = terminal;
    this.stop = stop;
  }

  @Override
  public boolean keepGoing(long done, long total) {
    long percent = total == 0 ? 100 : (long) (100.0 * done / total);
    if (terminal != null && percent != shown) {
      shown = percent;
      terminal.print(percent < 100 ? "\r" + percent + " %  " : ERASE);
      terminal.flush();
    }
    return !isStopped();
  }

  @Override
  public boolean isStopped() {
    return stop.get();
  }

  /** Removes the line: something else is to be shown. */
  public void erase() {
    if (terminal != null && shown >= 0) {
      terminal.print(ERASE);
      terminal.flush();
    }
  }
}
