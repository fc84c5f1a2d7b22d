// SPDX-License-Identifier: BSD-2-Clause
package org.bitvox.commands;

import java.io.IOException;
import org.bitvox.calls.Call;
import org.bitvox.calls.Command;
import org.bitvox.parameters.Parameters;

/** Says which version this is, as a report of a problem should. */
public final class VersionCommand extends Command {
  private static final Parameters PARAMETERS =
      new Parameters("version", "the version of Bitvox, ImageJ and Java, and the commit");

  /** Called by ImageJ. */
  public VersionCommand() {
    super("Bitvox Version", PARAMETERS);
  }

  @Override
  protected void run(Call call) throws IOException {
    call.messages().say(Version.text());
  }
}
