// SPDX-License-Identifier: BSD-2-Clause
package org.bitvox;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** One field of options or of a result, as native code describes it. */
final class DescribedField {
  final String owner;
  final String name;
  final String type;
  final String byDefault;
  final List<String> constants;
  private final String least;
  private final String most;
  private final String special;

  private DescribedField(String line) {
    String[] parts = line.split("\t", -1);
    owner = parts[0];
    name = parts[1];
    type = parts[2];
    byDefault = parts[3];
    least = parts[4].replace(">", "");
    most = parts[5].replace("|", "");
    special = parts[6];
    constants = parts[8].isEmpty() ? new ArrayList<>() : Arrays.asList(parts[8].split(" "));
  }

  /** All that native code knows. */
  static List<DescribedField> all() {
    List<DescribedField> fields = new ArrayList<>();
    for (String line : Described.fields().split("\n")) {
      fields.add(new DescribedField(line));
    }
    return fields;
  }

  /** Its name in Java. */
  String camelCase() {
    StringBuilder camel = new StringBuilder();
    for (String word : name.split("_")) {
      camel.append(camel.length() == 0 ? word.charAt(0) : Character.toUpperCase(word.charAt(0)));
      camel.append(word, 1, word.length());
    }
    return camel.toString();
  }

  boolean isNumber() {
    return type.equals("int") || type.equals("long") || type.equals("double");
  }

  /** The smallest number that is allowed, or the one below all that are. */
  double low() {
    double low = least.isEmpty() ? Double.NEGATIVE_INFINITY : Double.parseDouble(least);
    return special.isEmpty() ? low : Math.min(low, Double.parseDouble(special));
  }

  double high() {
    double high = most.isEmpty() ? Double.POSITIVE_INFINITY : Double.parseDouble(most);
    return special.isEmpty() ? high : Math.max(high, Double.parseDouble(special));
  }

  @Override
  public String toString() {
    return owner + "." + name;
  }
}
