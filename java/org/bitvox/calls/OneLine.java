// SPDX-License-Identifier: BSD-2-Clause
package org.bitvox.calls;

/** Texts of others, such as names of files, for a terminal, where they must not act as commands. */
public final class OneLine {
  private OneLine() {}

  /** The text with Java's escapes in place of what would break the line or steer the terminal. */
  public static String of(String text) {
    StringBuilder line = new StringBuilder();
    for (char c : text.toCharArray()) {
      boolean ends = c == '\u2028' || c == '\u2029';
      if (c == '\n') {
        line.append("\\n");
      } else if (ends || Character.isISOControl(c)) {
        line.append(String.format("\\u%04X", (int) c));
      } else {
        line.append(c);
      }
    }
    return line.toString();
  }
}
