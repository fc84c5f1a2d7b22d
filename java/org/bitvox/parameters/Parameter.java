// SPDX-License-Identifier: BSD-2-Clause
package org.bitvox.parameters;

import ij.ImagePlus;
import java.util.Arrays;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** One key of a command: what it is called, what it may be, where it can be given. */
public final class Parameter {
  /** The endings of images, where an operation says tif. */
  private static final List<String> IMAGES =
      Arrays.asList("tif", "ome.tif", "nii", "nii.gz", "nrrd", "nhdr", "mha", "mhd");

  /** Those that tables of keys name. */
  private static final List<String> SOME_IMAGES = Arrays.asList("tif", "nii", "nrrd", "mha");

  /** What a value looks like. */
  public enum Kind {
    /** One of several words. */
    CHOICE,
    /** A whole number. */
    INTEGER,
    /** A number. */
    DECIMAL,
    /** A number from which on, or two for from and to: 100 or 100..200. */
    RANGE,
    /** Some of several words, separated by commas, or all. */
    LIST,
    /** Any text. */
    TEXT,
    /** An open image by its title or ID, on the command line a file. */
    IMAGE,
    /** A file to read. */
    FILE,
    /** A file to write. */
    OUTPUT,
    /** A folder to write, of several files. */
    FOLDER,
    /** A bare word without a value. */
    FLAG
  }

  /** Where a key can be given. */
  public enum Scope {
    /** By every caller. */
    EVERYWHERE("dialog, macro, command line"),
    /** Not in the dialog. */
    SCRIPT("macro, command line"),
    /** In the dialog and in macros. */
    IMAGEJ("dialog, macro"),
    /** There alone. */
    COMMAND_LINE("command line");

    final String words;

    Scope(String words) {
      this.words = words;
    }
  }

  /** Stands for no image where one is optional: what ImageJ records from a dialog. */
  static final String NONE = "none";

  /** Stands for all words of a list. */
  public static final String ALL = "all";

  final String key;
  final Kind kind;
  final String help;

  /** What a value is, in one word: FILE, N, ...; or the unit of a number. */
  final String noun;

  final List<String> choices;
  final AllowedValues allowed;

  /** The value when none is given; empty for none. */
  String defaultValue;

  Scope scope = Scope.EVERYWHERE;
  boolean required;
  private boolean current;

  /** The keys of which one may be given in its place. */
  List<String> instead = Collections.emptyList();

  private boolean column = true;
  private boolean columnIfGiven;
  private String selectedPoints = "";
  private boolean managedRois;
  private boolean openText;
  private NamedFiles namedFiles = text -> Collections.emptyList();
  private boolean sameSize;
  private boolean eightBit;
  private boolean frame;
  private boolean vectors;
  private boolean neverEmpty;

  /** What its dialog does with it. */
  final DialogRules dialog;

  /** Its older name, which goes on working; empty for none. */
  private String former = "";

  private final Map<String, String> spellings = new HashMap<>();
  private Condition condition = Condition.ALWAYS;

  private Parameter(
      String key, Kind kind, String noun, double low, double high, String[] choices, String help) {
    this.key = key;
    this.kind = kind;
    this.noun = noun;
    allowed = new AllowedValues(kind, noun, low, high, Arrays.asList(choices));
    this.choices = Collections.unmodifiableList(Arrays.asList(choices));
    this.help = help;
    defaultValue = kind == Kind.CHOICE ? choices[0] : kind == Kind.LIST ? ALL : "";
    dialog = new DialogRules(isNumber() ? noun : "");
  }

  /** One of several words; the first is the default. */
  public static Parameter choice(String key, String help, String... choices) {
    return new Parameter(key, Kind.CHOICE, "", 0, 0, choices, help);
  }

  /** A whole number within low and high. */
  public static Parameter integer(String key, String unit, long low, long high, String help) {
    return new Parameter(key, Kind.INTEGER, unit, low, high, new String[0], help);
  }

