// SPDX-License-Identifier: BSD-2-Clause
package org.bitvox.files;

import java.util.regex.Pattern;

/** Cells of tables as commands write them. */
public final class Csv {
  /** With one of these begins what spreadsheets take for a formula, and would compute. */
  private static final String FORMULA = "=@+-\t\r";

  /** What they do not, though it begins so: numbers, several of them, and ranges. */
  private static final Pattern NUMBERS =
      Pattern.compile("[-+]([-+0-9.,;:eE ]|Infinity|to|and more)*");

  private static final String GUARD = "'";

  private Csv() {}

  /**
   * The cell, in quotes where it has to be. A text that a spreadsheet would compute has an
   * apostrophe before it, which says that it is a text.
   */
  public static String quoted(String cell) {
    String text = isFormula(cell) ? GUARD + cell : cell;
    boolean plain = text.chars().noneMatch(c -> c == ',' || c == '"' || c == '\n' || c == '\r');
    return plain ? text : '"' + text.replace("\"", "\"\"") + '"';
  }

  /** The text of a cell without that apostrophe. */
  static String unguarded(String cell) {
    boolean guarded = cell.startsWith(GUARD) && isFormula(cell.substring(1));
    return guarded ? cell.substring(1) : cell;
  }

  private static boolean isFormula(String text) {
    boolean begins = !text.isEmpty() && FORMULA.indexOf(text.charAt(0)) >= 0;
    return begins && !NUMBERS.matcher(text).matches();
  }
}
