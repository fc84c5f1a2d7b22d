// SPDX-License-Identifier: BSD-2-Clause
package org.bitvox.calls;

import ij.ImagePlus;
import ij.gui.Overlay;
import ij.gui.Roi;
import java.util.function.Predicate;

/** What a command lays over an image beside what others have laid there. */
public final class OwnOverlay {
  private OwnOverlay() {}

  /**
   * The overlay of an image without what earlier runs have laid there; a new one if it has none.
   */
  public static Overlay without(Predicate<Roi> ours, ImagePlus image) {
    Overlay overlay = image.getOverlay() == null ? new Overlay() : image.getOverlay();
    for (int i = overlay.size() - 1; i >= 0; i--) {
      if (ours.test(overlay.get(i))) {
        overlay.remove(i);
      }
    }
    return overlay;
  }
}
