// SPDX-License-Identifier: BSD-2-Clause
package org.bitvox.parameters;

import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;

/** Says beside which values of another key, or without which key, a parameter has an effect. */
final class Condition {
  static final Condition ALWAYS = new Condition(null, Collections.emptyList(), text -> true);

  private final String key;

  /** Those of which it is, if it is for some. */
  private final List<String> values;

  private final Predicate<String> holds;

  private Condition(String key, List<String> values, Predicate<String> holds) {
    this.key = key;
    this.values = values;
    this.holds = holds;
  }

  /** The other key has one of these values, or one of them is in its list. */
  Condition(String key, List<String> values) {
    this(key, values, text -> Arrays.stream(text.split(",")).anyMatch(values::contains));
  }

  /** The other key is not given. */
  static Condition without(String key) {
    return new Condition(key, Collections.emptyList(), String::isEmpty);
  }

  /** The other key is given. */
  static Condition beside(String key) {
    return new Condition(key, Collections.emptyList(), text -> !text.isEmpty());
  }

  /** The other key is a number above 0. */
  static Condition above0(String key) {
    return new Condition(key, Collections.emptyList(), Condition::isAbove0);
  }

  private static boolean isAbove0(String text) {
    try {
      return Double.parseDouble(text) > 0;
    } catch (NumberFormatException e) {
      return true; // another sentence says that it is none
    }
  }

  /** Whether it is met; texts are the values of all keys. */
  boolean holds(Map<String, String> texts) {
    return key == null || holds.test(texts.get(key));
  }

  /** The end of a sentence about a value where it is not. */
  String whyNot(Map<String, String> texts) {
    String value = texts.get(key);
    if (value.isEmpty() && values.isEmpty()) {
      return " has no effect without " + key + "=";
    }
    boolean flag = value.equals(key); // which is how it is kept
    return (" has no effect with " + key + (flag ? "" : "=" + value))
        + (values.isEmpty() ? "" : "; it is for " + key + "=" + Words.list(values));
  }
}