  /** A number within low and high. */
  public static Parameter decimal(String key, String unit, double low, double high, String help) {
    return new Parameter(key, Kind.DECIMAL, unit, low, high, new String[0], help);
  }

  /** The number from which on values count, or two for the smallest and the largest. */
  public static Parameter range(String key, String noun, String help) {
    return new Parameter(key, Kind.RANGE, noun, 0, 0, new String[0], help);
  }

  /** Some of several words, or {@link #ALL}, which is the default. */
  public static Parameter list(String key, String help, String... words) {
    return new Parameter(key, Kind.LIST, "LIST", 0, 0, words, help);
  }

  /** Any text. */
  public static Parameter text(String key, String noun, String help) {
    return new Parameter(key, Kind.TEXT, noun, 0, 0, new String[0], help);
  }

  /**
   * Another image: an open one in ImageJ, a file on the command line; {@link #NONE} if optional.
   */
  public static Parameter image(String key, String help) {
    return new Parameter(key, Kind.IMAGE, "FILE", 0, 0, new String[0], help);
  }

  /** A file to read that is not an image to work on. */
  public static Parameter inputFile(String key, String help) {
    return new Parameter(key, Kind.FILE, "FILE", 0, 0, new String[0], help);
  }

  /**
   * A file to write, which the dialog does not ask for.
   *
   * @param extensions that it may have: csv, tif (or tiff), raw, png
   */
  public static Parameter output(String key, String help, String... extensions) {
    String noun = "FILE" + endings(Arrays.asList(extensions), SOME_IMAGES);
    return new Parameter(key, Kind.OUTPUT, noun, 0, 0, extensions, help).in(Scope.SCRIPT);
  }

  /**
   * A folder to write.
   *
   * @param files the names that files in it may have
   */
  public static Parameter folder(String key, String help, String... files) {
    return new Parameter(key, Kind.FOLDER, "FOLDER", 0, 0, files, help).hint("folder");
  }

  /** A bare word, absent by default. */
  public static Parameter flag(String key, String help) {
    return new Parameter(key, Kind.FLAG, "", 0, 0, new String[0], help);
  }

  /** Sets the default. */
  public Parameter or(String value) {
    defaultValue = value;
    return this;
  }

  /** Takes another spelling of one of its words. */
  public Parameter alsoSpelt(String other, String word) {
    spellings.put(other, word);
    return this;
  }

  /** Takes an older name of the key, too, which recorded macros have. */
  public Parameter formerly(String olderKey) {
    former = olderKey;
    return this;
  }

  /** Whether a caller means it by this key. */
  boolean isCalled(String name) {
    return name.equals(key) || name.equals(former);
  }

  /** The word that is meant. */
  String word(String value) {
    return spellings.getOrDefault(value, value);
  }

  /** Restricts where the key can be given. */
  public Parameter in(Scope value) {
    scope = value;
    return this;
  }

  /** Has a value if it is given: empty is not the same as nothing. */
  Parameter neverEmpty() {
    neverEmpty = true;
    return this;
  }

  /** Whether it may be given without a value: a file to write is that of a script that lost it. */
  boolean mayBeEmpty() {
    return defaultValue.isEmpty() && kind != Kind.OUTPUT && !neverEmpty;
  }

  /** Must be given: on the command line, and where it is an input or a folder in macros too. */
  public Parameter required() {
    required = true;
    return this;
  }

  /** One of the other keys may be given in its place, and not beside it. */
  Parameter orInstead(List<String> others) {
    instead = others;
    return this;
  }

  /** Has an effect only where the other key, which is empty by default, is given. */
  public Parameter onlyBeside(String other) {
    condition = Condition.beside(other);
    return this;
  }

  /** Has an effect only where the other key, or one word of its list, has one of these values. */
  public Parameter onlyWith(String other, String... values) {
    condition = new Condition(other, Arrays.asList(values));
    return this;
  }

