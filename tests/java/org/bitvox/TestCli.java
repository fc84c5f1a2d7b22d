// SPDX-License-Identifier: BSD-2-Clause
package org.bitvox;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import org.bitvox.calls.ConsoleListener;

/** The command line without a process: what it printed, and how it ended. */
public final class TestCli {
  public final int code;
  public final String out;
  public final String err;

  /** Runs a command until it ends, or is stopped. */
  public TestCli(AtomicBoolean stop, List<String> args) {
    ByteArrayOutputStream results = new ByteArrayOutputStream();
    ByteArrayOutputStream errors = new ByteArrayOutputStream();
    PrintStream err = new PrintStream(errors, true, StandardCharsets.UTF_8);
    Cli cli = new Cli(results, err, new ConsoleListener(null, stop));
    code = cli.run(args.toArray(new String[0]));
    out = results.toString(StandardCharsets.UTF_8);
    this.err = errors.toString(StandardCharsets.UTF_8);
  }
}
