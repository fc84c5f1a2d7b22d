// SPDX-License-Identifier: BSD-2-Clause
package org.bitvox.parameters;

import ij.gui.GenericDialog;
import ij.gui.MultiLineLabel;
import java.awt.BorderLayout;
import java.awt.Checkbox;
import java.awt.FlowLayout;
import java.awt.Panel;
import java.awt.event.WindowEvent;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;

/**
 * The box "Preview" of a dialog and the sentence below it. It is none of the dialog's own fields,
 * so ImageJ's recorder does not see it.
 */
final class PreviewPanel extends Panel implements DialogPreview.Dialog {
  private static final long serialVersionUID = 1;
  private static final int COLUMNS = 50;
  private static final int ROWS = 4;

  /** In pixels, with room for so many wide letters: it does not grow with what is said. */
  private static final int WIDTH_OF_LINES = 400;

  private final transient GenericDialog dialog;
  private final transient DialogPreview preview;
  private final transient Supplier<Values> values;
  private final transient UnaryOperator<String> words;
  private final Checkbox box = new Checkbox("Preview");
  private final MultiLineLabel sentence = new MultiLineLabel(lines(""), WIDTH_OF_LINES);

  /**
   * For a dialog that is not yet shown.
   *
   * @param values reads the dialog, or throws UsageException
   * @param words a sentence with the labels of the dialog for keys
   */
  PreviewPanel(
      GenericDialog dialog,
      DialogPreview preview,
      Supplier<Values> values,
      UnaryOperator<String> words) {
    super(new BorderLayout());
    this.dialog = dialog;
    this.preview = preview;
    this.values = values;
    this.words = words;
    box.setState(preview.isOn());
    box.addItemListener(event -> update());
    box.addKeyListener(dialog);
    Panel row = new Panel(new FlowLayout(FlowLayout.LEFT, 0, 0)); // box and label side by side
    row.add(box);
    add(row, BorderLayout.NORTH);
    add(sentence, BorderLayout.CENTER);
    preview.opened(this);
  }

  /** A field has changed, or the box. */
  void update() {
    if (!box.getState()) {
      preview.hide();
      say("");
      return;
    }
    try {
      preview.show(values.get());
    } catch (UsageException e) {
      preview.hide();
      say(words.apply(e.getMessage()));
    }
  }

  @Override
  public void say(String text) {
    sentence.setText(lines(text));
    sentence.repaint();
  }

  @Override
  public void cancel() {
    dialog.windowClosing(new WindowEvent(dialog, WindowEvent.WINDOW_CLOSING));
  }

  private static String lines(String text) {
    return Words.lines(text, COLUMNS, ROWS);
  }
}
