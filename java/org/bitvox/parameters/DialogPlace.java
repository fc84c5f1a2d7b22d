// SPDX-License-Identifier: BSD-2-Clause
package org.bitvox.parameters;

import ij.ImagePlus;
import ij.WindowManager;
import ij.gui.GUI;
import ij.gui.GenericDialog;
import java.awt.Rectangle;

/** Where a dialog opens: beside the current image if there is room, else where ImageJ puts it. */
final class DialogPlace {
  private DialogPlace() {}

  /** The dialog has its size and is not yet seen. */
  static void choose(GenericDialog dialog) {
    ImagePlus image = WindowManager.getCurrentImage();
    if (image == null || image.getWindow() == null) {
      return;
    }
    Rectangle window = image.getWindow().getBounds();
    Rectangle screen = GUI.getScreenBounds(image.getWindow());
    int right = window.x + window.width;
    int left = window.x - dialog.getWidth();
    boolean roomOnRight = right + dialog.getWidth() <= screen.x + screen.width;
    if (roomOnRight || left >= screen.x) {
      int lowest = screen.y + screen.height - dialog.getHeight();
      dialog.setLocation(
          roomOnRight ? right : left, Math.max(screen.y, Math.min(window.y, lowest)));
    }
  }
}
