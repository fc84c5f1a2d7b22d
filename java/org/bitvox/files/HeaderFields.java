// SPDX-License-Identifier: BSD-2-Clause
package org.bitvox.files;

import java.io.IOException;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;

/** Fields of a header of text, by their names in upper or lower case. */
final class HeaderFields {
  private final FileBytes in;
  private final Map<String, String> values = new HashMap<>();

  /** As the file spells them. */
  private final Map<String, String> spellings = new HashMap<>();

  HeaderFields(FileBytes in) {
    this.in = in;
  }

  /** Takes a field. */
  void put(String name, String value) throws IOException {
    String before = values.put(key(name), value.trim());
    spellings.put(key(name), name);
    if (before != null && !before.equals(value.trim())) {
      throw in.problem(VolumeMessages.twice(VolumeMessages.quoted(name).replace("'", "")));
    }
  }

  boolean has(String name) {
    return values.containsKey(key(name));
  }

  private static String key(String name) {
    return name.toLowerCase(Locale.ROOT);
  }

  private String value(String name) {
    return values.get(key(name));
  }

  private String spelling(String name) {
    return spellings.getOrDefault(key(name), name);
  }

  /** The value of the first of these fields that is there, or null. */
  String text(String... names) {
    for (String name : names) {
      if (has(name)) {
        return value(name);
      }
    }
    return null;
  }

  /** The value of a field that must be there. */
  String needed(String name) throws IOException {
    if (!has(name)) {
      throw in.problem(VolumeMessages.missing(name));
    }
    return value(name);
  }

  /** A whole number that must be one. */
  long whole(String name, long otherwise) throws IOException {
    return has(name) ? wholes(name, 1)[0] : otherwise;
  }

  /** So many whole numbers. */
  long[] wholes(String name, int count) throws IOException {
    String[] words = words(name, count);
    long[] numbers = new long[count];
    for (int i = 0; i < count; i++) {
      try {
        numbers[i] = Long.parseLong(words[i]);
      } catch (NumberFormatException e) {
        throw wrong(name);
      }
    }
    return numbers;
  }

  /** So many numbers; the words nan and inf, in any case, are some too. */
  double[] decimals(String name, int count) throws IOException {
    String[] words = words(name, count);
    double[] numbers = new double[count];
    for (int i = 0; i < count; i++) {
      numbers[i] = decimal(name, words[i]);
    }
    return numbers;
  }

  /** One of the numbers of a field. */
  double decimal(String name, String word) throws IOException {
    try {
      return NumberStream.decimal(word);
    } catch (NumberFormatException e) {
      throw wrong(name);
    }
  }

  private String[] words(String name, int count) throws IOException {
    String[] words = needed(name).split("\\s+");
    if (words.length != count || words[0].isEmpty()) {
      throw notSoMany(name, count);
    }
    return words;
  }

  /** What to throw of a field that has not so many values. */
  IOException notSoMany(String name, int count) {
    return in.problem(VolumeMessages.notSoMany(spelling(name), value(name), count));
  }

  /** What to throw of a field whose value cannot be. */
  IOException wrong(String name) {
    return in.problem(
        has(name)
            ? VolumeMessages.wrong(spelling(name), value(name))
            : VolumeMessages.missing(name));
  }
}
