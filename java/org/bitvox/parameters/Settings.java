// SPDX-License-Identifier: BSD-2-Clause
package org.bitvox.parameters;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.UnaryOperator;

/** The settings that a row about an image names: a column a key, "Max radius" for max_radius. */
public final class Settings {
  private Settings() {}

  /**
   * The cells by heading: numbers and texts, empty where a key has no value or no effect.
   *
   * @param imageName the name of the image that a key stands for; empty for none
   */
  public static Map<String, Object> cells(
      Parameters parameters, Values values, UnaryOperator<String> imageName) {
    Map<String, Object> cells = new LinkedHashMap<>();
    for (Parameter parameter : parameters.all()) {
      if (parameter.hasColumn(values)) {
        String heading = parameter.capital().replace('_', ' ');
        cells.put(heading, cell(parameter, values, imageName));
      }
    }
    return cells;
  }

  private static Object cell(Parameter parameter, Values values, UnaryOperator<String> imageName) {
    String value = values.text(parameter.key);
    if (!values.applies(parameter)) {
      return "";
    }
    if (parameter.kind == Parameter.Kind.FLAG) {
      return value.isEmpty() ? "no" : "yes";
    }
    if (parameter.kind == Parameter.Kind.IMAGE) {
      return imageName.apply(parameter.key); // a selection in ImageJ is one that no value names
    }
    return value.isEmpty()
        ? ""
        : parameter.isNumber() || parameter.isOneNumber(value)
            ? (Object) Double.valueOf(value)
            : value;
  }
}
