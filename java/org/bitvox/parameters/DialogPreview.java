// SPDX-License-Identifier: BSD-2-Clause
package org.bitvox.parameters;

/** Shows what a dialog's values would do, while it is open. */
public interface DialogPreview {
  /** What it can do with the dialog. */
  interface Dialog {
    /** Shows a sentence below the box, or none where it is empty. On AWT's thread. */
    void say(String sentence);

    /** Ends it, as its button Cancel does. On AWT's thread. */
    void cancel();
  }

  /** Whether it is to be seen when the dialog opens, without being asked for. */
  boolean isOn();

  /** The dialog is about to open; nothing is to be shown yet. */
  void opened(Dialog dialog);

  /** Shows what these values do, instead of what is shown now. On AWT's thread. */
  void show(Values values);

  /** Shows nothing: the user does not want it, or a value is wrong. On AWT's thread. */
  void hide();

  /** The dialog is closed: all is as if there had been no preview. Not on AWT's thread. */
  void closed();
}
