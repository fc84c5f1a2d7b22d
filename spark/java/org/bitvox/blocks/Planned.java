// SPDX-License-Identifier: BSD-2-Clause
package org.bitvox.blocks;

/** A command came to where it would begin to compute, and was asked for its plan alone. */
final class Planned extends RuntimeException {
  private static final long serialVersionUID = 1;

  /** Lines for the user. */
  Planned(String text) {
    super(text, null, false, false);
  }
}
