// SPDX-License-Identifier: BSD-2-Clause
package org.bitvox.commands;

/** Words of a command line, as shells read them. */
final class ShellWords {
  private ShellWords() {}

  /** For a shell of POSIX. */
  static String posix(String word) {
    return word.matches("[A-Za-z0-9_./=,:+@%-]+") ? word : "'" + word.replace("'", "'\\''") + "'";
  }

  /** For bitvox.cmd in a console of Windows: a backslash is a letter, and no name has a quote. */
  static String windows(String word) {
    return word.matches("[A-Za-z0-9_./=:+\\\\-]+") ? word : '"' + word + '"';
  }
}
