// SPDX-License-Identifier: BSD-2-Clause
package org.bitvox.parameters;

import ij.gui.GenericDialog;
import ij.gui.MultiLineLabel;
import java.awt.EventQueue;
import java.awt.GridBagConstraints;
import java.awt.Insets;
import java.awt.TextField;
import java.net.URL;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** Asks for the values of a command; ImageJ's recorder writes down what was entered. */
public final class ParameterDialog {
  /** Columns of fields. */
  private static final int SHORT_TEXT = 12;

  private static final int LONG_TEXT = 20;

  /** With fields for long paths a dialog of two columns would be wider than 1000 pixels. */
  private static final int FILE_TEXT = 19;

  /** Room for 1.0E-15. */
  private static final int NUMBER = 8;

  private final GenericDialog dialog;

  private final ImageChoices images;

  private final ChannelFields channels;

  /** What is asked for. */
  private final List<Parameter> shown = new ArrayList<>();

  /** Of each list. */
  private final Map<Parameter, TickBoxes> boxes = new LinkedHashMap<>();

  /** Of each number and text, by key. */
  private final Map<String, TextField> fields = new HashMap<>();

  private final Parameters parameters;
  private final DialogGuide guide;

  /** Null for none. */
  private PreviewPanel panel;

  /** The texts in the fields, by key. */
  private volatile Map<String, String> entered;

  private ParameterDialog(GenericDialog dialog, Parameters parameters, DialogGuide guide) {
    this.dialog = dialog;
    this.parameters = parameters;
    this.guide = guide;
    images = new ImageChoices(parameters);
    channels = new ChannelFields(images);
    for (Parameter parameter : parameters.all()) {
      if (images.isAskedFor(parameter)) { // other images may become the current one
        shown.add(parameter);
      }
    }
  }

  /**
   * Asks.
   *
   * @param guide says what is above the fields
   * @param preview of a dialog that leaves the images to the user meanwhile; null for none
   * @param fields what the dialog begins with if it comes again, and what is entered now
   * @param recorded what the recorder writes of the command
   * @return null if the user cancels
   * @throws UsageException if a value is not allowed
   */
  public static Values ask(
      String title,
      Parameters parameters,
      Values last,
      DialogGuide guide,
      DialogPreview preview,
      EnteredFields fields,
      RecordedCommand recorded) {
    recorded.begin();
    URL page = Manual.page(parameters.command());
    GenericDialog dialog =
        preview == null
            ? DialogWindow.blocking(title, page)
            : DialogWindow.nonBlocking(title, page);
    try {
      return new ParameterDialog(dialog, parameters, guide).ask(last, preview, fields);
    } finally {
      recorded.hold();
      if (preview != null) {
        preview.closed();
      }
    }
  }

  private Values ask(Values last, DialogPreview preview, EnteredFields again) {
    String words = guide.words(last).trim();
    if (!words.isEmpty()) {
      dialog.addMessage(words);
    }
    MoreFields more = new MoreFields(dialog);
    boolean set = again.areKept(); // then any may have been
    for (Parameter parameter : shown) {
      int first = dialog.getComponentCount();
      add(parameter, last);
      if (parameter.dialog.rare) {
        more.add(first);
        set |= !parameter.isDefault(last.text(parameter.key));
      }
    }
    more.close(set);
    if (again.areKept()) {
      again.show(dialog, boxes.values());
      channels.update();
      again.show(dialog, boxes.values()); // channels too, now that the image is chosen
    }
    panel =
        preview == null
            ? null
            : new PreviewPanel(dialog, preview, this::values, parameters::inWindow);
    entered = read(); // boxes can be ticked before anything else
    if (panel != null) {
      dialog.addPanel(panel, GridBagConstraints.WEST, new Insets(10, 20, 0, 0));
      EventQueue.invokeLater(panel::update); // what is on from the beginning
    }
    RecordedOptions recorded = new RecordedOptions(parameters);
    dialog.addDialogListener(
        (source, event) -> {
          if (event == null) { // OK: what is read now is recorded
            recorded.resume();
          }
          boolean packed = event != null && channels.update();
          Map<String, String> before = entered;
          entered = read();
          if (event == null) {
            boxes.forEach((parameter, ticks) -> recorded.add(parameter.key, ticks.value()));
            recorded.keepEffective(entered);
          }
          if (event != null) {
            follow(before);
            changed();
          }
          if (packed) {
            dialog.pack();
          }
          return true;
        });
    dialog.addHelp(parameters.command()); // for the button: the dialog is one that shows the page
    showWords(); // those that come with what is read, before there is room for all
    dialog.showDialog();
    boolean cancelled = dialog.wasCanceled(); // which stops a macro
    if (cancelled || !dialog.wasOKed()) {
      again.clear();
      return null;
    }
    again.keep(dialog, boxes.values());
    return values();
  }

  private Values values() {
    return parameters.entered(entered);
  }

  /** Fields that follow the one that was changed. */
  private void follow(Map<String, String> before) {
    try {
      guide
          .followers(parameters.entered(before), values())
          .forEach(
              (key, text) -> {
                entered.put(key, text);
                fields.get(key).setText(text);
              });
    } catch (UsageException e) {
      // OK says it
    }
  }

