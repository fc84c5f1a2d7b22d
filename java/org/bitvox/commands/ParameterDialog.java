// SPDX-License-Identifier: BSD-2-Clause
package org.bitvox.commands;

import ij.WindowManager;
import ij.gui.GenericDialog;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Asks for the values of a command; ImageJ's recorder writes down what was entered. */
final class ParameterDialog {
  private ParameterDialog() {}

  /** Returns null if the user cancels. */
  static Values ask(String title, Parameters parameters, Values last) {
    GenericDialog dialog = new GenericDialog(title);
    for (Parameter parameter : parameters.all()) {
      if (shown(parameter)) {
        add(dialog, parameter, last.text(parameter.key));
      }
    }
    dialog.addHelp(ParameterHelp.html(parameters));
    dialog.showDialog();
    if (dialog.wasCanceled()) {
      return null;
    }
    Map<String, String> entered = new LinkedHashMap<>();
    for (Parameter parameter : parameters.all()) {
      if (shown(parameter)) {
        entered.put(parameter.key, read(dialog, parameter));
      }
    }
    return parameters.check(entered, Parameters.Caller.IMAGEJ);
  }

  private static boolean shown(Parameter parameter) {
    return parameter.scope == Parameter.Scope.EVERYWHERE
        || parameter.scope == Parameter.Scope.IMAGEJ;
  }

  private static boolean isNumber(Parameter parameter) {
    boolean number =
        parameter.kind == Parameter.Kind.INTEGER || parameter.kind == Parameter.Kind.DECIMAL;
    return number && !parameter.defaultValue.isEmpty();
  }

  private static void add(GenericDialog dialog, Parameter parameter, String value) {
    if (parameter.kind == Parameter.Kind.CHOICE) {
      dialog.addChoice(parameter.label(), parameter.choices.toArray(new String[0]), value);
    } else if (parameter.kind == Parameter.Kind.IMAGE) {
      addImages(dialog, parameter, value);
    } else if (parameter.kind == Parameter.Kind.FILE) {
      dialog.addFileField(parameter.label(), value);
    } else if (parameter.kind == Parameter.Kind.FLAG) {
      dialog.addCheckbox(parameter.label(), !value.isEmpty());
    } else if (isNumber(parameter)) {
      int digits = value.contains(".") ? value.length() - value.indexOf('.') - 1 : 0;
      dialog.addNumericField(parameter.label(), Double.parseDouble(value), digits);
    } else {
      dialog.addStringField(parameter.label(), value); // may stay empty
    }
  }

  /** The titles of the open images, where a needed one is most likely not the current one. */
  private static void addImages(GenericDialog dialog, Parameter parameter, String last) {
    List<String> titles = new ArrayList<>(Arrays.asList(WindowManager.getImageTitles()));
    if (parameter.required) {
      String current = Images.current().getTitle();
      titles.sort(Comparator.comparing(current::equals));
    } else {
      titles.add(0, Parameter.NONE);
    }
    String first = titles.contains(last) ? last : titles.get(0);
    dialog.addChoice(parameter.label(), titles.toArray(new String[0]), first);
  }

  private static String read(GenericDialog dialog, Parameter parameter) {
    if (parameter.kind == Parameter.Kind.CHOICE || parameter.kind == Parameter.Kind.IMAGE) {
      return dialog.getNextChoice();
    } else if (parameter.kind == Parameter.Kind.FLAG) {
      return dialog.getNextBoolean() ? parameter.key : "";
    } else if (isNumber(parameter)) {
      double value = dialog.getNextNumber();
      boolean whole = value == Math.rint(value) && Math.abs(value) < 1e15;
      return whole ? Long.toString((long) value) : Double.toString(value);
    } else {
      return dialog.getNextString().trim();
    }
  }
}
