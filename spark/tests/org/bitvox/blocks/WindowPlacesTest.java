// SPDX-License-Identifier: BSD-2-Clause
package org.bitvox.blocks;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.bitvox.parameters.UsageException;
import org.bitvox.zarr.Box;
import org.junit.jupiter.api.Test;

/** Windows lie in the volume, apart and always at the same places. */
class WindowPlacesTest {
  @Test
  void areApartAndEvenlySpread() {
    Random random = new Random(5);
    for (int round = 0; round < 300; round++) {
      int[] whole = {1 + random.nextInt(40), 1 + random.nextInt(90), 1 + random.nextInt(200)};
      int count = 1 + random.nextInt(30);
      String what = Arrays.toString(whole) + " " + count;
      List<Box> largest;
      try {
        largest = WindowPlaces.of(whole, count, 0);
      } catch (UsageException e) {
        assertTrue((long) whole[0] * whole[1] * whole[2] < 30L * count * count, what);
        continue;
      }
      int side = Arrays.stream(largest.get(0).size()).max().orElse(0);
      assertApart(largest, whole, count, what);
      assertApart(WindowPlaces.of(whole, count, 1 + random.nextInt(side)), whole, count, what);
      String message =
          assertThrows(UsageException.class, () -> WindowPlaces.of(whole, count, side + 1), what)
              .getMessage();
      assertTrue(message.endsWith("size=" + side), message);
      int most = mostOf(message);
      if (most > 0) {
        assertApart(WindowPlaces.of(whole, most, side + 1), whole, most, what);
        assertThrows(UsageException.class, () -> WindowPlaces.of(whole, most + 1, side + 1), what);
      }
    }
  }

  /** What the sentence offers. */
  private static int mostOf(String message) {
    String found = message.replaceFirst(".*use windows=([0-9]+), or .*", "$1");
    return found.equals(message) ? 0 : Integer.parseInt(found);
  }

  private static void assertApart(List<Box> boxes, int[] whole, int count, String what) {
    assertEquals(count, boxes.size(), what);
    for (int i = 0; i < count; i++) {
      for (int axis = 0; axis < 3; axis++) {
        int from = boxes.get(i).from()[axis];
        assertTrue(from >= 0 && from + boxes.get(i).size()[axis] <= whole[axis], what);
      }
      for (int k = 0; k < i; k++) {
        assertTrue(areApart(boxes.get(i), boxes.get(k)), what);
      }
    }
  }

  private static boolean areApart(Box a, Box b) {
    boolean apart = false;
    for (int axis = 0; axis < 3; axis++) {
      apart |= a.from()[axis] + a.size()[axis] <= b.from()[axis];
      apart |= b.from()[axis] + b.size()[axis] <= a.from()[axis];
    }
    return apart;
  }

  @Test
  void lieInTheMiddleOfTheirCells() {
    int[] whole = {100, 100, 100};
    assertEquals("[45, 45, 45]", places(whole, 1, 10));
    assertEquals("[20, 45, 45][70, 45, 45]", places(whole, 2, 10)); // one behind the other
    assertEquals("[0, 5, 5][0, 5, 55]", places(new int[] {1, 50, 100}, 2, 40)); // squares
    assertEquals(
        "[0, 0, 0][0, 0, 50][0, 50, 0][0, 50, 50][50, 0, 0][50, 0, 50][50, 50, 0][50, 50, 50]",
        places(whole, 8, 50));
    assertEquals(
        "[0, 0, 0][0, 0, 50][0, 50, 0][50, 0, 0][50, 0, 50][50, 50, 0][50, 50, 50]",
        places(whole, 7, 0)); // without the one in the middle
  }

  private static String places(int[] whole, int count, int side) {
    StringBuilder text = new StringBuilder();
    WindowPlaces.of(whole, count, side).forEach(box -> text.append(Arrays.toString(box.from())));
    return text.toString();
  }
}
