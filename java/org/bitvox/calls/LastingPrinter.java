// SPDX-License-Identifier: BSD-2-Clause
package org.bitvox.calls;

import java.io.IOException;

/**
 * Prints as long as that is possible: a reader that goes, as {@code head} does after ten lines,
 * ends neither the work nor its files.
 */
public final class LastingPrinter implements Printer {
  private final Printer printer;
  private IOException failure;

  /** Prints as this one does. */
  public LastingPrinter(Printer printer) {
    this.printer = printer;
  }

  @Override
  public void print(String text) {
    if (failure != null) {
      return;
    }
    try {
      printer.print(text);
    } catch (IOException e) {
      failure = e;
    }
  }

  @Override
  public void announce(String sentence) {
    printer.announce(sentence);
  }

  /**
   * At the end.
   *
   * @throws IOException that printing has thrown
   */
  public void throwIfGone() throws IOException {
    if (failure != null) {
      throw failure;
    }
  }
}
