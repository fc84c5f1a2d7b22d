// SPDX-License-Identifier: BSD-2-Clause
package org.bitvox.parameters;

import ij.ImagePlus;
import java.io.File;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;
import java.util.stream.Collectors;

/**
 * All keys of a command, declared once: the dialog, macros, the command line, its help and the
 * manual are made from this.
 */
public final class Parameters {
  /** Who gives the options. */
  public enum Caller {
    /** A dialog or a macro. */
    IMAGEJ,
    /** The command line. */
    COMMAND_LINE
  }

  /** A file's name that somebody wrote where a key should be. */
  private static final String FILE = "(?i).*\\.(tiff?|nii|nii\\.gz|nrrd|nhdr|mha|mhd|raw)";

  private final String command;
  private final String title;
  private final String summary;
  private final List<Parameter> all;

  /**
   * Declares a command.
   *
   * @param command its name on the command line
   * @param summary what it does, in a few words
   * @param all its keys, in the order of the dialog and the manual
   */
  public Parameters(String command, String summary, Parameter... all) {
    this(command, command, summary, Collections.unmodifiableList(Arrays.asList(all)));
  }

  private Parameters(String command, String title, String summary, List<Parameter> all) {
    this.command = command;
    this.title = title;
    this.summary = summary;
    this.all = all;
  }

  /** The same for a command that ImageJ's menu, and so macros, call by this title. */
  public Parameters titled(String menuTitle) {
    return new Parameters(command, menuTitle, summary, all);
  }

  /** What this caller calls the command. */
  private String name(Caller caller) {
    return caller == Caller.IMAGEJ ? title : command;
  }

  /** The name of the command on the command line. */
  public String command() {
    return command;
  }

  /** What the command does, in a few words. */
  public String summary() {
    return summary;
  }

  /** Whether the command has no keys. */
  public boolean isEmpty() {
    return all.isEmpty();
  }

  /** The keys of this kind, as declared. */
  public List<String> keys(Parameter.Kind kind) {
    return keysOf(parameter -> parameter.kind == kind);
  }

  /** The keys of files that the command line must say where to write. */
  public List<String> keysOfNeededOutputs() {
    return keysOf(parameter -> parameter.kind == Parameter.Kind.OUTPUT && parameter.required);
  }

  private List<String> keysOf(Predicate<Parameter> which) {
    return all.stream().filter(which).map(parameter -> parameter.key).collect(Collectors.toList());
  }

  /** The names that files may have in the folders that are written, by key. */
  public Map<String, List<String>> folders() {
    Map<String, List<String>> folders = new LinkedHashMap<>();
    for (Parameter parameter : all) {
      if (parameter.kind == Parameter.Kind.FOLDER) {
        folders.put(parameter.key, parameter.choices);
      }
    }
    return folders;
  }

  /** The keys of images that lie voxel on voxel on the input. */
  public List<String> keysOfSameSize() {
    return keysOf(Parameter::isOfSameSize);
  }

  /** The keys of images that have a channel for each component of a vector. */
  public List<String> keysOfVectors() {
    return keysOf(Parameter::isOfVectors);
  }

  /** The keys whose values belong to the image that they were given for. */
  public List<String> keysOfOneImage() {
    return keysOf(parameter -> parameter.dialog.ofOneImage);
  }

  /** The keys that choose another channel of an image with several, or of another image. */
  public List<String> keysOfChannels() {
    return keysOf(
        one ->
            one.dialog.otherChannel
                || !one.dialog.channelsOf.isEmpty() && !one.isCalled(Keys.CHANNEL));
  }

  /** The keys that begin with the threshold of the image. */
  public List<String> keysFromThreshold() {
    return keysOf(parameter -> parameter.dialog.fromThreshold);
  }

  /** The names by which keys share what was chosen for an image with other commands, by key. */
  public Map<String, String> sharedKeys(Values values) {
    return all.stream()
        .filter(one -> !one.dialog.shared.isEmpty() && values.applies(one))
        .collect(Collectors.toMap(one -> one.key, one -> one.dialog.shared));
  }

  /** What flows, such as "the pores", if {@link Keys#PHASE} says where; empty if nothing does. */
  public String fluid(Values values) {
    return all.stream()
        .filter(one -> one.key.equals(Keys.PHASE) && values.applies(one))
        .map(one -> one.dialog.fluid)
        .findFirst()
        .orElse("");
  }

  /** What these keys are by default. */
  public Map<String, String> defaultsOf(Collection<String> keys) {
    return keys.stream().collect(Collectors.toMap(key -> key, key -> defaults().text(key)));
  }

