// SPDX-License-Identifier: BSD-2-Clause
package org.bitvox;

import java.util.Objects;

/** A named sequence of letters. */
public final class DnaSequence {
  private final String name;
  private final byte[] letters;

  /**
   * A sequence.
   *
   * @param name for messages and tables
   * @param letters in ASCII; not copied
   */
  public DnaSequence(String name, byte[] letters) {
    this.name = Objects.requireNonNull(name);
    this.letters = Objects.requireNonNull(letters);
  }

  /** Its name. */
  public String name() {
    return name;
  }

  /** How many letters it has. */
  public int length() {
    return letters.length;
  }

  byte[] letters() {
    return letters;
  }
}
