// SPDX-License-Identifier: BSD-2-Clause
package org.bitvox.parameters;

import java.util.Arrays;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;

/** The values of a command's parameters, checked, with the defaults filled in. */
public final class Values {
  /** Between two numbers of a range; a comma would be the decimal point of many countries. */
  static final String TO = "\\.\\.";

  private final Map<String, String> values;
  private final Set<String> given;
  private final List<String> unused;
  private final Set<String> set = new HashSet<>();

  Values(Map<String, String> values, Set<String> given, List<String> unused) {
    this.values = values;
    this.given = given;
    this.unused = unused;
  }

  /** The same but for these keys. */
  public Values with(Map<String, String> others) {
    Map<String, String> all = new LinkedHashMap<>(values);
    all.putAll(others);
    Values changed = new Values(all, given, unused);
    changed.set.addAll(others.keySet());
    return changed;
  }

  /** Those of the given values that a key still has. */
  public Map<String, String> among(Map<String, String> others) {
    Map<String, String> same = new LinkedHashMap<>(others);
    same.entrySet().removeIf(other -> !text(other.getKey()).equals(other.getValue()));
    return same;
  }

  /** Whether the value is that of {@link #with}. */
  public boolean isSet(String key) {
    return set.contains(key);
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

  /** Whether there is one of any of these keys that the command has. */
  boolean hasAny(String... keys) {
    return Arrays.stream(keys).anyMatch(key -> declares(key) && has(key));
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

  /** Smallest and largest; a single number is the smallest, without a largest. */
  public double[] range(String key) {
    String[] words = text(key).split(TO);
    double low = Double.parseDouble(words[0]);
    return new double[] {
      low, words.length == 1 ? Double.POSITIVE_INFINITY : Double.parseDouble(words[1])
    };
  }

  /**
   * Numbers separated by commas, each written as that of a key with one number.
   *
   * @param allowed the values in words, for the message where there are others
   * @param counts how many there may be
   */
  public double[] numbers(String key, String allowed, int... counts) {
    String[] words = text(key).split(",", -1);
    double[] numbers = new double[words.length];
    boolean fine = Arrays.stream(counts).anyMatch(count -> count == words.length);
    for (int i = 0; i < words.length && fine; i++) {
      String word = words[i].trim();
      fine = AllowedValues.isFinite(word);
      numbers[i] = fine ? Double.parseDouble(word) : Double.NaN;
    }
    if (!fine) {
      throw UsageException.notAllowed(key, text(key), allowed);
    }
    return numbers;
  }

  /** The same of two; a single one stands for both. */
  public double[] pair(String key, String allowed) {
    double[] pair = numbers(key, allowed, 1, 2);
    return pair.length == 2 ? pair : new double[] {pair[0], pair[0]};
  }

  /** The constant whose name in lower case, with dashes, is the value. */
  public <E extends Enum<E>> E constant(String key, Class<E> type) {
    return Enum.valueOf(type, text(key).toUpperCase(Locale.ROOT).replace('-', '_'));
  }
}
