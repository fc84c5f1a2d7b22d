// SPDX-License-Identifier: BSD-2-Clause
package org.bitvox.commands;

import java.io.PrintStream;
import org.bitvox.ProgressListener;

/** Prints what can compute on this machine. */
final class BackendsCli implements CliOperation {
  @Override
  public Parameters parameters() {
    return BackendsText.PARAMETERS;
  }

  @Override
  public void run(Values values, PrintStream out, ProgressListener listener) {
    out.println(BackendsText.text());
  }
}
