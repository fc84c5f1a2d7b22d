// SPDX-License-Identifier: BSD-2-Clause
package org.bitvox.parameters;

import java.util.List;

/** What a command declares about one of its keys. */
public final class DeclaredKey {
  private final Parameter parameter;

  private DeclaredKey(Parameter parameter) {
    this.parameter = parameter;
  }

  /** Null if there is no such key. */
  public static DeclaredKey of(Parameters parameters, String key) {
    for (Parameter parameter : parameters.all()) {
      if (parameter.key.equals(key)) {
        return new DeclaredKey(parameter);
      }
    }
    return null;
  }

  public boolean isNumber() {
    return parameter.isNumber();
  }

  public boolean isFlag() {
    return parameter.kind == Parameter.Kind.FLAG;
  }

  public boolean isChoice() {
    return parameter.kind == Parameter.Kind.CHOICE;
  }

  public String byDefault() {
    return parameter.defaultValue;
  }

  public double low() {
    return parameter.allowed.low;
  }

  public double high() {
    return parameter.allowed.high;
  }

  public List<String> choices() {
    return parameter.choices;
  }
}
