// SPDX-License-Identifier: BSD-2-Clause
package org.bitvox.parameters;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Collectors;

/** Takes apart and compares the words of options. */
public final class Words {
  /** Fewer letters are part of too many words. */
  private static final int SHORTEST_PART = 3;

  private Words() {}

  /**
   * Splits options in ImageJ's syntax: key=value key=[with spaces] flag.
   *
   * @return each option as one string, without the brackets
   */
  public static List<String> split(String options) {
    List<String> words = new ArrayList<>();
    StringBuilder word = new StringBuilder();
    int depth = 0;
    boolean started = false;
    for (char c : options.toCharArray()) {
      boolean opens = c == '[' && (depth > 0 || endsWithEquals(word));
      boolean closes = c == ']' && depth > 0;
      depth += opens ? 1 : closes ? -1 : 0;
      boolean bracket = opens && depth == 1 || closes && depth == 0;
      if (Character.isWhitespace(c) && depth == 0) {
        add(words, word, started);
        started = false;
      } else if (bracket) {
        started = true;
      } else {
        word.append(c);
        started = true;
      }
    }
    if (depth > 0) {
      throw new UsageException("a closing bracket is missing after '" + word + "'");
    }
    add(words, word, started);
    return words;
  }

  /**
   * Joins options to what {@link #split} takes apart: values with blanks in brackets.
   *
   * @throws UsageException if one cannot be joined: see {@link #unbalanced}
   */
  public static String join(List<String> options) {
    Optional<String> wrong = unbalanced(options);
    if (wrong.isPresent()) {
      throw new UsageException(wrong.get());
    }
    return options.stream().map(Words::bracketed).collect(Collectors.joining(" "));
  }

  private static String bracketed(String option) {
    int value = option.indexOf('=') + 1;
    boolean plain =
        option.chars().noneMatch(c -> Character.isWhitespace(c) || c == '[' || c == ']');
    boolean bare = plain || value == 0 || isSplitInto(option, option); // as ImageJ records it
    return bare ? option : option.substring(0, value) + "[" + option.substring(value) + "]";
  }

  /**
   * A sentence about the first of these options that ImageJ's syntax cannot hold, if there is one:
   * where a bracket of its value has no other one, the rest would be read as other options.
   */
  public static Optional<String> unbalanced(List<String> options) {
    return options.stream()
        .filter(option -> !isReadBack(option))
        .findFirst()
        .map(option -> option.substring(0, option.indexOf('=') + 1))
        .map(key -> key + " has a [ or ] without the other one, which macros cannot hold");
  }

  private static boolean isReadBack(String option) {
    return isSplitInto(bracketed(option), option);
  }

  private static boolean isSplitInto(String text, String option) {
    try {
      return split(text).equals(Collections.singletonList(option));
    } catch (UsageException e) {
      return false;
    }
  }

  private static boolean endsWithEquals(CharSequence word) {
    return word.length() > 0 && word.charAt(word.length() - 1) == '=';
  }

  private static void add(List<String> words, StringBuilder word, boolean started) {
    if (started) {
      words.add(word.toString());
    }
    word.setLength(0);
  }

  /** Lines of at most so many letters, broken at spaces, and within words that are longer. */
  public static String wrap(String text, int columns) {
    StringBuilder lines = new StringBuilder();
    String rest = text;
    while (rest.length() > columns) {
      int space = rest.lastIndexOf(' ', columns);
      int end = space > 0 ? space : columns;
      lines.append(rest, 0, end).append('\n');
      rest = rest.substring(end).trim();
    }
    return lines.append(rest).toString();
  }

  /**
   * So many lines of at most so many letters; the last one ends in dots where there is more. An
   * empty line is a space: ImageJ's labels have no room for one without letters.
   */
  static String lines(String text, int columns, int rows) {
    String[] all = wrap(text, columns).split("\n");
    List<String> lines = new ArrayList<>();
    for (int row = 0; row < rows; row++) {
      lines.add(row < all.length && !all[row].isEmpty() ? all[row] : " ");
    }
    return String.join("\n", lines) + (all.length > rows ? "..." : "");
  }

  /** "a, b or c". */
  public static String list(List<String> words) {
    int last = words.size() - 1;
    return last < 1
        ? String.join("", words)
        : String.join(", ", words.subList(0, last)) + " or " + words.get(last);
  }

  /**
   * Asks for what was probably meant, after a semicolon; where nothing is near it lists all.
   *
   * @param words that there are
   */
  public static String suggestion(String meant, List<String> words) {
    List<String> near = near(meant.toLowerCase(Locale.ROOT), words);
    return near.isEmpty()
        ? "; use " + list(words)
        : "; did you mean '" + list(near).replaceAll(", | or ", "'$0'") + "'?";
  }

  /**
   * The words that were probably meant: those that begin with it, or have a part that does, such as
   * max_radius for radius; else that with the fewest other letters, at most two or a third of them.
   */
  public static List<String> near(String meant, List<String> words) {
    List<String> longer = new ArrayList<>();
    for (String word : words) {
      if (meant.length() >= SHORTEST_PART && ("_" + word).contains("_" + meant)) {
        longer.add(word);
      }
    }
    return longer.isEmpty() ? nearest(meant, words) : longer;
  }

  private static List<String> nearest(String meant, List<String> words) {
    int most = Math.max(Math.min(2, meant.length() / 2), meant.length() / 3);
    List<String> nearest = new ArrayList<>();
    for (String word : words) {
      int distance = distance(meant, word);
      if (distance < most) {
        nearest.clear();
        most = distance;
      }
      if (distance <= most) {
        nearest.add(word);
      }
    }
    return nearest;
  }

  /** The number of letters to insert, delete or replace to turn a into b. */
  static int distance(String a, String b) {
    int[] row = new int[b.length() + 1];
    for (int j = 0; j <= b.length(); j++) {
      row[j] = j;
    }
    for (int i = 1; i <= a.length(); i++) {
      int diagonal = row[0];
      row[0] = i;
      for (int j = 1; j <= b.length(); j++) {
        int replaced = diagonal + (a.charAt(i - 1) == b.charAt(j - 1) ? 0 : 1);
        diagonal = row[j];
        row[j] = Math.min(replaced, 1 + Math.min(row[j], row[j - 1]));
      }
    }
    return row[b.length()];
  }
}
