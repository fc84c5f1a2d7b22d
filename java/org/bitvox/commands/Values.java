// SPDX-License-Identifier: BSD-2-Clause
package org.bitvox.commands;

import java.util.Locale;
import java.util.Map;
import java.util.Set;

/** The values of a command's parameters, checked, with the defaults filled in. */
final class Values {
  private final Map<String, String> values;
  private final Set<String> given;

  Values(Map<String, String> values, Set<String> given) {
    this.values = values;
    this.given = given;
  }

  /** Whether the caller gave it, rather than the default. */
  boolean given(String key) {
    return given.contains(key);
  }

  /** Whether there is a value at all. */
  boolean has(String key) {
    return !text(key).isEmpty();
  }

  String text(String key) {
    String value = values.get(key);
    if (value == null) {
      throw new IllegalStateException("no parameter " + key);
    }
    return value;
  }

  boolean flag(String key) {
    return has(key);
  }

  int integer(String key) {
    return Integer.parseInt(text(key));
  }

  long longInteger(String key) {
    return Long.parseLong(text(key));
  }

  double decimal(String key) {
    return Double.parseDouble(text(key));
  }

  /** Two numbers separated by a comma; a single one stands for both. */
  double[] pair(String key, String allowed) {
    String[] words = text(key).split(",", -1);
    try {
      if (words.length <= 2) {
        double first = Double.parseDouble(words[0]);
        return new double[] {first, words.length == 1 ? first : Double.parseDouble(words[1])};
      }
    } catch (NumberFormatException e) {
      // told below
    }
    throw new UsageException(Messages.notAllowed(key, text(key), allowed));
  }

  /** The constant whose name in lower case, with dashes, is the value. */
  <E extends Enum<E>> E constant(String key, Class<E> type) {
    return Enum.valueOf(type, text(key).toUpperCase(Locale.ROOT).replace('-', '_'));
  }
}
