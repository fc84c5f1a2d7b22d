// SPDX-License-Identifier: BSD-2-Clause
package org.bitvox.commands;

import java.nio.file.Path;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;
import org.bitvox.calls.Call;
import org.bitvox.calls.InputImage;
import org.bitvox.files.Windows;
import org.bitvox.parameters.Keys;
import org.bitvox.parameters.MacroText;
import org.bitvox.parameters.Parameters;
import org.bitvox.parameters.Values;
import org.bitvox.parameters.Words;

/** The macro and the command line that make the same report again. */
final class WorkflowRepeat {
  private final Parameters parameters;
  private final Call call;
  private final Values values;
  private final String file;
  private final String maskFile;

  /** What a file cannot say; empty if there is nothing. */
  private final String lost;

  /** Threshold is what was used, whoever chose it. */
  WorkflowRepeat(Parameters parameters, Call call, String threshold) {
    this.parameters = parameters;
    this.call = call;
    Map<String, String> used = new HashMap<>();
    used.put("threshold", threshold);
    used.put("output", call.results().place("output").toString());
    values = call.values().with(used);
    file = file(call.input());
    InputImage mask = call.image(Keys.MASK);
    maskFile = mask == null ? "" : file(mask);
    lost =
        file.isEmpty()
            ? "The image was open in ImageJ and is in no file."
            : mask == null || !maskFile.isEmpty()
                ? ""
                : "What was counted is in no file: " + oneLine(mask.name()) + ".";
  }

  private static String file(InputImage image) {
    List<Path> files = image.files();
    return files.isEmpty() ? "" : files.get(0).toAbsolutePath().normalize().toString();
  }

  /** For ImageJ and Fiji; a comment where its macros cannot hold a name. */
  String macro() {
    String title = readable("input", call.input().name());
    Values used = isCalled() ? with(file, maskFile) : with(title, mask());
    Optional<String> wrong = Words.unbalanced(parameters.options(used, caller()));
    return wrong.isPresent() ? "// No macro can do this: " + wrong.get() + ".\n" : lines(title);
  }

  /** The title; empty for the image that is in front, where a macro cannot hold the title. */
  private static String readable(String key, String title) {
    List<String> option = Collections.singletonList(key + "=" + title);
    return Words.unbalanced(option).isPresent() ? "" : title;
  }

  /** What ImageJ does not open is read by the command line. */
  private boolean isCalled() {
    return !call.input().isOpen() && (isRaw(file) || isRaw(maskFile));
  }

  private Parameters.Caller caller() {
    return isCalled() ? Parameters.Caller.COMMAND_LINE : Parameters.Caller.IMAGEJ;
  }

  private String lines(String title) {
    if (call.input().isOpen()) {
      String from = file.isEmpty() ? "" : " It came from " + oneLine(file) + ".";
      return ("// The image "
              + oneLine(call.input().name())
              + " must be open"
              + (title.isEmpty() ? " and in front." : ".")
              + (from + "\n"))
          + (counted() + run(title));
    }
    if (isCalled()) {
      return "print(call(\"org.bitvox.Cli.run\", \"workflow\", "
          + (MacroText.literal(Words.join(commandLineOptions())) + "));\n");
    }
    return (maskFile.isEmpty() ? "" : open(maskFile)) + open(file) + run(title);
  }

  private static boolean isRaw(String file) {
    return file.toLowerCase(Locale.ROOT).endsWith(".raw");
  }

  private static String open(String file) {
    return "open(" + MacroText.literal(file) + ");\n";
  }

  /** What must be there beside the open image. */
  private String counted() {
    InputImage mask = call.image(Keys.MASK);
    if (mask == null) {
      return "";
    }
    return values.has(Keys.MASK)
        ? "// So must its mask, " + oneLine(mask.name()) + ".\n"
        : "// In it there must be the same " + oneLine(mask.name()) + ".\n";
  }

  private String run(String title) {
    List<String> options = parameters.options(with(title, mask()), Parameters.Caller.IMAGEJ);
    return "run(\"Bitvox Workflow...\", " + MacroText.literal(Words.join(options)) + ");\n";
  }

  private String mask() {
    return values.has(Keys.MASK) ? call.image(Keys.MASK).name() : "";
  }

  /** For a terminal; empty where something is in no file. */
  String commandLine() {
    return Windows.HERE
        ? line("bitvox", ShellWords::windows)
        : line("bitvox run", ShellWords::posix);
  }

  private String line(String program, UnaryOperator<String> quoted) {
    return !lost.isEmpty()
        ? ""
        : program
            + " workflow "
            + commandLineOptions().stream().map(quoted).collect(Collectors.joining(" "));
  }

  /** The same as a file. */
  String script() {
    String open =
        call.input().isOpen() ? "# The image was open in ImageJ; as it is in its file:\n" : "";
    return "#!/bin/sh\n# bitvox is the script in the folder of Bitvox's sources.\n"
        + (lost.isEmpty() ? open : "# " + lost + "\n")
        + (line("bitvox run", ShellWords::posix) + "\n");
  }

  /** The same for bitvox.cmd, an argument a line; empty where something is in no file. */
  String arguments() {
    return lost.isEmpty() ? "workflow\n" + String.join("\n", commandLineOptions()) + "\n" : "";
  }

  private List<String> commandLineOptions() {
    return parameters.options(with(file, maskFile), Parameters.Caller.COMMAND_LINE);
  }

  private Values with(String input, String mask) {
    Map<String, String> images = new HashMap<>();
    images.put("input", input);
    images.put(Keys.MASK, mask);
    return values.with(images);
  }

  private static String oneLine(String text) {
    return text.replaceAll("\\p{Cntrl}", " ");
  }
}
