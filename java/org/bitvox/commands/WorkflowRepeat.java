// SPDX-License-Identifier: BSD-2-Clause
package org.bitvox.commands;

import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;
import org.bitvox.calls.Call;
import org.bitvox.parameters.Parameters;
import org.bitvox.parameters.Values;
import org.bitvox.parameters.Words;

/** The macro and the command line that make the same report again. */
final class WorkflowRepeat {
  private final Parameters parameters;
  private final Call call;
  private final Values values;
  private final String file;

  /** Threshold is what was used, whoever chose it. */
  WorkflowRepeat(Parameters parameters, Call call, String threshold) {
    this.parameters = parameters;
    this.call = call;
    Map<String, String> used = new HashMap<>();
    used.put("threshold", threshold);
    used.put("output", call.place("output").toString());
    List<Path> files = call.input().files();
    file = files.isEmpty() ? "" : files.get(0).toAbsolutePath().normalize().toString();
    values = call.values().with(used);
  }

  /** For ImageJ and Fiji. */
  String macro() {
    if (call.input().isOpen()) {
      String from = file.isEmpty() ? "" : " It came from " + oneLine(file) + ".";
      return ("// The image " + oneLine(call.input().name()) + " must be open." + from + "\n")
          + run(call.input().name());
    }
    if (file.toLowerCase(Locale.ROOT).endsWith(".raw")) { // which ImageJ does not open
      return "print(call(\"org.bitvox.Cli.run\", \"workflow\", \""
          + (escaped(Words.join(commandLineOptions())) + "\"));\n");
    }
    return "open(\"" + escaped(file) + "\");\n" + run(call.input().name());
  }

  private String run(String title) {
    List<String> options = parameters.options(with("input", title), Parameters.Caller.IMAGEJ);
    return "run(\"Bitvox Workflow...\", \"" + escaped(Words.join(options)) + "\");\n";
  }

  /** For a terminal; empty for an image that is in no file. */
  String commandLine() {
    return file.isEmpty()
        ? ""
        : "bitvox run workflow "
            + commandLineOptions().stream()
                .map(WorkflowRepeat::quoted)
                .collect(Collectors.joining(" "));
  }

  /** The same as a file. */
  String script() {
    String open =
        call.input().isOpen() ? "# The image was open in ImageJ; as it is in its file:\n" : "";
    return "#!/bin/sh\n# bitvox is the script in the folder of Bitvox's sources.\n"
        + (file.isEmpty() ? "# The image was open in ImageJ and is in no file.\n" : open)
        + (commandLine() + "\n");
  }

  private List<String> commandLineOptions() {
    return parameters.options(with("input", file), Parameters.Caller.COMMAND_LINE);
  }

  private Values with(String key, String value) {
    Map<String, String> one = new HashMap<>();
    one.put(key, value);
    return values.with(one);
  }

  private static String oneLine(String text) {
    return text.replaceAll("\\p{Cntrl}", " ");
  }

  /** As a text of ImageJ's macro language. */
  private static String escaped(String text) {
    return text.replace("\\", "\\\\").replace("\"", "\\\"").replace("\n", "\\n");
  }

  /** As a word of a shell. */
  private static String quoted(String word) {
    return word.matches("[A-Za-z0-9_./=,:+@%-]+") ? word : "'" + word.replace("'", "'\\''") + "'";
  }
}
