// SPDX-License-Identifier: BSD-2-Clause
package org.bitvox.fuzz;

import java.io.IOException;
import java.time.Duration;
import java.util.Random;

/** Something that is fed with what users and enemies make up. */
public interface FuzzTarget {
  /**
   * Tries one input.
   *
   * @param random makes the input: the same numbers make the same
   * @return in a few words what came of it, for the statistics; "accepted" if the input was taken
   * @throws AssertionError if that is not what should come of it; so is any other exception
   */
  String step(Random random) throws IOException;

  /** The last input, for the message where it failed or hangs. */
  String input();

  /** No input may take so long, on any machine. */
  default Duration watchdog() {
    return Duration.ofSeconds(10);
  }
}
