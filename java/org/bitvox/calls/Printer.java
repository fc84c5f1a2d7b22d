// SPDX-License-Identifier: BSD-2-Clause
package org.bitvox.calls;

import java.io.IOException;

/** Where the results go that are no files. */
@FunctionalInterface
public interface Printer {
  /** Prints what is known now; there may be more. */
  void print(String text) throws IOException;

  /** Says something about the work before it is done. */
  default void announce(String sentence) {}
}
