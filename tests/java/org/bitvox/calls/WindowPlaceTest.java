// SPDX-License-Identifier: BSD-2-Clause
package org.bitvox.calls;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.awt.Dimension;
import java.awt.Point;
import java.awt.Rectangle;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

class WindowPlaceTest {
  private static final Rectangle SCREEN = new Rectangle(0, 20, 1280, 780);

  private static Point best(int width, int height, Rectangle... taken) {
    return WindowPlace.best(new Dimension(width, height), List.of(taken), SCREEN, false);
  }

  @Test
  void besideWhatIsThere() {
    Rectangle toolbar = new Rectangle(0, 20, 580, 110);
    Rectangle image = new Rectangle(0, 130, 400, 400);
    assertEquals(new Point(580, 20), best(400, 400, toolbar, image));
    Rectangle result = new Rectangle(580, 20, 400, 400);
    assertEquals(new Point(980, 20), best(300, 700, toolbar, image, result));
    assertEquals(new Point(0, 530), best(1200, 260, toolbar, image, result));
  }

  /** A table leaves the room above it to pictures. */
  @Test
  void tablesBelow() {
    List<Rectangle> taken =
        List.of(new Rectangle(0, 20, 580, 110), new Rectangle(0, 130, 300, 300));
    Dimension table = new Dimension(1200, 200);
    assertEquals(new Point(0, 600), WindowPlace.best(table, taken, SCREEN, true));
    assertEquals(new Point(0, 430), WindowPlace.best(table, taken, SCREEN, false));
    Dimension larger = new Dimension(2000, 900); // than the screen
    assertEquals(new Point(0, 20), WindowPlace.best(larger, taken, SCREEN, true));
  }

  @Test
  void whereItCoversLeast() {
    Rectangle all = new Rectangle(0, 20, 1280, 700);
    assertEquals(new Point(0, 500), best(500, 300, all));
    assertEquals(new Point(0, 20), best(2000, 900, all)); // larger than the screen
    assertEquals(new Point(0, 20), best(300, 300));
  }

  /** Windows that have room enough never lie on one another, and none leaves the screen. */
  @Test
  void anyWindowsOfAScreen() {
    Random random = new Random(5);
    for (int round = 0; round < 100; round++) {
      List<Rectangle> taken = new ArrayList<>();
      for (int i = 0; i < 4; i++) {
        Dimension size = new Dimension(150 + random.nextInt(170), 100 + random.nextInt(290));
        Rectangle place = new Rectangle(WindowPlace.best(size, taken, SCREEN, false), size);
        assertTrue(SCREEN.contains(place), () -> place + " of " + taken);
        assertTrue(taken.stream().noneMatch(place::intersects), () -> place + " of " + taken);
        taken.add(place);
      }
    }
  }
}
