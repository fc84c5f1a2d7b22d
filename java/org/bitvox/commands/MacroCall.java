// SPDX-License-Identifier: BSD-2-Clause
package org.bitvox.commands;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.io.UnsupportedEncodingException;

/** The commands of the command line, called from a macro. */
public final class MacroCall {
  private MacroCall() {}

  /**
   * Runs a command.
   *
   * @param options in ImageJ's syntax
   * @return what it prints; empty after a failure, which is shown and stops the macro
   */
  public static String run(String command, String options) {
    try {
      ByteArrayOutputStream bytes = new ByteArrayOutputStream();
      PrintStream out = new PrintStream(bytes, false, "UTF-8");
      CliOperation.named(command).run(Words.split(options), out, new EscapeListener());
      out.flush();
      return bytes.toString("UTF-8");
    } catch (UnsupportedEncodingException e) {
      throw new IllegalStateException(e); // every Java has UTF-8
    } catch (IOException | RuntimeException | OutOfMemoryError e) {
      Failures.show("Bitvox " + command, e);
      return "";
    }
  }
}
