// SPDX-License-Identifier: BSD-2-Clause
package org.bitvox.parameters;

/** Texts in ImageJ's macro language. */
public final class MacroText {
  private static final int END_OF_ASCII = 0x80;

  private MacroText() {}

  /**
   * A string as a macro has it, with its quotes. Letters of other languages are codes, as ImageJ
   * reads a macro's file in the system's encoding.
   */
  public static String literal(String string) {
    StringBuilder text = new StringBuilder("\"");
    for (char letter : string.toCharArray()) {
      if (letter < END_OF_ASCII) {
        text.append(escaped(letter));
      } else {
        text.append("\" + fromCharCode(").append((int) letter).append(") + \"");
      }
    }
    return text.append('"').toString().replace(") + \"\" + fromCharCode(", ", ");
  }

  private static String escaped(char letter) {
    switch (letter) {
      case '\\':
        return "\\\\";
      case '"':
        return "\\\"";
      case '\n':
        return "\\n";
      case '\r':
        return "\\r";
      default:
        return String.valueOf(letter);
    }
  }
}
