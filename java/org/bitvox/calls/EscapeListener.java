// SPDX-License-Identifier: BSD-2-Clause
package org.bitvox.calls;

import ij.IJ;
import java.util.function.Consumer;
import org.bitvox.ProgressListener;

/** Shows progress in the ImageJ window and stops when the user presses Escape. */
final class EscapeListener implements ProgressListener {
  private static final long BETWEEN_NANOS = 50_000_000;

  private long shown = System.nanoTime();

  private final String title;
  private final Consumer<String> status;

  /** Of a command with this title. */
  EscapeListener(String title) {
    this(title, IJ::showStatus);
  }

  /** With another place for words than the status bar. */
  EscapeListener(String title, Consumer<String> status) {
    this.title = title;
    this.status = status;
    IJ.resetEscape();
  }

  @Override
  public boolean keepGoing(long done, long total) {
    long now = System.nanoTime();
    if (done >= total || now - shown >= BETWEEN_NANOS) {
      shown = now;
      IJ.showProgress(total == 0 ? 1.0 : (double) done / total);
    }
    return !isStopped();
  }

  @Override
  public void say(String words) {
    status.accept(words.isEmpty() ? title : title + ": " + words);
  }

  @Override
  public boolean isStopped() {
    return IJ.escapePressed();
  }
}
