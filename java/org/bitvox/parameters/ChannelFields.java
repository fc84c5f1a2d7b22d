// SPDX-License-Identifier: BSD-2-Clause
package org.bitvox.parameters;

import ij.gui.GenericDialog;
import java.awt.Choice;
import java.awt.Component;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * The fields of a dialog for channels. That of another image than the input is seen while an image
 * of several channels is chosen, and begins with another channel than the input's.
 */
final class ChannelFields {
  private final ImageChoices images;
  private final Map<String, Field> fields = new LinkedHashMap<>();

  /** Null where the input has one channel. */
  private Field ofInput;

  ChannelFields(ImageChoices images) {
    this.images = images;
  }

  /** A field: first the channel of the last time, if it is another one than the input's. */
  void add(GenericDialog dialog, Parameter parameter, Values last) {
    int first = dialog.getComponentCount();
    String imageKey = parameter.dialog.channelsOf;
    dialog.addChoice(parameter.label(), new String[] {"1"}, "1");
    Field field = new Field(imageKey, (Choice) dialog.getChoices().lastElement());
    List<Component> components = Arrays.asList(dialog.getComponents());
    field.components.addAll(components.subList(first, components.size()));
    fields.put(parameter.key, field);
    field.fill();
    String before = last.text(parameter.key);
    if (imageKey.equals("input")) {
      ofInput = field;
    }
    if (!before.isEmpty() && field.isOffered(before)) {
      field.choice.select(before);
    }
    if (before.isEmpty() || isThatOfInput(field)) {
      field.choice.select(next(field));
    }
    field.show();
  }

  /**
   * A choice has changed.
   *
   * @return whether a field has come into sight, or is no longer seen
   */
  boolean update() {
    boolean changed = false;
    String before = ofInput == null ? "" : ofInput.last;
    boolean moved = ofInput != null && !ofInput.choice.getSelectedItem().equals(before);
    for (Field field : fields.values()) {
      boolean another = field.fill();
      if (isThatOfInput(field) && (another || moved)) { // the two change places
        field.choice.select(moved ? before : next(field));
      }
      changed |= field.show();
      field.last = field.choice.getSelectedItem();
    }
    return changed;
  }

  /** Whether a field has an effect: the chosen image has several channels. */
  boolean isSeen(String key) {
    return fields.get(key).isNeeded();
  }

  private boolean isThatOfInput(Field field) {
    return field != ofInput
        && ofInput != null
        && images.isInput(field.imageKey)
        && field.choice.getSelectedItem().equals(ofInput.choice.getSelectedItem());
  }

  /** Behind that of the input. */
  private String next(Field field) {
    int channel =
        ofInput == null || field == ofInput
            ? 0
            : Integer.parseInt(ofInput.choice.getSelectedItem());
    return String.valueOf(channel % field.choice.getItemCount() + 1);
  }

  /** One of them. */
  private final class Field {
    final String imageKey;
    final Choice choice;
    final List<Component> components = new ArrayList<>();
    Object image;
    String last;

    Field(String imageKey, Choice choice) {
      this.imageKey = imageKey;
      this.choice = choice;
    }

    boolean isNeeded() {
      return images.channelsOfChosen(imageKey) > 1;
    }

    boolean isOffered(String channel) {
      return Integer.parseInt(channel) <= choice.getItemCount();
    }

    /** The channels of the chosen image; returns whether it is another one. */
    boolean fill() {
      Object chosen = images.chosen(imageKey);
      boolean another = chosen != image;
      image = chosen;
      String before = choice.getSelectedItem();
      int channels = images.channelsOfChosen(imageKey);
      if (choice.getItemCount() != channels) {
        choice.removeAll();
        for (int channel = 1; channel <= channels; channel++) {
          choice.add(String.valueOf(channel));
        }
        choice.select(isOffered(before) ? before : "1");
      }
      return another;
    }

    /** Or hides it; returns whether that is new. */
    boolean show() {
      last = choice.getSelectedItem();
      boolean seen = isNeeded();
      boolean changed = choice.isVisible() != seen;
      components.forEach(component -> component.setVisible(seen));
      return changed;
    }
  }
}
