// SPDX-License-Identifier: BSD-2-Clause
package org.bitvox.commands;

import org.bitvox.calls.Call;
import org.bitvox.calls.Command;
import org.bitvox.parameters.Manual;
import org.bitvox.parameters.Parameters;

/** Opens the manual, at the page that says which command is for which question. */
public final class ManualCommand extends Command {
  private static final Parameters PARAMETERS =
      new Parameters("manual", "opens the manual in ImageJ's window, else says where it is");

  /** Called by ImageJ. */
  public ManualCommand() {
    super("Bitvox Manual", PARAMETERS);
  }

  @Override
  protected void run(Call call) {
    if (!Manual.openContents()) {
      call.messages().say(Manual.place());
    }
  }
}
