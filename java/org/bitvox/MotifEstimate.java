// SPDX-License-Identifier: BSD-2-Clause
package org.bitvox;

/** What to expect of a search for motifs. */
public final class MotifEstimate {
  private double expected; // both are written by native code
  private double seconds;

  MotifEstimate() {}

  /** Motifs in random sequences of the same lengths and frequencies of letters. */
  public double expected() {
    return expected;
  }

  /** How many seconds the search will take, within a factor of two or so. */
  public double seconds() {
    return seconds;
  }
}
