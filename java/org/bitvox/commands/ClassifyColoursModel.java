// SPDX-License-Identifier: BSD-2-Clause
package org.bitvox.commands;

import java.awt.image.IndexColorModel;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.regex.Pattern;
import org.bitvox.ColourModel;
import org.bitvox.calls.OpenTexts;
import org.bitvox.files.ColourModelFile;
import org.bitvox.files.InputFiles;
import org.bitvox.parameters.UsageException;
import org.bitvox.parameters.Values;

/**
 * The model that colours are classified by, from its file or its window, and its classes' names.
 */
final class ClassifyColoursModel {
  static final String KEY = "model";
  static final String IGNORE = "ignore";

  private ClassifyColoursModel() {}

  static ColourModel read(Values values) throws IOException {
    String name = values.text(KEY);
    return OpenTexts.isOpen(name)
        ? ColourModelFile.read(OpenTexts.text(name), name)
        : ColourModelFile.read(InputFiles.existing(name));
  }

  /** The classes, from 0, that are to be ignored. Names may have commas themselves. */
  static List<Integer> ignored(Values values, ColourModel model) {
    List<String> names = names(model);
    List<Integer> classes = new ArrayList<>();
    String rest = values.text(IGNORE).trim();
    while (!rest.isEmpty()) {
      String name = first(rest, names);
      classes.add(names.indexOf(name));
      rest = rest.substring(name.length()).replaceFirst("^ *, *", "");
    }
    return classes;
  }

  /** The longest name that a list begins with. */
  private static String first(String list, List<String> names) {
    return names.stream()
        .filter(name -> list.equals(name) || list.matches(Pattern.quote(name) + " *,.*"))
        .max(Comparator.comparingInt(String::length))
        .orElseThrow(
            () ->
                UsageException.notAllowed(
                    IGNORE, list.split(" *,")[0], "classes of the model: " + all(names)));
  }

  /** Which classes the model has, as a sentence; empty as long as there is none. */
  static String classes(Values values) {
    if (!values.has(KEY)) {
      return "";
    }
    try {
      return "Classes of the model: " + all(names(read(values))) + ".";
    } catch (IOException | RuntimeException e) {
      return ""; // OK says it
    }
  }

  /** Of the class map; those of any labels as long as there is no model. */
  static IndexColorModel colours(Values values) {
    try {
      return values.has(KEY) ? ClassColours.table(read(values)) : LabelColours.table();
    } catch (IOException | RuntimeException e) {
      return LabelColours.table(); // OK says it
    }
  }

  private static List<String> names(ColourModel model) {
    List<String> names = new ArrayList<>();
    for (int k = 0; k < model.classes(); k++) {
      names.add(model.name(k));
    }
    return names;
  }

  private static String all(List<String> names) {
    return String.join(", ", names);
  }
}
