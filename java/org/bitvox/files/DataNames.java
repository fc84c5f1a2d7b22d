// SPDX-License-Identifier: BSD-2-Clause
package org.bitvox.files;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.function.IntFunction;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The files that a header names: one, a list, or a pattern with numbers. */
final class DataNames {
  /** As in C: one number in decimal digits, with zeros before it if wanted. */
  private static final Pattern NUMBER = Pattern.compile("%(0?)(\\d{0,2})d");

  private static final int MOST = 1 << 20;

  final IntFunction<String> names;
  final int count;

  private DataNames(IntFunction<String> names, int count) {
    this.names = names;
    this.count = count;
  }

  /** One file. */
  static DataNames one(String name) {
    return new DataNames(i -> name, 1);
  }

  /** Those of the lines that follow, to the end of the header. */
  static DataNames list(HeaderLines lines, FileBytes in) throws IOException {
    List<String> names = new ArrayList<>();
    for (String line = lines.next(); line != null; line = lines.next()) {
      if (!line.trim().isEmpty()) {
        names.add(line.trim());
      }
    }
    if (names.isEmpty()) {
      throw in.problem(VolumeMessages.NO_NAMES);
    }
    return new DataNames(names::get, names.size());
  }

  /** Whether every program takes a file's name in a header for that name and nothing else. */
  static boolean isPlain(String path) {
    String name = Names.last(path);
    return name.equals(name.trim())
        && !name.matches("(?s).*[%\\p{Cntrl}].*|(?i)LIST(\\s.*)?|LOCAL");
  }

  /** Whether words are a pattern, and the first number, the last and the step. */
  static boolean isPattern(String[] words) {
    return words.length >= 4 && words[0].contains("%");
  }

  /** Those of a pattern. */
  static DataNames pattern(String[] words, FileBytes in) throws IOException {
    Matcher number = NUMBER.matcher(words[0]);
    if (!number.find() || words[0].replaceFirst("%0?\\d{0,2}d", "").contains("%")) {
      throw in.problem(VolumeMessages.pattern(words[0]));
    }
    String before = words[0].substring(0, number.start());
    String after = words[0].substring(number.end());
    char filling = number.group(1).isEmpty() ? ' ' : '0';
    int width = number.group(2).isEmpty() ? 0 : Integer.parseInt(number.group(2));
    try {
      long first = Integer.parseInt(words[1]);
      long last = Integer.parseInt(words[2]);
      long step = Integer.parseInt(words[3]);
      long count = step == 0 ? -1 : (last - first) / step + 1;
      if (count < 1 || count > MOST) {
        throw in.problem(VolumeMessages.pattern(String.join(" ", words)));
      }
      return new DataNames(
          i -> before + filled(first + i * step, width, filling) + after, (int) count);
    } catch (NumberFormatException e) {
      throw in.problem(VolumeMessages.pattern(String.join(" ", words)));
    }
  }

  private static String filled(long number, int width, char filling) {
    StringBuilder digits = new StringBuilder(Long.toString(Math.abs(number)));
    String sign = number < 0 ? "-" : "";
    while (digits.length() + sign.length() < width) {
      digits.insert(0, filling);
    }
    return filling == '0' ? sign + digits : digits.toString().replaceFirst("(?=[0-9])", sign);
  }

  /**
   * Checks that all lie beside the header.
   *
   * @param follow whether they may be anywhere
   */
  DataNames within(FileBytes in, boolean follow) throws IOException {
    for (int i = 0; i < count; i++) {
      String name = names.apply(i);
      boolean valid = !name.isEmpty() && name.indexOf(0) < 0;
      if (!valid || isOutside(name) && !follow) {
        throw in.problem(VolumeMessages.outside(name));
      }
    }
    return this;
  }

  /** Whether it leads out of the folder of the header, on any system. */
  private static boolean isOutside(String name) {
    String way = Windows.HERE ? name.replace('\\', '/') : name;
    boolean drive = Windows.HERE && name.contains(":");
    return drive || way.startsWith("/") || ("/" + way + "/").contains("/../");
  }
}