  /** Of one list, whose boxes are none of ImageJ's. */
  private void ticked(Parameter parameter) {
    Map<String, String> texts = new LinkedHashMap<>(entered);
    texts.put(parameter.key, boxes.get(parameter).value());
    entered = texts;
    changed();
  }

  private void changed() {
    showWords();
    if (panel != null) {
      panel.update();
    }
  }

  /** What is said follows the values, as long as they are allowed. */
  private void showWords() {
    if (dialog.getMessage() instanceof MultiLineLabel) {
      MultiLineLabel message = (MultiLineLabel) dialog.getMessage();
      try {
        message.setText(guide.words(values()).trim());
        message.repaint();
        if (dialog.isVisible() && message.getPreferredSize().height > message.getHeight()) {
          dialog.pack(); // there are more lines now
        }
      } catch (UsageException e) {
        // OK says it
      }
    }
  }

  private Map<String, String> read() {
    Map<String, String> texts = new LinkedHashMap<>();
    for (Parameter parameter : shown) {
      String text = read(parameter);
      if (parameter.dialog.channelsOf.isEmpty() || channels.isSeen(parameter.key)) {
        texts.put(parameter.key, text);
      }
    }
    return texts;
  }

  private static boolean isNumber(Parameter parameter) {
    boolean number =
        parameter.kind == Parameter.Kind.INTEGER || parameter.kind == Parameter.Kind.DECIMAL;
    return number && !parameter.defaultValue.isEmpty();
  }

  private void add(Parameter parameter, Values last) {
    String value = last.text(parameter.key);
    if (!parameter.dialog.channelsOf.isEmpty()) {
      channels.add(dialog, parameter, last);
    } else if (parameter.kind == Parameter.Kind.CHOICE) {
      dialog.addChoice(parameter.label(), parameter.choices.toArray(new String[0]), value);
    } else if (parameter.kind == Parameter.Kind.IMAGE) {
      images.addTo(dialog, parameter, last);
    } else if (parameter.kind == Parameter.Kind.FILE || parameter.dialog.browsed) {
      dialog.addFileField(parameter.label(), value, FILE_TEXT);
    } else if (parameter.kind == Parameter.Kind.FOLDER) {
      dialog.addDirectoryField(parameter.label(), value, FILE_TEXT);
    } else if (parameter.kind == Parameter.Kind.OUTPUT) {
      OutputField.add(parameter, dialog);
    } else if (parameter.kind == Parameter.Kind.LIST) {
      boxes.put(parameter, new TickBoxes(parameter, value, dialog, () -> ticked(parameter)));
      dialog.addPanel(boxes.get(parameter), GridBagConstraints.WEST, new Insets(5, 20, 5, 0));
    } else if (parameter.kind == Parameter.Kind.FLAG) {
      dialog.addCheckbox(parameter.label(), !value.isEmpty());
    } else if (isNumber(parameter)) {
      dialog.addNumericField(
          parameter.label(), Double.parseDouble(value), digits(value), NUMBER, null);
      fields.put(parameter.key, (TextField) dialog.getNumericFields().lastElement());
    } else {
      int columns = parameter.kind == Parameter.Kind.TEXT ? LONG_TEXT : SHORT_TEXT;
      dialog.addStringField(parameter.label(), value, columns); // may stay empty
      fields.put(parameter.key, (TextField) dialog.getStringFields().lastElement());
    }
  }

  /** Behind the point; as ImageJ has it, negative for scientific notation: 1.0E-8. */
  static int digits(String number) {
    int exponent = number.toLowerCase(Locale.ROOT).indexOf('e');
    String mantissa = exponent < 0 ? number : number.substring(0, exponent);
    int point = mantissa.indexOf('.');
    int digits = point < 0 ? 0 : mantissa.length() - point - 1;
    return exponent < 0 ? digits : -Math.max(1, digits);
  }

  /** What is no number stays as it was typed, for the sentence about it. */
  private String readNumber(Parameter parameter) {
    double value = dialog.getNextNumber();
    if (Double.isNaN(value)) {
      return fields.get(parameter.key).getText().trim();
    }
    boolean whole = value == Math.rint(value) && Math.abs(value) < 1e15;
    return whole ? Long.toString((long) value) : Double.toString(value);
  }

  private String read(Parameter parameter) {
    boolean choice = parameter.kind == Parameter.Kind.CHOICE;
    if (choice || !parameter.dialog.channelsOf.isEmpty()) {
      return dialog.getNextChoice();
    } else if (parameter.kind == Parameter.Kind.IMAGE) {
      return images.id(parameter, dialog.getNextChoiceIndex());
    } else if (parameter.kind == Parameter.Kind.LIST) {
      return boxes.get(parameter).value();
    } else if (parameter.kind == Parameter.Kind.FLAG) {
      return dialog.getNextBoolean() ? parameter.key : "";
    } else if (isNumber(parameter)) {
      return readNumber(parameter);
    } else {
      return dialog.getNextString().trim();
    }
  }
}
