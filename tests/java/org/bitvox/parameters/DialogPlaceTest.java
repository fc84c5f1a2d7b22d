// SPDX-License-Identifier: BSD-2-Clause
package org.bitvox.parameters;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.awt.Dimension;
import java.awt.Point;
import java.awt.Rectangle;
import org.junit.jupiter.api.Test;

class DialogPlaceTest {
  private static final Rectangle SCREEN = new Rectangle(0, 0, 1280, 800);

  private static Point beside(int x, int y, int width, int height) {
    return DialogPlace.beside(new Rectangle(x, y, width, height), new Dimension(600, 500), SCREEN);
  }

  @Test
  void onTheRightIfThereIsRoom() {
    assertEquals(new Point(400, 100), beside(100, 100, 300, 200));
    assertEquals(new Point(400, 300), beside(100, 500, 300, 200));
  }

  @Test
  void elseOnTheLeft() {
    assertEquals(new Point(100, 100), beside(700, 100, 300, 200));
  }

  @Test
  void elseBelow() {
    assertEquals(new Point(528, 188), beside(528, 81, 154, 107));
  }

  /** There is room nowhere. */
  @Test
  void whereLeastIsCovered() {
    assertEquals(new Point(0, 81), beside(528, 81, 710, 543));
    assertEquals(new Point(680, 81), beside(40, 81, 710, 543));
    assertEquals(new Point(40, 300), beside(40, 20, 1200, 400));
  }

  @Test
  void onASecondScreen() {
    Rectangle screen = new Rectangle(1280, 200, 700, 600);
    Rectangle image = new Rectangle(1300, 220, 100, 100);
    assertEquals(new Point(1380, 220), DialogPlace.beside(image, new Dimension(600, 500), screen));
    assertEquals(new Point(1280, 200), DialogPlace.beside(image, new Dimension(900, 900), screen));
  }
}