  /** What a dialog for an image of one slice begins with, where the last values are defaults. */
  public Map<String, String> flatValues(Values last) {
    return all.stream()
        .filter(one -> !one.dialog.flatValue.isEmpty() && one.isDefault(last.text(one.key)))
        .collect(Collectors.toMap(one -> one.key, one -> one.dialog.flatValue));
  }

  /** What a dialog without an image begins with, where the last values are empty. */
  public Map<String, String> valuesWithoutImage(Values last) {
    return all.stream()
        .filter(one -> !one.dialog.valueWithoutImage.isEmpty() && !last.has(one.key))
        .collect(Collectors.toMap(one -> one.key, one -> one.dialog.valueWithoutImage));
  }

  List<Parameter> all() {
    return all;
  }

  /** Whether the command works on an open image. */
  public boolean needsImage() {
    return all.stream()
        .anyMatch(parameter -> parameter.kind == Parameter.Kind.IMAGE && parameter.required);
  }

  /** Whether the command has such a key, and it has an effect beside the other values. */
  public boolean takes(String key, Values values) {
    return all.stream().anyMatch(one -> one.key.equals(key) && values.applies(one));
  }

  /** Whether a mask, if one is given, is of the input, so that its selection may stand for it. */
  public boolean masksInput(Values values) {
    return all.stream()
        .anyMatch(one -> one.key.equals(Keys.MASK) && one.isOfSameSize() && values.applies(one));
  }

  /** Files to read that texts name among other words. */
  public List<Path> namedFiles(Values values) throws IOException {
    List<Path> files = new ArrayList<>();
    for (Parameter one : all) {
      if (values.has(one.key)) {
        for (String name : one.namedFiles().in(values.text(one.key))) {
          File file = new File(name);
          if (file.exists()) {
            files.add(file.toPath());
          }
        }
      }
    }
    return files;
  }

  /** When points that are selected in the input are used, in words; empty for never. */
  public String selectedPoints(Values values) {
    return all.stream()
        .filter(one -> values.applies(one))
        .map(Parameter::selectedPoints)
        .filter(when -> !when.isEmpty())
        .findFirst()
        .orElse("");
  }

  /** Whether the command may work with the ROIs of the ROI Manager. */
  public boolean takesManagedRois() {
    return all.stream().anyMatch(Parameter::isOrManagedRois);
  }

  /** Whether a window with text may take the place of the file of this key. */
  public boolean takesOpenText(String key) {
    return all.stream().anyMatch(one -> one.key.equals(key) && one.isOrOpenText());
  }

  /** What is newer than the values of the last time, which a dialog begins with. */
  public Map<String, String> newestValues() {
    return all.stream()
        .filter(one -> !one.dialog.newest.get().isEmpty())
        .collect(Collectors.toMap(one -> one.key, one -> one.dialog.newest.get()));
  }

  /** Whether points that are selected in the input are used beside these values. */
  public boolean usesSelectedPoints(Values values) {
    boolean files = values.hasAny(Keys.POINTS, Keys.ROIS);
    return !files
        && all.stream()
            .filter(one -> values.applies(one) && !one.selectedPoints().isEmpty())
            .anyMatch(one -> one.kind != Parameter.Kind.FLAG || values.flag(one.key));
  }

  /** Whether a dialog for this image asks for another one by this key. */
  public boolean offers(String key, ImagePlus input) {
    List<ImagePlus> others = OpenImages.all();
    others.remove(input);
    return all.stream()
        .filter(parameter -> parameter.key.equals(key))
        .anyMatch(
            parameter ->
                !parameter.dialog.offeredIfAny
                    || others.stream().anyMatch(image -> fits(parameter, image, input)));
  }

  /** Whether the command can do with this image for this key of an image. */
  boolean fits(Parameter parameter, ImagePlus image, ImagePlus input) {
    boolean anyChannel =
        all.stream().anyMatch(other -> other.dialog.channelsOf.equals(parameter.key));
    return parameter.fits(image, input, anyChannel);
  }

  /** Whether Otsu's method finds the threshold of this key where none is given. */
  public boolean isOtsuElse(String key) {
    return all.stream()
        .anyMatch(parameter -> parameter.key.equals(key) && parameter.dialog.otsuElse);
  }

  /** What values are if this threshold is not given; empty if the image needs it. */
  public String elseWords(String key) {
    return all.stream()
        .filter(parameter -> parameter.key.equals(key))
        .map(parameter -> parameter.dialog.elseWords)
        .findFirst()
        .orElse("");
  }

