// SPDX-License-Identifier: BSD-2-Clause
package org.bitvox.calls;

import ij.IJ;
import ij.plugin.PlugIn;
import java.io.IOException;
import java.util.Collections;
import java.util.List;
import org.bitvox.ProgressListener;
import org.bitvox.UnsuitableImageException;
import org.bitvox.parameters.Parameters;
import org.bitvox.parameters.UsageException;
import org.bitvox.parameters.Values;
import org.bitvox.parameters.Words;

/** An operation: the same for ImageJ's menu, for macros and for the command line. */
public abstract class Command implements PlugIn {
  private final String title;
  private final Parameters parameters;

  /**
   * For the subclass, whose constructor ImageJ calls.
   *
   * @param title of the menu entry, without dots, of its dialog and its lines in the log
   */
  protected Command(String title, Parameters parameters) {
    this.title = title;
    this.parameters = parameters;
  }

  /** Reads from the call, computes, and hands the results to the call. */
  protected abstract void run(Call call) throws IOException;

  /** Its name, keys and meaning. */
  public final Parameters parameters() {
    return parameters;
  }

  /** The menu entry: with dots where a dialog opens. */
  public final String label() {
    return parameters.isEmpty() ? title : title + "...";
  }

  /** From ImageJ's menu or a macro: failures are shown. */
  @Override
  public final void run(String arg) {
    try {
      Values values = MenuValues.get(title, parameters);
      if (values != null) {
        IJ.showStatus(title);
        carryOut(new MenuCall(title, parameters, values));
      }
    } catch (IOException | RuntimeException | OutOfMemoryError | UnsatisfiedLinkError e) {
      Failures.show(title, e);
    }
  }

  /**
   * On files: one, or several that {@code input=} names.
   *
   * @param options each key=value or a bare word
   * @param printer gets the results that are not files, as text
   * @throws FilesFailedException if some of several files have failed
   * @throws IOException if a file cannot be read or written; other failures as the operation says
   */
  public final void run(List<String> options, ProgressListener listener, Printer printer)
      throws IOException {
    Values values = parameters.parse(options, Parameters.Caller.COMMAND_LINE);
    if (values.declares("input")) {
      try (FileCalls calls = new FileCalls(parameters, values)) {
        calls.run(this::carryOut, printer, listener);
      }
    } else {
      FileCall call = new FileCall(parameters, values, listener, Collections.emptyMap());
      carryOut(call);
      printer.print(call.printed());
    }
  }

  /** The same; returns what would be printed, if all goes well. */
  public final String run(List<String> options, ProgressListener listener) throws IOException {
    StringBuilder text = new StringBuilder();
    run(options, listener, text::append);
    return text.toString();
  }

  /**
   * On files, from a macro.
   *
   * @param options in ImageJ's syntax
   * @return the results that are not files, as text
   */
  public final String print(String options) throws IOException {
    return run(Words.split(options), new EscapeListener());
  }

  private void carryOut(Call newCall) throws IOException {
    try (Call call = newCall) {
      try {
        call.begin();
        run(call);
        call.finish();
      } catch (UnsuitableImageException e) {
        throw call.explained(e);
      } catch (IllegalArgumentException e) {
        throw parameters.isAboutValue(e.getMessage()) ? new UsageException(e.getMessage()) : e;
      } catch (OutOfMemoryError e) {
        throw call.explained(e);
      }
    }
  }
}
