// SPDX-License-Identifier: BSD-2-Clause
package org.bitvox.calls;

import ij.WindowManager;
import ij.text.TextWindow;

/** ImageJ's windows with text, by their titles. */
public final class OpenTexts {
  private OpenTexts() {}

  /** Whether there is one of that title. */
  public static boolean isOpen(String title) {
    return WindowManager.getFrame(title) instanceof TextWindow;
  }

  /** What is in it. */
  public static String text(String title) {
    return ((TextWindow) WindowManager.getFrame(title)).getTextPanel().getText();
  }
}
