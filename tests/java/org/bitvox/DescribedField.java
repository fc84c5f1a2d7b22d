// SPDX-License-Identifier: BSD-2-Clause
package org.bitvox;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.stream.Collectors;

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

  private DescribedField(DescribedField part, String owner) {
    this.owner = owner;
    name = part.name;
    type = part.type;
    byDefault = part.byDefault;
    constants = part.constants;
    least = part.least;
    most = part.most;
    special = part.special;
  }

  /** As if it were a field of another class. */
  DescribedField of(String otherOwner) {
    return new DescribedField(this, otherOwner);
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

  /** Whether it is some numbers together. */
  boolean isVector() {
    return type.endsWith("Vector");
  }

  /** The numbers of an object by default, with commas between them; empty for all others. */
  List<Double> numbersByDefault() {
    boolean numbers = byDefault.matches("[-+.e0-9]+(,[-+.e0-9]+)+");
    return numbers ? numbersIn(byDefault) : Collections.emptyList();
  }

  static List<Double> numbersIn(String text) {
    return Arrays.stream(text.split(",")).map(Double::valueOf).collect(Collectors.toList());
  }

  /** The number that means that nothing was said. */
  double special() {
    return special.isEmpty() ? 0 : Double.parseDouble(special);
  }

  /** The smallest number that is allowed, or the one below all that are; without the special. */
  double least() {
    return least.isEmpty() ? Double.NEGATIVE_INFINITY : Double.parseDouble(least);
  }

  /** The same with the special one. */
  double low() {
    return special.isEmpty() ? least() : Math.min(least(), special());
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