  /** Reads options, each key=value or a bare word. */
  public Values parse(List<String> options, Caller caller) {
    Map<String, String> given = new LinkedHashMap<>();
    for (String option : options) {
      int equals = option.indexOf('=');
      Parameter parameter = find(equals < 0 ? option : option.substring(0, equals), caller);
      String key = parameter.key;
      boolean flag = parameter.kind == Parameter.Kind.FLAG;
      if (flag && equals >= 0) {
        throw new UsageException(key + " takes no value: write just " + key);
      }
      if (!flag && equals < 0) {
        throw valueMissing(parameter);
      }
      String value = flag ? key : option.substring(equals + 1);
      if (given.put(key, value) != null) {
        throw new UsageException(key + " is given twice");
      }
    }
    Values values = check(given, caller);
    if (caller == Caller.COMMAND_LINE && !values.unused().isEmpty()) {
      throw new UsageException(values.unused().get(0));
    }
    return values;
  }

  /** The options that give these values: each key=value or a bare word, no defaults. */
  public List<String> options(Values values, Caller caller) {
    List<String> options = new ArrayList<>();
    for (Parameter parameter : all) {
      String value = values.text(parameter.key);
      if (given(parameter, caller)
          && values.applies(parameter)
          && !value.isEmpty()
          && !parameter.isDefault(value)) {
        boolean flag = parameter.kind == Parameter.Kind.FLAG;
        options.add(flag ? parameter.key : parameter.key + "=" + value);
      }
    }
    return options;
  }

  /** What a dialog shows first. */
  public Values firstValues() {
    return defaults()
        .with(
            all.stream()
                .filter(one -> !one.dialog.firstValue.isEmpty())
                .collect(Collectors.toMap(one -> one.key, one -> one.dialog.firstValue)));
  }

  /** What is taken for keys that are not given. */
  public Values defaults() {
    Map<String, String> values = new LinkedHashMap<>();
    all.forEach(parameter -> values.put(parameter.key, parameter.defaultValue));
    return new Values(values, Collections.emptySet(), Collections.emptyList());
  }

  /**
   * Those that have an effect beside the others; a file to write that has no name has none. An
   * image that is "none" is empty, as it is no image.
   */
  Map<String, String> effective(Map<String, String> given) {
    Map<String, String> effective = new LinkedHashMap<>(given);
    for (Parameter parameter : all) {
      effective.computeIfPresent(
          parameter.key, (key, value) -> parameter.isNone(value) ? "" : value);
    }
    Values values = defaults().with(effective);
    for (Parameter parameter : all) {
      boolean unnamed = parameter.kind == Parameter.Kind.OUTPUT && !values.has(parameter.key);
      if (!values.applies(parameter) || unnamed) {
        effective.remove(parameter.key);
      }
    }
    return effective;
  }

  /** What was entered in a dialog, without what has no effect: nobody need have touched that. */
  Values entered(Map<String, String> texts) {
    for (Parameter parameter : all) {
      String text = texts.getOrDefault(parameter.key, "");
      if (parameter.kind == Parameter.Kind.FOLDER && parameter.required && text.isEmpty()) {
        throw new UsageException(parameter.capital() + ": choose a folder");
      }
      if (parameter.kind == Parameter.Kind.FILE && parameter.required && text.isEmpty()) {
        throw new UsageException(parameter.label() + ": choose a file");
      }
      if (parameter.kind == Parameter.Kind.LIST && text.isEmpty()) {
        throw new UsageException(parameter.capital() + ": tick one at least");
      }
    }
    return check(effective(texts), Caller.IMAGEJ);
  }

  /** What a dialog shows after these values: what has no effect beside them is as it was before. */
  public Values forNextTime(Values values, Values before) {
    Map<String, String> kept = new LinkedHashMap<>();
    for (Parameter parameter : all) {
      if (!values.applies(parameter)) {
        kept.put(parameter.key, before.text(parameter.key));
      }
    }
    return values.with(kept);
  }

  /** Fills in the defaults and checks every value. */
  Values check(Map<String, String> given, Caller caller) {
    Map<String, String> values = new LinkedHashMap<>();
    for (Parameter parameter : all) {
      String value = parameter.word(given.getOrDefault(parameter.key, ""));
      if (parameter.isNone(value)) {
        value = "";
      }
      if (value.isEmpty() && given.containsKey(parameter.key) && !parameter.mayBeEmpty()) {
        throw valueMissing(parameter);
      }
      String replaced = replaced(parameter, given);
      if (value.isEmpty() && parameter.isRequired(caller) && replaced.isEmpty()) {
        throw new UsageException(name(caller) + " needs " + wanted(parameter, caller));
      }
      if (!value.isEmpty() && !replaced.isEmpty()) {
        throw new UsageException(
            parameter.key + "= and " + replaced + "= exclude each other: give one of them");
      }
      if (!value.isEmpty()) {
        parameter.check(value);
        value = parameter.plain(value);
      }
      values.put(parameter.key, value.isEmpty() ? parameter.defaultValue : value);
    }
    return new Values(values, given.keySet(), dropUnused(values));
  }

