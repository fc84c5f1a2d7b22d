// SPDX-License-Identifier: BSD-2-Clause
package org.bitvox.parameters;

import ij.gui.GUI;
import ij.gui.GenericDialog;
import java.awt.Component;
import java.awt.GridBagConstraints;
import java.awt.GridBagLayout;
import java.awt.Panel;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

/** Lays a dialog that is high, or higher than the screen, out in two columns. */
final class DialogColumns {
  /** Pixels that a dialog leaves free, above and below: for panels, and the window's own title. */
  private static final int FREE = 100;

  /** Pixels; screens of laptops have little more. */
  private static final int HIGHEST = 700;

  private DialogColumns() {}

  /** Returns whether it changed anything; the dialog is as large as it wants to be. */
  static boolean fit(GenericDialog dialog) {
    int room = GUI.getScreenBounds(dialog).height - FREE;
    return dialog.getHeight() > Math.min(HIGHEST, room) && split(dialog);
  }

  /** All rows between the message and the buttons; once. */
  private static boolean split(GenericDialog dialog) {
    GridBagLayout layout = (GridBagLayout) dialog.getLayout();
    List<Component> rows = new ArrayList<>();
    int buttons = 0; // the last row
    for (Component component : dialog.getComponents()) {
      if (component instanceof Column) {
        return false;
      }
      buttons = Math.max(buttons, layout.getConstraints(component).gridy);
    }
    int place = 0; // behind the message
    for (Component component : dialog.getComponents()) {
      GridBagConstraints of = layout.getConstraints(component);
      if (component != dialog.getMessage() && of.gridy < buttons) {
        rows.add(component);
        continue;
      }
      place += component == dialog.getMessage() ? 1 : 0;
      of.gridwidth = 2;
      layout.setConstraints(component, of);
    }
    List<Component> seen = // those behind a button have no place
        rows.stream().filter(Component::isVisible).collect(Collectors.toList());
    int top = seen.stream().mapToInt(Component::getY).min().orElse(0);
    int bottom = seen.stream().mapToInt(one -> one.getY() + one.getHeight()).max().orElse(0);
    int first = // of the second column
        seen.stream()
            .filter(one -> one.getY() >= (top + bottom) / 2)
            .mapToInt(one -> layout.getConstraints(one).gridy)
            .min()
            .orElse(buttons);
    int row = layout.getConstraints(rows.get(0)).gridy;
    for (int i = 0; i < 2; i++) {
      Panel column = new Column();
      for (Component component : rows) {
        GridBagConstraints of = layout.getConstraints(component);
        if (component.getParent() == dialog && (i == 1 || of.gridy < first)) {
          column.add(component, of);
        }
      }
      GridBagConstraints of = new GridBagConstraints();
      of.gridx = i;
      of.gridy = row;
      of.anchor = GridBagConstraints.NORTHWEST;
      dialog.add(column, of, place + i);
    }
    return true;
  }

  /** Rows as ImageJ lays them out, one below the other. */
  private static final class Column extends Panel {
    private static final long serialVersionUID = 1L;

    Column() {
      super(new GridBagLayout());
    }
  }
}
