// SPDX-License-Identifier: BSD-2-Clause
package org.bitvox.calls;

import ij.gui.Roi;
import ij.macro.Interpreter;
import ij.plugin.frame.RoiManager;
import java.awt.GraphicsEnvironment;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;

/** The ROIs of the ROI Manager; macros in batch mode may have another one. */
public final class ManagedRois {
  private ManagedRois() {}

  /** All of them; none without a display, where ImageJ would make one for a macro, which fails. */
  public static List<Roi> all() {
    if (GraphicsEnvironment.isHeadless()) {
      return Collections.emptyList();
    }
    RoiManager unseen = Interpreter.getBatchModeRoiManager();
    RoiManager manager = unseen == null ? RoiManager.getInstance2() : unseen;
    return manager == null ? Collections.emptyList() : Arrays.asList(manager.getRoisAsArray());
  }
}
