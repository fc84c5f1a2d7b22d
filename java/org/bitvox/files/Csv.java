// SPDX-License-Identifier: BSD-2-Clause
package org.bitvox.files;

/** Cells of tables as commands write them. */
public final class Csv {
  private Csv() {}

  /** The cell, in quotes where it has to be. */
  public static String quoted(String text) {
    boolean plain = text.chars().noneMatch(c -> c == ',' || c == '"' || c == '\n' || c == '\r');
    return plain ? text : '"' + text.replace("\"", "\"\"") + '"';
  }
}