  /** Has an effect only where the other key, a number, is above 0. */
  public Parameter onlyAbove0(String other) {
    condition = Condition.above0(other);
    return this;
  }

  /** Has an effect only where the other key, which is empty by default, is not given. */
  public Parameter onlyWithout(String other) {
    condition = Condition.without(other);
    return this;
  }

  /** Names files that are inputs, too, so that no output replaces them. */
  public Parameter naming(NamedFiles files) {
    namedFiles = files;
    return this;
  }

  NamedFiles namedFiles() {
    return namedFiles;
  }

  /**
   * Points that are selected in the input may take its place.
   *
   * @param when behind "Its selected points are used" in the dialog
   */
  public Parameter orSelectedPoints(String when) {
    selectedPoints = when;
    return this;
  }

  /** Empty if they have no part in it. */
  String selectedPoints() {
    return selectedPoints;
  }

  /** A file of ROIs, whose place those of the ROI Manager take. */
  public Parameter orManagedRois() {
    managedRois = true;
    return this;
  }

  boolean isOrManagedRois() {
    return managedRois;
  }

  /** A file of text, whose place a window of ImageJ with such a text may take, by its title. */
  public Parameter orOpenText() {
    openText = true;
    return this;
  }

  boolean isOrOpenText() {
    return openText;
  }

  /** Is an image of the size of input. */
  public Parameter ofSameSize() {
    sameSize = true;
    return this;
  }

  boolean isOfSameSize() {
    return sameSize;
  }

  /** Is one frame of the width, height and type of input, with or without colours. */
  public Parameter ofOneFrame() {
    frame = true;
    return this;
  }

  /** Is an image of 32-bit vectors: a channel for x, y and perhaps z. */
  public Parameter ofVectors() {
    vectors = true;
    return this;
  }

  boolean isOfVectors() {
    return vectors;
  }

  /** Is an 8-bit image. */
  public Parameter ofEightBits() {
    eightBit = true;
    return this;
  }

  /**
   * Whether the operation can do with this image, as far as its type and size say it.
   *
   * @param anyChannel whether one of several channels can be chosen
   */
  boolean fits(ImagePlus image, ImagePlus input, boolean anyChannel) {
    boolean area =
        input == null
            || image.getWidth() == input.getWidth() && image.getHeight() == input.getHeight();
    if (frame) {
      boolean alike = input == null || image.getBitDepth() == input.getBitDepth();
      return area && alike && image.getStackSize() == 1;
    }
    if (vectors) {
      int channels = image.getNChannels();
      boolean floats = image.getBitDepth() == Float.SIZE;
      return floats && image.getNFrames() == 1 && (channels == 2 || channels == 3);
    }
    boolean size = area && (input == null || OpenImages.depth(image) == OpenImages.depth(input));
    boolean volume = anyChannel ? OpenImages.isFrame(image) : OpenImages.isVolume(image);
    return volume && (size || !sameSize) && (image.getBitDepth() == 8 || !eightBit);
  }

  /** Changes no number of a row, or stands there under another name: rows do not repeat it. */
  public Parameter withoutColumn() {
    column = false;
    return this;
  }

  /** Rows say it only if it is given, as few images need it. */
  Parameter columnIfGiven() {
    columnIfGiven = true;
    return this;
  }

  /** Whether it has an effect beside the values of the other keys. */
  boolean applies(Map<String, String> values) {
    return condition.holds(values);
  }

  /** Says that a value has no effect beside the values of the other keys. */
  String unused(String value, Map<String, String> values) {
    return (kind == Kind.FLAG ? key : key + "=" + value) + condition.whyNot(values);
  }

  /** Whether rows about an image say what the value was. */
  boolean hasColumn(Values values) {
    boolean written = kind == Kind.OUTPUT || kind == Kind.FOLDER;
    boolean given = !columnIfGiven || values.has(key);
    return column && given && !written && scope != Scope.COMMAND_LINE && !current;
  }

