// SPDX-License-Identifier: BSD-2-Clause
package org.bitvox.parameters;

import ij.gui.GenericDialog;
import ij.io.SaveDialog;
import ij.plugin.frame.Recorder;
import java.awt.Button;
import java.awt.Component;
import java.awt.Container;
import java.awt.TextField;
import java.awt.event.ActionListener;

/** A file to write, which nobody writes twice: it is empty each time. */
final class OutputField {
  private OutputField() {}

  static void add(Parameter parameter, GenericDialog dialog) {
    dialog.addFileField(parameter.label(), ""); // whose button looks for files that are there
    Container row = (Container) dialog.getComponent(dialog.getComponentCount() - 1);
    TextField field = (TextField) dialog.getStringFields().lastElement();
    for (Component component : row.getComponents()) {
      if (component instanceof Button) {
        Button browse = (Button) component;
        for (ActionListener listener : browse.getActionListeners()) {
          browse.removeActionListener(listener);
        }
        browse.addActionListener(event -> browse(parameter, field));
      }
    }
  }

  /** The recorder has the file from the field alone. */
  private static void browse(Parameter parameter, TextField field) {
    boolean record = Recorder.record;
    Recorder.record = false;
    try {
      String extension = "." + parameter.choices.get(0);
      SaveDialog save = new SaveDialog(parameter.capital(), parameter.key, extension);
      if (save.getFileName() != null) {
        field.setText(save.getDirectory() + save.getFileName());
      }
    } finally {
      Recorder.record = record;
    }
  }
}
