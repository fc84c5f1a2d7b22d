// SPDX-License-Identifier: BSD-2-Clause
package org.bitvox.parameters;

import ij.plugin.frame.Recorder;
import java.nio.charset.StandardCharsets;
import java.util.Collections;
import java.util.List;

/**
 * What ImageJ's recorder writes of a command that was chosen from the menu. While the command runs
 * it is kept here: one that fails or is stopped is not recorded, and the recorder, which knows one
 * command at a time, can write down others meanwhile.
 */
public final class RecordedCommand {
  /** Null where nothing is recorded, and in macros. */
  private final String command;

  /** Null if the dialog had a value that cannot be recorded. */
  private List<String> options;

  /**
   * For a command that begins.
   *
   * @param label of its menu entry, by which the recorder knows it
   */
  public RecordedCommand(String label) {
    command = Recorder.record && label.equals(Recorder.getCommand()) ? label : null;
  }

  /** A dialog opens: the recorder is to take its options down, and none of one before. */
  void begin() {
    if (command != null) {
      Recorder.setCommand(command);
    }
  }

  /** Nothing more is entered. */
  public void hold() {
    if (command == null) {
      return;
    }
    String entered = Recorder.getCommandOptions();
    boolean recordable = command.equals(Recorder.getCommand());
    options = recordable ? entered == null ? Collections.emptyList() : Words.split(entered) : null;
    Recorder.disableCommandRecording();
    Recorder.resetCommandOptions();
  }

  /**
   * The command is done: ImageJ writes its line when it returns.
   *
   * @param before a line that goes before it; or empty
   */
  public void record(String before) {
    if (command == null || options == null) {
      return;
    }
    if (!before.isEmpty()) {
      Recorder.recordString(before + "\n");
    }
    String joined = Words.join(options);
    if (isAscii(joined) || Recorder.scriptMode()) {
      Recorder.setCommand(command);
      RecordedOptions.write(options);
    } else { // the recorder would write a warning that is no macro
      Recorder.recordString(
          "run(" + MacroText.literal(command) + ", " + MacroText.literal(joined) + ");\n");
    }
  }

  private static boolean isAscii(String text) {
    return StandardCharsets.US_ASCII.newEncoder().canEncode(text);
  }
}
