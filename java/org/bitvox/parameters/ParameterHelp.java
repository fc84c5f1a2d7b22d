// SPDX-License-Identifier: BSD-2-Clause
package org.bitvox.parameters;

import static java.util.stream.Collectors.joining;

import java.util.Locale;

/** The parameters of a command as text: for the command line, the manual and the dialog. */
public final class ParameterHelp {
  private ParameterHelp() {}

  /** For the terminal: one line a key, with its values, default and meaning. */
  public static String text(Parameters parameters) {
    StringBuilder text = new StringBuilder(parameters.command() + ": " + parameters.summary());
    text.append("\n\n");
    for (Parameter parameter : parameters.all()) {
      if (Parameters.given(parameter, Parameters.Caller.COMMAND_LINE)) {
        boolean flag = parameter.kind == Parameter.Kind.FLAG;
        String key = flag ? parameter.key : parameter.key + "=" + shown(parameter);
        text.append(String.format(Locale.ROOT, "  %-22s %s\n", key, meaning(parameter)));
      }
    }
    return text.toString();
  }

  private static String shown(Parameter parameter) {
    return parameter.defaultValue.isEmpty() ? parameter.noun : parameter.defaultValue;
  }

  private static String meaning(Parameter parameter) {
    if (parameter.required) {
      String but = parameter.instead.stream().map(key -> key + "=").collect(joining(" or "));
      return parameter.help + (but.isEmpty() ? " (required)" : " (required without " + but + ")");
    }
    return parameter.isLimited() ? parameter.help + ": " + parameter.allowed() : parameter.help;
  }

  /** For the manual: a Markdown table. */
  public static String markdown(Parameters parameters) {
    return parameters.all().stream()
        .map(ParameterHelp::markdownRow)
        .collect(
            joining(
                "\n",
                "| Key | Default | Values | Meaning | Where |\n|---|---|---|---|---|\n",
                "\n"));
  }

  private static String markdownRow(Parameter parameter) {
    String standard = parameter.defaultValue.isEmpty() ? "" : "`" + parameter.defaultValue + "`";
    return "| `"
        + parameter.key
        + "` | "
        + standard
        + " | "
        + parameter.allowed()
        + " | "
        + parameter.help
        + " | "
        + parameter.scope.words
        + " |";
  }
}
