// SPDX-License-Identifier: BSD-2-Clause
package org.bitvox.parameters;

import ij.ImagePlus;
import ij.WindowManager;
import ij.gui.GUI;
import ij.gui.GenericDialog;
import java.awt.Dimension;
import java.awt.Point;
import java.awt.Rectangle;

/** Where a dialog opens: where it covers least of the current image. */
final class DialogPlace {
  private DialogPlace() {}

  /** The dialog has its size and is not yet seen. */
  static void choose(GenericDialog dialog) {
    ImagePlus image = WindowManager.getCurrentImage();
    if (image != null && image.getWindow() != null) {
      Rectangle screen = GUI.getScreenBounds(image.getWindow());
      Point place = beside(image.getWindow().getBounds(), dialog.getSize(), screen);
      dialog.setLocation(place.x, place.y); // the other one would leave it to ImageJ
    }
  }

  /**
   * The place within the screen where a window of this size covers least of another one: on its
   * right, else on its left, else below it.
   */
  static Point beside(Rectangle other, Dimension size, Rectangle screen) {
    int rightmost = Math.max(screen.x, screen.x + screen.width - size.width);
    int lowest = Math.max(screen.y, screen.y + screen.height - size.height);
    int top = Math.max(screen.y, Math.min(other.y, lowest));
    Point[] places = {
      new Point(Math.min(other.x + other.width, rightmost), top),
      new Point(Math.max(screen.x, Math.min(other.x - size.width, rightmost)), top),
      new Point(
          Math.max(screen.x, Math.min(other.x, rightmost)),
          Math.min(other.y + other.height, lowest))
    };
    Point best = places[0];
    for (Point place : places) {
      if (covered(other, place, size) < covered(other, best, size)) {
        best = place;
      }
    }
    return best;
  }

  private static long covered(Rectangle other, Point place, Dimension size) {
    Rectangle common = other.intersection(new Rectangle(place, size));
    return common.isEmpty() ? 0 : (long) common.width * common.height;
  }
}
