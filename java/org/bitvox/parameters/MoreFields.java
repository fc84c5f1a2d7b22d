// SPDX-License-Identifier: BSD-2-Clause
package org.bitvox.parameters;

import ij.gui.GenericDialog;
import java.awt.Button;
import java.awt.Component;
import java.awt.FlowLayout;
import java.awt.GridBagConstraints;
import java.awt.Insets;
import java.awt.Panel;
import java.util.ArrayList;
import java.util.List;

/** The fields of a dialog that few use: they come into sight by a button. */
final class MoreFields {
  private static final String MORE = "More...";
  private static final String LESS = "Less";

  /** With a single one the button would take as much room. */
  private static final int FEW = 2;

  private final GenericDialog dialog;
  private final List<Component> components = new ArrayList<>();
  private int fields;

  MoreFields(GenericDialog dialog) {
    this.dialog = dialog;
  }

  /** One field, whose components are the last ones of the dialog. */
  void add(int firstComponent) {
    fields++;
    for (int i = firstComponent; i < dialog.getComponentCount(); i++) {
      components.add(dialog.getComponent(i));
    }
  }

  /**
   * All are known.
   *
   * @param seen whether they are in sight at once, as one of them has been set
   */
  void close(boolean seen) {
    if (fields < FEW) {
      return;
    }
    Button button = new Button(seen ? LESS : MORE);
    button.addActionListener(
        event -> {
          boolean more = button.getLabel().equals(MORE);
          button.setLabel(more ? LESS : MORE);
          show(more);
          dialog.pack();
        });
    button.addKeyListener(dialog);
    Panel row = new Panel(new FlowLayout(FlowLayout.LEFT, 0, 0));
    row.add(button);
    dialog.addPanel(row, GridBagConstraints.WEST, new Insets(10, 20, 0, 0));
    show(seen);
  }

  private void show(boolean seen) {
    components.forEach(component -> component.setVisible(seen));
  }
}
