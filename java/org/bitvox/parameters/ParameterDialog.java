// SPDX-License-Identifier: BSD-2-Clause
package org.bitvox.parameters;

import ij.ImagePlus;
import ij.WindowManager;
import ij.gui.GenericDialog;
import ij.gui.NonBlockingGenericDialog;
import ij.plugin.frame.Recorder;
import java.awt.Dialog;
import java.awt.GridBagConstraints;
import java.awt.Insets;
import java.awt.TextField;
import java.awt.event.ActionEvent;
import java.net.URL;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Asks for the values of a command; ImageJ's recorder writes down what was entered. */
public final class ParameterDialog {
  /** Columns of fields. */
  private static final int SHORT_TEXT = 8;

  private static final int LONG_TEXT = 20;

  private final GenericDialog dialog;

  /** Where a needed one is most likely not the current one, which is the last. */
  private final List<ImagePlus> images = OpenImages.all();

  /** Those that each key offers. */
  private final Map<Parameter, List<ImagePlus>> choices = new HashMap<>();

  /** What is asked for. */
  private final List<Parameter> shown = new ArrayList<>();

  /** Of each number. */
  private final Map<Parameter, TextField> fields = new HashMap<>();

  private final Parameters parameters;

  /** The texts in the fields, by key. */
  private volatile Map<String, String> entered;

  private ParameterDialog(GenericDialog dialog, Parameters parameters) {
    this.dialog = dialog;
    this.parameters = parameters;
    for (Parameter parameter : parameters.all()) {
      if (parameter.kind == Parameter.Kind.IMAGE) {
        choices.put(parameter, fitting(parameter));
      }
      if (isAskedFor(parameter)) {
        shown.add(parameter);
      }
    }
  }

  /**
   * Asks.
   *
   * @param about is said above the fields; may be empty
   * @param preview of a dialog that leaves the images to the user meanwhile; null for none
   * @return null if the user cancels
   */
  public static Values ask(
      String title, Parameters parameters, Values last, String about, DialogPreview preview) {
    URL page = Manual.page(parameters.command());
    GenericDialog dialog = preview == null ? blocking(title, page) : nonBlocking(title, page);
    try {
      return new ParameterDialog(dialog, parameters).ask(last, about, preview);
    } finally {
      if (preview != null) {
        preview.closed();
      }
    }
  }

  private static GenericDialog blocking(String title, URL page) {
    return new GenericDialog(title) {
      @Override
      public void actionPerformed(ActionEvent event) {
        if (!helped(this, event, page)) {
          super.actionPerformed(event);
        }
      }
    };
  }

  private static GenericDialog nonBlocking(String title, URL page) {
    return new NonBlockingGenericDialog(title) {
      @Override
      public void actionPerformed(ActionEvent event) {
        if (!helped(this, event, page)) {
          super.actionPerformed(event);
        }
      }
    };
  }

  /** The button Help: ImageJ's own would show what it is given in a browser, or without links. */
  private static boolean helped(Dialog dialog, ActionEvent event, URL page) {
    boolean help = page != null && event.getActionCommand().trim().equals("Help");
    if (help) {
      Manual.open(dialog, page);
    }
    return help;
  }

  private Values ask(Values last, String about, DialogPreview preview) {
    if (!about.isEmpty()) {
      dialog.addMessage(about);
    }
    for (Parameter parameter : shown) {
      add(parameter, last.text(parameter.key));
    }
    PreviewPanel panel = preview == null ? null : new PreviewPanel(dialog, preview, this::values);
    if (panel != null) {
      entered = read(); // the box can be ticked before anything else
      dialog.addPanel(panel, GridBagConstraints.WEST, new Insets(10, 20, 0, 0));
    }
    String recorded = Recorder.getCommand();
    dialog.addDialogListener(
        (source, event) -> {
          if (event == null) { // OK: what is read now is recorded
            recordAgain(recorded);
          }
          entered = read();
          if (event == null) {
            recordEffective();
          }
          if (panel != null && event != null) {
            panel.update();
          }
          return true;
        });
    dialog.addHelp(parameters.command()); // for the button: the dialog is one that shows the page
    dialog.showDialog();
    boolean cancelled = dialog.wasCanceled(); // which stops a macro
    return cancelled || !dialog.wasOKed() ? null : values();
  }

  private Values values() {
    return parameters.entered(entered);
  }

  /** They are left out of what ImageJ's recorder has been told, too. */
  private void recordEffective() {
    String options = Recorder.getCommandOptions();
    Set<String> kept = parameters.effective(entered).keySet();
    if (options == null || kept.size() == entered.size()) {
      return;
    }
    Recorder.resetCommandOptions();
    for (String option : Words.split(options)) {
      int equals = option.indexOf('=');
      String key = equals < 0 ? option : option.substring(0, equals);
      if (!kept.contains(key)) {
        continue;
      }
      if (equals < 0) {
        Recorder.recordOption(key);
      } else {
        String value = option.substring(equals + 1);
        Recorder.recordOption(key, value.isEmpty() ? "[]" : value); // as ImageJ writes it
      }
    }
  }

