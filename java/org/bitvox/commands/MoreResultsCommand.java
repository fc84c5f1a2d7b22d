// SPDX-License-Identifier: BSD-2-Clause
package org.bitvox.commands;

import ij.IJ;
import org.bitvox.calls.Call;
import org.bitvox.calls.Command;
import org.bitvox.calls.MoreResults;
import org.bitvox.parameters.Parameters;

/** Opens the tables and pictures that the last command from a dialog has not opened. */
public final class MoreResultsCommand extends Command {
  private static final Parameters PARAMETERS =
      new Parameters(
          "more_results",
          "opens, in ImageJ, the tables and pictures that the last command from a dialog has not"
              + " opened");

  /** Called by ImageJ. */
  public MoreResultsCommand() {
    super("Bitvox More Results", PARAMETERS);
  }

  @Override
  protected void run(Call call) {
    if (IJ.getInstance() == null) {
      call.messages()
          .say(
              "More Results opens windows of ImageJ, and there are none here: keys such as save= and"
                  + " summary= write all results to files.");
      return;
    }
    call.results()
        .showElsewhere(
            () -> {
              int opened = MoreResults.open();
              call.messages().done(opened == 0 ? "there are no more" : opened + " more opened");
            });
  }
}
