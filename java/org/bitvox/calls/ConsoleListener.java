// SPDX-License-Identifier: BSD-2-Clause
package org.bitvox.calls;

import java.io.PrintStream;
import java.util.Arrays;
import java.util.concurrent.atomic.AtomicBoolean;
import org.bitvox.ProgressListener;

/** Shows progress in one line of a terminal and stops when told to. */
public final class ConsoleListener implements ProgressListener {
  /** Of a narrow terminal: what is longer would go on in the next line, which stays there. */
  private static final int COLUMNS = 79;

  private final PrintStream terminal;
  private final AtomicBoolean stop;
  private long percent = -1;
  private String words = "";
  private int length; // of the line that is shown

  /**
   * A listener.
   *
   * @param terminal to show the per cent done on, and what was said, or null
   * @param stop when true, the operation is to stop
   */
  public ConsoleListener(PrintStream terminal, AtomicBoolean stop) {
    this.terminal = terminal;
    this.stop = stop;
  }

  @Override
  public boolean keepGoing(long done, long total) {
    long now = total == 0 ? 100 : (long) (100.0 * done / total);
    if (now != percent) {
      percent = now;
      show();
    }
    return !isStopped();
  }

  @Override
  public void say(String now) {
    if (!now.equals(words)) {
      words = now;
      show();
    }
  }

  @Override
  public boolean isStopped() {
    return stop.get();
  }

  /** Removes the line: something else is to be shown. */
  public void erase() {
    write("");
  }

  private void show() {
    write(percent >= 0 && percent < 100 ? percent + " %  " + words : "");
  }

  /** Over the line before, of which nothing stays. */
  private void write(String text) {
    if (terminal == null || text.isEmpty() && length == 0) {
      return;
    }
    String line = text.substring(0, Math.min(text.length(), COLUMNS));
    char[] rest = new char[Math.max(0, length - line.length())];
    Arrays.fill(rest, ' ');
    terminal.print("\r" + line + new String(rest) + (line.isEmpty() ? "\r" : ""));
    terminal.flush();
    length = line.length();
  }
}
