// SPDX-License-Identifier: BSD-2-Clause
package org.bitvox.parameters;

import ij.gui.GenericDialog;
import ij.gui.NonBlockingGenericDialog;
import java.awt.Dialog;
import java.awt.event.ActionEvent;
import java.net.URL;

/** The windows of dialogs: their button Help shows a page, and they fit the screen. */
final class DialogWindow {
  private DialogWindow() {}

  static GenericDialog blocking(String title, URL page) {
    return new GenericDialog(title) {
      @Override
      public void actionPerformed(ActionEvent event) {
        if (!helped(this, event, page)) {
          super.actionPerformed(event);
        }
      }

      @Override
      public void pack() {
        super.pack();
        if (DialogColumns.fit(this)) {
          super.pack();
        }
        if (!isVisible()) {
          DialogPlace.choose(this);
        }
      }
    };
  }

  /** Leaves images to the user meanwhile. */
  static GenericDialog nonBlocking(String title, URL page) {
    return new NonBlockingGenericDialog(title) {
      @Override
      public void actionPerformed(ActionEvent event) {
        if (!helped(this, event, page)) {
          super.actionPerformed(event);
        }
      }

      @Override
      public void pack() {
        super.pack();
        if (DialogColumns.fit(this)) {
          super.pack();
        }
        if (!isVisible()) {
          DialogPlace.choose(this);
        }
      }
    };
  }

  /** ImageJ's own Help would show what it is given in a browser, or without links. */
  private static boolean helped(Dialog dialog, ActionEvent event, URL page) {
    boolean help = page != null && event.getActionCommand().trim().equals("Help");
    if (help) {
      Manual.open(dialog, page);
    }
    return help;
  }
}
