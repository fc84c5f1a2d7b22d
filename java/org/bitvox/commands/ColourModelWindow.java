// SPDX-License-Identifier: BSD-2-Clause
package org.bitvox.commands;

import ij.IJ;
import ij.WindowManager;
import ij.io.SaveDialog;
import ij.plugin.frame.Recorder;
import ij.text.TextWindow;
import java.awt.Frame;
import java.awt.event.ActionEvent;
import java.io.IOException;
import java.nio.file.Path;
import java.nio.file.Paths;
import org.bitvox.ColourModel;
import org.bitvox.files.ColourModelFile;

/** A model that was trained without a file for it, as text; its menu saves it as a .json file. */
final class ColourModelWindow extends TextWindow {
  private static final long serialVersionUID = 1;
  private static final String EXTENSION = ".json";

  private final transient ColourModel model;

  private ColourModelWindow(String title, ColourModel model) {
    super(title, ColourModelFile.text(model), 700, 500);
    this.model = model;
  }

  /** In the place of one of that title: what is trained again has one window. */
  static void show(String title, ColourModel model) {
    if (IJ.getInstance() == null) {
      return;
    }
    Frame before = WindowManager.getFrame(title);
    if (before instanceof ColourModelWindow) {
      ((ColourModelWindow) before).close();
    }
    new ColourModelWindow(title, model);
    NewestModel.is(title);
  }

  @Override
  public void actionPerformed(ActionEvent event) {
    if (event.getActionCommand().equals("Save As...")) {
      save();
    } else {
      super.actionPerformed(event);
    }
  }

  private void save() {
    boolean record = Recorder.record;
    Recorder.record = false; // what is recorded is below
    try {
      SaveDialog asked = new SaveDialog("Save Model", getTitle(), EXTENSION);
      if (asked.getFileName() != null) {
        Path file = Paths.get(asked.getDirectory(), asked.getFileName());
        ColourModelFile.write(model, file);
        NewestModel.is(file.toString());
        Recorder.record = record;
        record(file.toString());
      }
    } catch (IOException e) {
      IJ.error("Bitvox Train Colour Classes", "The model is not saved: " + e.getMessage());
    } finally {
      Recorder.record = record;
    }
  }

  /** By the title: saveAs("Text") would take the text window in front, and another extension. */
  private void record(String file) {
    if (Recorder.record && !Recorder.scriptMode()) {
      Recorder.recordString("selectWindow(\"" + getTitle() + "\");\n");
      Recorder.recordString(
          "File.saveString(getInfo(\"window.contents\"), \"" + Recorder.fixPath(file) + "\");\n");
    }
  }
}