  /** Whether the value is the default, however it is written. */
  boolean isDefault(String value) {
    boolean numbers = isNumber() && !value.isEmpty() && !defaultValue.isEmpty();
    return numbers
        ? Double.parseDouble(value) == Double.parseDouble(defaultValue)
        : value.equals(defaultValue);
  }

  boolean isNumber() {
    return kind == Kind.INTEGER || kind == Kind.DECIMAL;
  }

  /** Whether the value is a range without an end. */
  boolean isOneNumber(String value) {
    return kind == Kind.RANGE && value.split(Values.TO, -1).length == 1;
  }

  /** The key as a heading or label begins. */
  String capital() {
    return key.substring(0, 1).toUpperCase(Locale.ROOT) + key.substring(1);
  }

  /** Stands for the current image of ImageJ where it is not given. */
  Parameter orCurrent() {
    current = true;
    return this;
  }

  /** Whether the value says that there is no image. */
  boolean isNone(String value) {
    return kind == Kind.IMAGE && !required && value.equals(NONE);
  }

  boolean isRequired(Parameters.Caller caller) {
    boolean always = kind == Kind.IMAGE && !current || kind == Kind.FILE || kind == Kind.FOLDER;
    return required && (always || caller == Parameters.Caller.COMMAND_LINE);
  }

  /** What a value is, in one word, for this caller. */
  String noun(Parameters.Caller caller) {
    return kind == Kind.IMAGE && caller == Parameters.Caller.IMAGEJ ? "TITLE" : noun;
  }

  /** Whether allowed() says more than the help. */
  boolean isLimited() {
    return kind == Kind.CHOICE || kind == Kind.LIST || isNumber() && !allowed.isAnyNumber();
  }

  /** Says more in the dialog than the key does. */
  public Parameter hint(String value) {
    return dialog(rules -> rules.hint = value);
  }

  /** Has these rules in its dialog. */
  public Parameter dialog(Consumer<DialogRules> rules) {
    rules.accept(dialog);
    return this;
  }

  /** The label in a dialog: ImageJ records its first word in lower case as the key. */
  String label() {
    return dialog.hint.isEmpty() ? capital() : capital() + " (" + dialog.hint + ")";
  }

  /** Throws unless value is one that this parameter may have. */
  void check(String value) {
    if (kind == Kind.OUTPUT && !hasExtension(value.toLowerCase(Locale.ROOT))) {
      String needed = endings(choices, IMAGES);
      throw new UsageException(key + "=" + value + " must end in " + needed);
    }
    if (!allowed.allow(value)) {
      boolean image = kind == Kind.IMAGE && !required;
      throw UsageException.notAllowed(key, value, image ? allowed() : allowed.instead(value));
    }
  }

  /** A value that was checked, as it is kept. */
  String plain(String value) {
    return allowed.plain(value);
  }

  private boolean hasExtension(String file) {
    return choices.stream().anyMatch(extension -> file.endsWith("." + extension))
        || choices.contains("tif")
            && (file.endsWith(".tiff")
                || Keys.isImageFolder(file)
                || IMAGES.stream().anyMatch(extension -> file.endsWith("." + extension)));
  }

  /** ".tif, .nii or .raw": these, with those of images where tif is one of them. */
  private static String endings(List<String> extensions, List<String> ofImages) {
    return Words.list(
        extensions.stream()
            .flatMap(one -> one.equals("tif") ? ofImages.stream() : Stream.of(one))
            .map(extension -> "." + extension)
            .collect(Collectors.toList()));
  }

  /** The values in words: "cross or cube", "1 to 32767", "a file". */
  String allowed() {
    return kind == Kind.IMAGE && !required ? noun + " or " + NONE : allowed.words();
  }
}
