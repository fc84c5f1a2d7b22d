// SPDX-License-Identifier: BSD-2-Clause
package org.bitvox.files;

import java.util.stream.IntStream;

/** Names of files by a pattern: {@code *} is any letters, {@code ?} one, all others themselves. */
final class NamePattern {
  private final int[] pattern;

  private final boolean anyCase;

  /**
   * A pattern.
   *
   * @param anyCase whether upper and lower case are the same, as on Windows
   */
  NamePattern(String pattern, boolean anyCase) {
    this.pattern = letters(pattern, anyCase);
    this.anyCase = anyCase;
  }

  private static int[] letters(String name, boolean anyCase) {
    IntStream letters = name.codePoints();
    return (anyCase ? letters.map(Character::toUpperCase) : letters).toArray();
  }

  static boolean isPattern(String name) {
    return name.contains("*") || name.contains("?");
  }

  /**
   * In time that grows with the length of the pattern times that of the name: where the letters
   * after a star do not fit, only the last star takes one letter more.
   */
  boolean matches(String name) {
    int[] letters = letters(name, anyCase);
    int at = 0;
    int star = -1;
    int afterStar = 0;
    for (int i = 0; i < letters.length; ) {
      if (at < pattern.length && pattern[at] == '*') {
        star = at++;
        afterStar = i;
      } else if (at < pattern.length && (pattern[at] == '?' || pattern[at] == letters[i])) {
        at++;
        i++;
      } else if (star >= 0) {
        at = star + 1;
        i = ++afterStar;
      } else {
        return false;
      }
    }
    while (at < pattern.length && pattern[at] == '*') {
      at++;
    }
    return at == pattern.length;
  }
}
