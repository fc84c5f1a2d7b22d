// SPDX-License-Identifier: BSD-2-Clause
package org.bitvox.parameters;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;

/** The values of a command's parameters, checked, with the defaults filled in. */
public final class Values {
  private final Map<String, String> values;
  private final Set<String> given;
  private final List<String> unused;

  Values(Map<String, String> values, Set<String> given, List<String> unused) {
    this.values = values;
    this.given = given;
    this.unused = unused;
  }

  /** The same but for these keys. */
  public Values with(Map<String, String> others) {
    Map<String, String> all = new LinkedHashMap<>(values);
    all.putAll(others);
    return new Values(all, given, unused);
  }

  /** Sentences about what was given and has no effect beside the other values. */
  public List<String> unused() {
    return unused;
  }

  boolean applies(Parameter parameter) {
    return parameter.applies(values);
  }

  /** Whether the command has such a key. */
  public boolean declares(String key) {
    return values.containsKey(key);
  }

  /** Whether the caller gave it, rather than the default. */
  public boolean given(String key) {
    return given.contains(key);
  }

  /** Whether there is a value at all. */
  public boolean has(String key) {
    return !text(key).isEmpty();
  }

  /**
   * The value, or empty.
   *
   * @throws IllegalStateException if the command does not declare the key
   */
  public String text(String key) {
    String value = values.get(key);
    if (value == null) {
      throw new IllegalStateException("no parameter " + key);
    }
    return value;
  }

  /** Whether a bare word was given. */
  public boolean flag(String key) {
    return has(key);
  }

  /** A whole number. */
  public int integer(String key) {
    return Integer.parseInt(text(key));
  }

  /** A large whole number. */
  public long longInteger(String key) {
    return Long.parseLong(text(key));
  }

  /** A number. */
  public double decimal(String key) {
    return Double.parseDouble(text(key));
  }

  /**
   * Two numbers separated by a comma; a single one stands for both.
   *
   * @param allowed the values in words, for the message where there are others
   */
  public double[] pair(String key, String allowed) {
    String[] words = text(key).split(",", -1);
    try {
      if (words.length <= 2) {
        double first = Double.parseDouble(words[0]);
        return new double[] {first, words.length == 1 ? first : Double.parseDouble(words[1])};
      }
    } catch (NumberFormatException e) {
      // told below
    }
    throw UsageException.notAllowed(key, text(key), allowed);
  }

  /** The constant whose name in lower case, with dashes, is the value. */
  public <E extends Enum<E>> E constant(String key, Class<E> type) {
    return Enum.valueOf(type, text(key).toUpperCase(Locale.ROOT).replace('-', '_'));
  }
}
