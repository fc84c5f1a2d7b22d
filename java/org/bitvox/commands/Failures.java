// SPDX-License-Identifier: BSD-2-Clause
package org.bitvox.commands;

import ij.IJ;
import ij.macro.Interpreter;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.InvalidPathException;
import java.util.concurrent.CancellationException;
import org.bitvox.DeviceException;

/** What went wrong, as a sentence for the user. */
public final class Failures {
  private Failures() {}

  /** The sentence for a failure. */
  public static String sentence(Throwable failure) {
    if (failure instanceof CancellationException) {
      return Messages.STOPPED;
    }
    if (failure instanceof InvalidPathException) {
      return Messages.FILE_NAME;
    }
    if (failure instanceof OutOfMemoryError) {
      String message = String.valueOf(failure.getMessage());
      boolean java = message.matches("(Java heap|GC overhead|Requested array).*");
      return java ? Messages.JAVA_MEMORY : "Out of memory: " + message;
    }
    if (failure instanceof UncheckedIOException) {
      return sentence(failure.getCause());
    }
    boolean expected =
        failure instanceof IllegalArgumentException
            || failure instanceof IllegalStateException
            || failure instanceof DeviceException
            || failure instanceof IOException;
    return expected && failure.getMessage() != null
        ? failure.getMessage()
        : Messages.unexpected(failure);
  }

  /** For a process that is being stopped. */
  public static void discardUnfinishedFiles() {
    AtomicFile.discardAll();
  }

  /** Tells the user of ImageJ, and stops the macro that called. */
  static void show(String title, Throwable failure) {
    IJ.showProgress(1.0);
    IJ.showStatus(title + ": " + Messages.STOPPED);
    boolean stopped = failure instanceof CancellationException;
    if (!stopped && IJ.getInstance() != null) {
      IJ.error(title, sentence(failure)); // stops the macro as well
      return;
    }
    if (!stopped) { // without ImageJ's window, IJ.error would wait for a click
      IJ.log(title + ": " + sentence(failure));
    }
    if (Interpreter.getInstance() != null) {
      Interpreter.abort();
    }
  }
}
