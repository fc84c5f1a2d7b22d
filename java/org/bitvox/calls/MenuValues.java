// SPDX-License-Identifier: BSD-2-Clause
package org.bitvox.calls;

import ij.ImagePlus;
import ij.Macro;
import ij.WindowManager;
import ij.macro.Interpreter;
import java.awt.GraphicsEnvironment;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.bitvox.ProgressListener;
import org.bitvox.parameters.DialogPreview;
import org.bitvox.parameters.EnteredFields;
import org.bitvox.parameters.OpenImages;
import org.bitvox.parameters.ParameterDialog;
import org.bitvox.parameters.Parameters;
import org.bitvox.parameters.RecordedCommand;
import org.bitvox.parameters.Values;
import org.bitvox.parameters.Words;

/** The values for a command that was called from a menu or a macro. */
final class MenuValues {
  /** What was last entered in each dialog of this session. */
  private static final Map<String, Values> LAST = new ConcurrentHashMap<>();

  /** The ID of the image that it was entered for. */
  private static final Map<String, Integer> LAST_IMAGE = new ConcurrentHashMap<>();

  /** What of it was suggested for that image, and nobody has entered. */
  private static final Map<String, Map<String, String>> SUGGESTED = new ConcurrentHashMap<>();

  private final Command command;
  private final RecordedCommand recorded;
  private final EnteredFields fields = new EnteredFields();
  private String selectedPoints = "";

  /** To be made first, on the calling thread. */
  MenuValues(Command command) {
    this.command = command;
    recorded = new RecordedCommand(command.label());
  }

  /** Whether they are of a dialog, where they can be corrected. */
  boolean areEntered() {
    return fields.areKept();
  }

  /** The command has not done what it should: it is not recorded, dialog or not. */
  void failed() {
    if (!areEntered()) { // else it was held when the dialog closed, and others may be recorded now
      recorded.hold();
    }
  }

  /** The command has done what it should with them. */
  void done() {
    recorded.record(selectedPoints);
  }

  /**
   * From the macro's options, else from a dialog if there are keys. The dialog of a second call has
   * what was entered in that of the first one.
   *
   * @return null if the dialog was cancelled
   */
  Values get() {
    Parameters parameters = command.parameters();
    if (parameters.isEmpty()) {
      recorded.hold();
      return parameters.defaults();
    }
    String options = Macro.getOptions();
    if (options != null) {
      List<String> words = Words.split(options);
      words.replaceAll(MenuValues::withVariable);
      Values values = parameters.parse(words, Parameters.Caller.IMAGEJ);
      return parameters.takes("threshold", values) ? withLiveThreshold(values) : values;
    }
    if (GraphicsEnvironment.isHeadless()) {
      return parameters.parse(Collections.emptyList(), Parameters.Caller.IMAGEJ);
    }
    return ask(parameters.needsImage() ? imageFor(parameters) : null);
  }

  private Values ask(ImagePlus image) {
    String title = command.title();
    Parameters parameters = command.parameters();
    DialogWords words = new DialogWords(parameters, image);
    boolean sameImage = LAST_IMAGE.getOrDefault(title, 0) == id(image);
    Values last = LAST.getOrDefault(title, parameters.firstValues());
    Map<String, String> suggested = SUGGESTED.getOrDefault(title, Collections.emptyMap());
    if (!sameImage) { // which may need others
      last = last.with(parameters.defaultsOf(suggested.keySet()));
      suggested = words.suggested(last, sameImage);
    }
    Values first = words.first(last, sameImage);
    first = first.with(SharedChoices.of(image, parameters, first));
    if (!sameImage && image != null) {
      Map<String, String> found = command.knownSuggestions(first, words.input(first));
      first = first.with(found);
      suggested = new HashMap<>(suggested);
      suggested.putAll(found);
    }
    return ask(image, words, first, suggested);
  }

  private Values ask(
      ImagePlus image, DialogWords words, Values first, Map<String, String> suggested) {
    String title = command.title();
    Parameters parameters = command.parameters();
    DialogPreview preview = SlicePreview.of(command, image, words.isFound(first));
    Values values =
        ParameterDialog.ask(
            title,
            parameters,
            first,
            new MenuGuide(command, image, words),
            preview,
            fields,
            recorded);
    if (values == null) {
      return null;
    }
    LAST.put(title, parameters.forNextTime(values, first));
    LAST_IMAGE.put(title, id(image));
    SharedChoices.keep(image, parameters, values);
    SUGGESTED.put(title, values.among(suggested));
    selectedPoints = SelectedPoints.recorded(image, parameters, values);
    boolean unchanged = preview == null || parameters.isWithoutInput(values);
    return unchanged ? values : OpenImages.withInput(values, image);
  }

  /** Which is 0 for none only. */
  private static int id(ImagePlus image) {
    return image == null ? 0 : image.getID();
  }

  /** The current one; null if there is none that fits, for a command that can do without. */
  private static ImagePlus imageFor(Parameters parameters) {
    try {
      ImagePlus image = OpenImage.current();
      // before a dialog is filled in for nothing
      Values values = ChosenChannel.orShown(image, parameters.defaults());
      OpenImage.checkInput(image, values, ProgressListener.NONE);
      return image;
    } catch (IllegalArgumentException e) {
      if (parameters.insteadOfInput().isEmpty()) {
        throw e;
      }
      return null;
    }
  }

  /** A macro that gives no threshold has the one that the image shows in red, if it is grey. */
  private static Values withLiveThreshold(Values values) {
    ImagePlus image =
        values.has("input")
            ? OpenImages.named(values.text("input"))
            : WindowManager.getCurrentImage();
    boolean shown =
        image != null && !values.has("threshold") && ChosenChannel.isShown(image, values);
    String live = shown ? LiveThreshold.of(image) : "";
    return live.isEmpty() ? values : values.with(Collections.singletonMap("threshold", live));
  }

  /** ImageJ's macro language passes the value of a variable as key=&name. */
  private static String withVariable(String word) {
    int value = word.indexOf("=&") + 1;
    Interpreter macro = Interpreter.getInstance();
    String variable =
        value == 0 || macro == null ? null : macro.getVariableAsString(word.substring(value + 1));
    return variable == null
        ? word
        : word.substring(0, value) + variable.replaceAll("^(-?[0-9]+)\\.0$", "$1");
  }
}
