// SPDX-License-Identifier: BSD-2-Clause
package org.bitvox.calls;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;

import org.junit.jupiter.api.Test;

class ReachTest {
  private static void check(Reach reach, int z, int depth, int position, int... indices) {
    assertArrayEquals(indices, reach.of(z, depth));
    assertEquals(position, reach.position(z));
    assertEquals(z, reach.of(z, depth)[reach.position(z)]);
  }

  @Test
  void endsWithTheVolume() {
    check(Reach.slices(0), 3, 9, 0, 3);
    check(Reach.slices(2), 4, 9, 2, 2, 3, 4, 5, 6);
    check(Reach.slices(2), 1, 9, 1, 0, 1, 2, 3);
    check(Reach.slices(2), 8, 9, 2, 6, 7, 8);
    check(Reach.slices(2 * 32767L), 1, 3, 1, 0, 1, 2);
    check(Reach.slices(Long.MAX_VALUE), 2, 3, 2, 0, 1, 2);
    check(Reach.slices(7), 0, 1, 0, 0);
  }

  @Test
  void goesAround() {
    check(Reach.wrapping(2), 1, 5, 2, 4, 0, 1, 2, 3);
    check(Reach.wrapping(3), 0, 2, 3, 1, 0, 1, 0, 1, 0, 1);
    check(Reach.wrapping(1), 0, 1, 1, 0, 0, 0);
    check(Reach.wrapping(0), 4, 5, 0, 4);
  }

  @Test
  void mayBeUnknown() {
    assertFalse(Reach.UNKNOWN.isKnown());
    assertFalse(Reach.everything("x").isKnown());
    assertEquals("x", Reach.everything("x").why());
  }
}