  /** The recorder knows one command: others may have run while the dialog was open. */
  private static void recordAgain(String command) {
    if (command != null && !command.equals(Recorder.getCommand())) {
      Recorder.setCommand(command);
    }
  }

  private Map<String, String> read() {
    Map<String, String> texts = new LinkedHashMap<>();
    for (Parameter parameter : shown) {
      texts.put(parameter.key, read(parameter));
    }
    return texts;
  }

  /** Computed once: other images may become the current one while the dialog is open. */
  private boolean isAskedFor(Parameter parameter) {
    boolean inDialogs =
        parameter.scope == Parameter.Scope.EVERYWHERE || parameter.scope == Parameter.Scope.IMAGEJ;
    return inDialogs && !(parameter.offeredIfAny && !fitsAnother(choices.get(parameter)));
  }

  private static boolean fitsAnother(List<ImagePlus> images) {
    return images.stream().anyMatch(image -> image != WindowManager.getCurrentImage());
  }

  private static boolean isNumber(Parameter parameter) {
    boolean number =
        parameter.kind == Parameter.Kind.INTEGER || parameter.kind == Parameter.Kind.DECIMAL;
    return number && !parameter.defaultValue.isEmpty();
  }

  private void add(Parameter parameter, String value) {
    if (parameter.kind == Parameter.Kind.CHOICE) {
      dialog.addChoice(parameter.label(), parameter.choices.toArray(new String[0]), value);
    } else if (parameter.kind == Parameter.Kind.IMAGE) {
      addImages(parameter, value);
    } else if (parameter.kind == Parameter.Kind.FILE) {
      dialog.addFileField(parameter.label(), value);
    } else if (parameter.kind == Parameter.Kind.FOLDER) {
      dialog.addDirectoryField(parameter.label(), value);
    } else if (parameter.kind == Parameter.Kind.FLAG) {
      dialog.addCheckbox(parameter.label(), !value.isEmpty());
    } else if (isNumber(parameter)) {
      int digits = value.contains(".") ? value.length() - value.indexOf('.') - 1 : 0;
      dialog.addNumericField(parameter.label(), Double.parseDouble(value), digits);
      fields.put(parameter, (TextField) dialog.getNumericFields().lastElement());
    } else {
      int columns = parameter.kind == Parameter.Kind.TEXT ? LONG_TEXT : SHORT_TEXT;
      dialog.addStringField(parameter.label(), value, columns); // may stay empty
    }
  }

  /** Those that fit, first that of the last time if it is still open. */
  private void addImages(Parameter parameter, String last) {
    List<ImagePlus> fitting = choices.get(parameter);
    List<String> names = new ArrayList<>();
    if (!parameter.required) {
      names.add(Parameter.NONE);
    }
    fitting.forEach(image -> names.add(OpenImages.name(image)));
    String first =
        fitting.stream()
            .filter(image -> OpenImages.id(image).equals(last))
            .map(OpenImages::name)
            .findFirst()
            .orElse(names.get(0));
    dialog.addChoice(parameter.label(), names.toArray(new String[0]), first);
  }

  /** If none fits a needed one, all of them: who chooses one is told what is wrong with it. */
  private List<ImagePlus> fitting(Parameter parameter) {
    ImagePlus current = WindowManager.getCurrentImage();
    List<ImagePlus> fitting = new ArrayList<>();
    for (ImagePlus image : images) {
      if (OpenImages.isVolume(image) && parameter.fits(image, current)) {
        fitting.add(image);
      }
    }
    return fitting.isEmpty() && parameter.required ? images : fitting;
  }

  private String readImage(Parameter parameter) {
    int index = dialog.getNextChoiceIndex() - (parameter.required ? 0 : 1);
    return index < 0 ? Parameter.NONE : OpenImages.id(choices.get(parameter).get(index));
  }

  /** What is no number stays as it was typed, for the sentence about it. */
  private String readNumber(Parameter parameter) {
    double value = dialog.getNextNumber();
    if (Double.isNaN(value)) {
      return fields.get(parameter).getText().trim();
    }
    boolean whole = value == Math.rint(value) && Math.abs(value) < 1e15;
    return whole ? Long.toString((long) value) : Double.toString(value);
  }

  private String read(Parameter parameter) {
    if (parameter.kind == Parameter.Kind.CHOICE) {
      return dialog.getNextChoice();
    } else if (parameter.kind == Parameter.Kind.IMAGE) {
      return readImage(parameter);
    } else if (parameter.kind == Parameter.Kind.FLAG) {
      return dialog.getNextBoolean() ? parameter.key : "";
    } else if (isNumber(parameter)) {
      return readNumber(parameter);
    } else {
      return dialog.getNextString().trim();
    }
  }
}
