// SPDX-License-Identifier: BSD-2-Clause
package org.bitvox.commands;

import ij.IJ;
import ij.plugin.PlugIn;
import java.io.IOException;

/** A menu entry: reads its keys from the macro or a dialog, runs, and says what went wrong. */
abstract class MenuEntry implements PlugIn {
  private final String title;
  private final Parameters parameters;

  MenuEntry(String title, Parameters parameters) {
    this.title = title;
    this.parameters = parameters;
  }

  @Override
  public final void run(String arg) {
    try {
      Values values = MenuValues.get(title, parameters);
      if (values != null) {
        IJ.showStatus(title);
        run(values);
      }
    } catch (IOException | RuntimeException | OutOfMemoryError e) {
      Failures.show(title, e);
    }
  }

  abstract void run(Values values) throws IOException;

  /** The last words of a run: a line in the log for each sentence, and the status bar. */
  final void done(String result, String... notes) {
    for (String note : notes) {
      if (!note.isEmpty()) {
        IJ.log(title + ": " + note);
      }
    }
    IJ.showProgress(1.0);
    IJ.showStatus(title + ": " + result);
  }
}
