// SPDX-License-Identifier: BSD-2-Clause
package org.bitvox.parameters;

import ij.plugin.frame.Recorder;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** What ImageJ's recorder is told of a dialog's values when it is closed. */
final class RecordedOptions {
  private final Parameters parameters;
  private final String command = Recorder.getCommand();

  /** For a dialog that opens now: the recorder knows its command. */
  RecordedOptions(Parameters parameters) {
    this.parameters = parameters;
  }

  /** The recorder knows one command: others may have run while the dialog was open. */
  void resume() {
    if (command != null && !command.equals(Recorder.getCommand())) {
      Recorder.setCommand(command);
    }
  }

  /** A value of a field that is none of ImageJ's own. */
  void add(String key, String value) {
    if (Recorder.record) {
      Recorder.recordOption(key, value);
    }
  }

  /** A sentence about a value that a macro would not get as it is. */
  static Optional<String> unreadable(Map<String, String> entered) {
    List<String> options = new ArrayList<>();
    for (Map.Entry<String, String> entry : entered.entrySet()) {
      String option = entry.getKey() + "=" + entry.getValue();
      if (option.chars().anyMatch(Character::isISOControl)) {
        return Optional.of(entry.getKey() + "= has a control character");
      }
      options.add(option);
    }
    return Words.unbalanced(options);
  }

  /** Values without an effect are left out, as they are of the dialog's. */
  void keepEffective(Map<String, String> entered) {
    String options = Recorder.getCommandOptions();
    Map<String, String> used = parameters.effective(entered);
    Set<String> kept = used.keySet();
    Optional<String> wrong = unreadable(used);
    if (Recorder.record && wrong.isPresent()) {
      Recorder.recordString("// Not recorded: " + wrong.get() + ".\n");
      Recorder.disableCommandRecording();
      return;
    }
    if (options == null) {
      return;
    }
    List<String> effective = Words.split(options);
    if (effective.removeIf(option -> !kept.contains(option.split("=", 2)[0]))) {
      Recorder.resetCommandOptions();
      write(effective);
    }
  }

  /** Each key=value or a bare word. */
  static void write(List<String> options) {
    for (String option : options) {
      int equals = option.indexOf('=');
      if (equals < 0) {
        Recorder.recordOption(option);
      } else {
        String value = option.substring(equals + 1);
        String key = option.substring(0, equals);
        Recorder.recordOption(key, value.isEmpty() ? "[]" : value); // as ImageJ writes it
      }
    }
  }
}
