// SPDX-License-Identifier: BSD-2-Clause
package org.bitvox.parameters;

import ij.gui.GenericDialog;
import java.awt.Checkbox;
import java.awt.Choice;
import java.awt.TextField;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Iterator;
import java.util.List;
import java.util.Vector;

/**
 * What stood in the fields of a dialog when OK was pressed, allowed or not: after an error the
 * dialog comes again with it.
 */
public final class EnteredFields {
  private final List<String> texts = new ArrayList<>();
  private boolean kept;

  /** Whether OK was pressed. */
  public boolean areKept() {
    return kept;
  }

  void clear() {
    kept = false;
    texts.clear();
  }

  void keep(GenericDialog dialog, Collection<TickBoxes> lists) {
    clear();
    of(dialog.getChoices(), Choice.class).forEach(choice -> texts.add(choice.getSelectedItem()));
    textFields(dialog).forEach(field -> texts.add(field.getText()));
    of(dialog.getCheckboxes(), Checkbox.class)
        .forEach(box -> texts.add(String.valueOf(box.getState())));
    lists.forEach(list -> texts.add(list.value()));
    kept = true;
  }

  /** Into the same fields of a new dialog; a choice that it does not have is left out. */
  void show(GenericDialog dialog, Collection<TickBoxes> lists) {
    Iterator<String> next = texts.iterator();
    of(dialog.getChoices(), Choice.class).forEach(choice -> choice.select(next.next()));
    textFields(dialog).forEach(field -> field.setText(next.next()));
    of(dialog.getCheckboxes(), Checkbox.class)
        .forEach(box -> box.setState(Boolean.parseBoolean(next.next())));
    lists.forEach(list -> list.tick(next.next()));
  }

  private static List<TextField> textFields(GenericDialog dialog) {
    List<TextField> fields = of(dialog.getStringFields(), TextField.class);
    fields.addAll(of(dialog.getNumericFields(), TextField.class));
    return fields;
  }

  /** ImageJ has null for none. */
  private static <T> List<T> of(Vector<?> fields, Class<T> type) {
    List<T> all = new ArrayList<>();
    if (fields != null) {
      fields.forEach(field -> all.add(type.cast(field)));
    }
    return all;
  }
}
