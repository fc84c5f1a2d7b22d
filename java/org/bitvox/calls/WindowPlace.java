// SPDX-License-Identifier: BSD-2-Clause
package org.bitvox.calls;

import ij.IJ;
import ij.gui.GUI;
import java.awt.Dimension;
import java.awt.Frame;
import java.awt.Point;
import java.awt.Rectangle;
import java.awt.Window;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;

/** Where the window of a result opens: beside what is there, so that all can be seen at once. */
final class WindowPlace {
  private WindowPlace() {}

  /** Moves a picture's new window to where it covers least of the others; null is none. */
  static void beside(Window window) {
    if (window != null && IJ.getInstance() != null) {
      window.setLocation(place(window, window.getSize(), false));
    }
  }

  /**
   * The same of a table, which gets a size: as low as can be, as it is wide and flat and pictures
   * are not. At once, as a new window may still report its first size after it was given another.
   */
  static void below(Window window, Dimension size) {
    if (window != null && IJ.getInstance() != null) {
      window.setBounds(new Rectangle(place(window, size, true), size));
    }
  }

  private static Point place(Window window, Dimension size, boolean low) {
    List<Rectangle> taken =
        Arrays.stream(Frame.getFrames())
            .filter(frame -> frame != window && frame.isShowing())
            .map(Window::getBounds)
            .collect(Collectors.toList());
    return best(size, taken, GUI.getMaxWindowBounds(IJ.getInstance()), low);
  }

  /**
   * The place within the screen that covers least of what is taken; of equal ones the highest, or
   * the lowest, then the leftmost.
   */
  static Point best(Dimension size, List<Rectangle> taken, Rectangle screen, boolean low) {
    List<Integer> xs =
        new ArrayList<>(Arrays.asList(screen.x, screen.x + screen.width - size.width));
    List<Integer> ys =
        new ArrayList<>(Arrays.asList(screen.y, screen.y + screen.height - size.height));
    for (Rectangle one : taken) {
      xs.add(one.x + one.width);
      xs.add(one.x - size.width);
      ys.add(one.y + one.height);
      ys.add(one.y - size.height);
      ys.add(one.y);
    }
    Point best = screen.getLocation();
    long least = Long.MAX_VALUE;
    for (int y : ys) {
      for (int x : xs) {
        Rectangle place = new Rectangle(new Point(x, y), size);
        boolean seen = screen.contains(place) || place.getLocation().equals(screen.getLocation());
        long covered = seen ? covered(place, taken) : Long.MAX_VALUE;
        boolean before = (low ? y > best.y : y < best.y) || y == best.y && x < best.x;
        if (covered < least || covered == least && seen && before) {
          least = covered;
          best = place.getLocation();
        }
      }
    }
    return best;
  }

  /** Pixels of others, as often as they are covered. */
  private static long covered(Rectangle place, List<Rectangle> taken) {
    long pixels = 0;
    for (Rectangle one : taken) {
      Rectangle common = place.intersection(one);
      pixels += common.isEmpty() ? 0 : (long) common.width * common.height;
    }
    return pixels;
  }
}
