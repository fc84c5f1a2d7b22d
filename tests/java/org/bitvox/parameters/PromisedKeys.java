// SPDX-License-Identifier: BSD-2-Clause
package org.bitvox.parameters;

import java.util.ArrayList;
import java.util.List;

/** What macros and scripts rely on: keys, and the words that are values of them. */
public final class PromisedKeys {
  private PromisedKeys() {}

  /** "granulometry", "granulometry element=cross", "granulometry max_radius" and so on. */
  public static List<String> of(Parameters parameters) {
    List<String> lines = new ArrayList<>();
    lines.add(parameters.command());
    for (Parameter parameter : parameters.all()) {
      String key = parameters.command() + " " + parameter.key;
      boolean words =
          parameter.kind == Parameter.Kind.CHOICE || parameter.kind == Parameter.Kind.LIST;
      lines.add(key);
      if (words) {
        parameter.choices.forEach(choice -> lines.add(key + "=" + choice));
      }
    }
    return lines;
  }

  /** Whether a line still holds, if only as an older name of a key or of a value. */
  public static boolean isKept(Parameters parameters, String line) {
    String[] keyAndValue = line.substring(line.indexOf(' ') + 1).split("=", 2);
    return parameters.all().stream()
        .filter(parameter -> parameter.isCalled(keyAndValue[0]))
        .anyMatch(
            parameter ->
                keyAndValue.length == 1
                    || parameter.choices.contains(parameter.word(keyAndValue[1])));
  }
}
