// SPDX-License-Identifier: BSD-2-Clause
package org.bitvox.parameters;

import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Map;

/** Says beside which values of another key, or without which key, a parameter has an effect. */
final class Condition {
  static final Condition ALWAYS = new Condition(null, Collections.emptyList());

  private final String key;
  private final List<String> values;

  /** Whether the key must be given, whatever its value is. */
  private final boolean beside;

  private Condition(String key, List<String> values, boolean beside) {
    this.key = key;
    this.values = values;
    this.beside = beside;
  }

  /** The other key has one of these values, or one of them is in its list; none: it has none. */
  Condition(String key, List<String> values) {
    this(key, values, false);
  }

  /** The other key is not given. */
  static Condition without(String key) {
    return new Condition(key, Collections.emptyList());
  }

  /** The other key is given. */
  static Condition beside(String key) {
    return new Condition(key, Collections.emptyList(), true);
  }

  /** Whether it is met; texts are the values of all keys. */
  boolean holds(Map<String, String> texts) {
    return key == null
        || (values.isEmpty()
            ? texts.get(key).isEmpty() != beside
            : Arrays.stream(texts.get(key).split(",")).anyMatch(values::contains));
  }

  /** The end of a sentence about a value where it is not. */
  String whyNot(Map<String, String> texts) {
    if (beside) {
      return " has no effect without " + key + "=";
    }
    String value = texts.get(key);
    boolean flag = value.equals(key); // which is how it is kept
    return (" has no effect with " + key + (flag ? "" : "=" + value))
        + (values.isEmpty() ? "" : "; it is for " + key + "=" + Words.list(values));
  }
}
