// SPDX-License-Identifier: BSD-2-Clause
package org.bitvox.parameters;

import java.awt.Checkbox;
import java.awt.FlowLayout;
import java.awt.Label;
import java.awt.Panel;
import java.awt.event.KeyListener;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;

/**
 * A box for each word of a list in a dialog. They are none of the dialog's own fields, which ImageJ
 * would record as a bare word each.
 */
final class TickBoxes extends Panel {
  private static final long serialVersionUID = 1;

  private final List<Checkbox> boxes = new ArrayList<>();

  /**
   * Ticked as the value says.
   *
   * @param keys is told of keys that are pressed, as Enter and Escape
   * @param changed runs after every change
   */
  TickBoxes(Parameter parameter, String value, KeyListener keys, Runnable changed) {
    super(new FlowLayout(FlowLayout.LEFT, 0, 0));
    add(new Label(parameter.label() + ":"));
    for (String word : parameter.choices) {
      Checkbox box = new Checkbox(word);
      box.addItemListener(event -> changed.run());
      box.addKeyListener(keys);
      boxes.add(box);
      add(box);
    }
    tick(value);
  }

  /** Ticks these words alone. */
  void tick(String value) {
    List<String> ticked = Arrays.asList(value.split(","));
    for (Checkbox box : boxes) {
      box.setState(value.equals(Parameter.ALL) || ticked.contains(box.getLabel()));
    }
  }

  /** The words that are ticked; empty for none. */
  String value() {
    boolean all = boxes.stream().allMatch(Checkbox::getState);
    return all
        ? Parameter.ALL
        : boxes.stream()
            .filter(Checkbox::getState)
            .map(Checkbox::getLabel)
            .collect(Collectors.joining(","));
  }
}
