// SPDX-License-Identifier: BSD-2-Clause
package org.bitvox.calls;

import org.bitvox.RunReport;

/** What an operation says to the user, in sentences. A call that shows nothing needs no method. */
public abstract class Messages {
  Messages() {}

  /** The answer of an operation that has nothing else: in ImageJ's log, or printed. */
  public void say(String text) {}

  /** A sentence that the user is to see before the operation goes on. */
  public void announce(String sentence) {}

  /** A sentence that the user must see, or empty. A table that has a column Note has it too. */
  public void note(String sentence) {}

  /** A sentence about an image that was read, which no table has. */
  void noteOfInput(String sentence) {
    note(sentence);
  }

  /** The last words of a run in ImageJ's status bar; "done" where there are none. */
  public void done(String words) {}

  /** The same, where a backend did the work. */
  public final void ranOn(String backend) {
    done("done (" + backend + ")");
  }

  /** Which backend did the work, and its note. */
  public final void ran(RunReport report) {
    note(report.note());
    ranOn(report.backend());
  }
}