  /** The key that is given in its place; empty for none. */
  private static String replaced(Parameter parameter, Map<String, String> given) {
    return parameter.instead.stream()
        .filter(key -> !given.getOrDefault(key, "").isEmpty())
        .findFirst()
        .orElse("");
  }

  /** "input=FILE", or "input=FILE or meshes=FILES". */
  private String wanted(Parameter parameter, Caller caller) {
    return all.stream()
        .filter(one -> one == parameter || parameter.instead.contains(one.key))
        .map(one -> one.key + "=" + one.noun(caller))
        .collect(Collectors.collectingAndThen(Collectors.toList(), Words::list));
  }

  /** The keys of which one may be given instead of the image that the command works on. */
  public List<String> insteadOfInput() {
    return all.stream()
        .filter(one -> one.key.equals("input"))
        .map(one -> one.instead)
        .findFirst()
        .orElse(Collections.emptyList());
  }

  /** Whether these values say that there is no input, but something else in its place. */
  public boolean isWithoutInput(Values values) {
    return insteadOfInput().stream().anyMatch(values::has);
  }

  /** Sets back what has no effect beside the other values; returns sentences about it. */
  private List<String> dropUnused(Map<String, String> values) {
    List<String> unused = new ArrayList<>();
    for (Parameter parameter : all) {
      String value = values.get(parameter.key);
      if (!parameter.applies(values) && !parameter.isDefault(value)) {
        unused.add(parameter.unused(value, values));
        values.put(parameter.key, parameter.defaultValue);
      }
    }
    return unused;
  }

  /**
   * Whether a sentence says that a key may not have its value, as {@link UsageException} does: an
   * operation knows what the declaration cannot, such as how two values go together.
   */
  public boolean isAboutValue(String sentence) {
    String text = String.valueOf(sentence);
    return text.contains(" is not allowed; use ")
        && all.stream().anyMatch(parameter -> text.startsWith(parameter.key + "="));
  }

  /** A sentence for those who see labels: "Max radius 99" for "max_radius=99". */
  public String inWindow(String sentence) {
    String words = sentence;
    for (Parameter parameter : all) {
      String name = parameter.capital().replace('_', ' ');
      boolean plainWord = parameter.key.indexOf('_') < 0; // may be one of the sentence's own
      String key = "(?<![\\w./])" + parameter.key;
      words = words.replaceAll(key + "=(?=[\\w+-]|\\.\\d)", name + " ").replaceAll(key + "=", name);
      words = plainWord ? words : words.replaceAll(key + "(?![\\w=.])", name);
    }
    return words;
  }

  private static UsageException valueMissing(Parameter parameter) {
    String key = parameter.key;
    boolean text = parameter.kind == Parameter.Kind.TEXT;
    String value = text ? parameter.noun + ", " + parameter.help : "..., " + parameter.allowed();
    return new UsageException(key + " needs a value: " + key + "=" + value);
  }

  private Parameter find(String key, Caller caller) {
    for (Parameter parameter : all) {
      if (parameter.isCalled(key)) {
        if (!given(parameter, caller)) {
          throw new UsageException(
              "key '" + key + "' cannot be used here; it is for: " + parameter.scope.words);
        }
        return parameter;
      }
    }
    throw unknown(key, caller);
  }

  private UsageException unknown(String key, Caller caller) {
    List<String> keys =
        all.stream()
            .filter(parameter -> given(parameter, caller))
            .map(parameter -> parameter.key)
            .collect(Collectors.toList());
    if (keys.isEmpty()) {
      return new UsageException("unknown key '" + key + "'; " + name(caller) + " takes no keys");
    }
    if (keys.contains("input") && key.matches(FILE)) {
      return new UsageException(key + " is no key; if it is the image, write input=" + key);
    }
    return new UsageException(
        "unknown key '" + key + "' for " + name(caller) + Words.suggestion(key, keys));
  }

  static boolean given(Parameter parameter, Caller caller) {
    Parameter.Scope other =
        caller == Caller.COMMAND_LINE ? Parameter.Scope.IMAGEJ : Parameter.Scope.COMMAND_LINE;
    return parameter.scope != other;
  }
}
