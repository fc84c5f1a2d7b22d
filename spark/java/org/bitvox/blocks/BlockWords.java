// SPDX-License-Identifier: BSD-2-Clause
package org.bitvox.blocks;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import org.bitvox.commands.Commands;
import org.bitvox.parameters.Parameter;
import org.bitvox.parameters.Parameters;
import org.bitvox.parameters.UsageException;
import org.bitvox.parameters.Values;
import org.bitvox.zarr.ZarrWords;

/** What the command line says, of a command and of its blocks. */
final class BlockWords {
  private final Parameters parameters;
  private final List<String> options;
  private final boolean plan;
  private int side;
  private boolean resume;
  private int windows;
  private int windowSide;

  /**
   * Of a command that exists.
   *
   * @param words a command and its options
   * @param plan whether only its plan is wanted
   */
  BlockWords(List<String> words, boolean plan) {
    this.plan = plan;
    parameters = Commands.named(words.get(0)).parameters();
    options = new ArrayList<>(words.subList(1, words.size()));
    for (int i = options.size() - 1; i >= 0; i--) {
      if (take(options.get(i))) {
        options.remove(i);
      }
    }
    if (windowSide > 0 && windows == 0) {
      throw new UsageException("size= is of windows; say how many: windows=8 size=" + windowSide);
    }
    if (windows > 0 && saysBlocks()) {
      throw new UsageException("windows= goes without " + (resume ? "resume" : "block="));
    }
  }

  private boolean take(String word) {
    if (word.equals("resume")) {
      resume = true;
      return true;
    }
    String key = word.replaceFirst("=.*", "=");
    if (isOfCommand(key.replace("=", ""))) {
      return false;
    }
    switch (key) {
      case "block=" -> side = whole(word, 999_999_999, "voxels, such as 512");
      case "windows=" -> windows = whole(word, Windows.MOST, "windows, up to " + Windows.MOST);
      case "size=" -> windowSide = whole(word, 999_999_999, "voxels, such as 256");
      default -> {
        return false;
      }
    }
    return true;
  }

  /** Whether the command has such a key, which means something beside its other words. */
  private boolean isOfCommand(String key) {
    boolean always = parameters.takes(key, parameters.defaults());
    boolean unusual = Operations.without(name()).stream().anyMatch(this::isGiven);
    return parameters.defaults().declares(key) && (always || unusual);
  }

  private static int whole(String word, int most, String what) {
    String value = word.substring(word.indexOf('=') + 1);
    int number = value.matches("[0-9]{1,9}") ? Integer.parseInt(value) : 0;
    if (number < 1 || number > most) {
      throw new UsageException(word + " is not allowed; use a whole number of " + what);
    }
    return number;
  }

  /** The command's name. */
  String name() {
    return parameters.command();
  }

  /** The command and its options, without those about blocks. */
  List<String> command() {
    List<String> words = new ArrayList<>(options);
    words.add(0, parameters.command());
    return words;
  }

  /** A file that a command needs, and does not get to write. */
  static final String NOWHERE = "nowhere.zarr";

  /** Words of a command with so many threads, unless they say how many, or it has one. */
  static List<String> withThreads(List<String> words, int threads) {
    List<String> own = new ArrayList<>(words);
    boolean chosen = words.stream().anyMatch(word -> word.startsWith("threads="));
    if (!chosen && Commands.named(words.get(0)).parameters().defaults().declares("threads")) {
      own.add("threads=" + threads);
    }
    return own;
  }

  /** The same without files that are written: what decides the operation and its input. */
  List<String> withoutOutputs() {
    List<String> words = command();
    words.removeIf(word -> isOutput(word.replaceFirst("=.*", "")));
    parameters.keysOfNeededOutputs().forEach(key -> words.add(key + "=" + NOWHERE));
    return words;
  }

  private boolean isOutput(String key) {
    return parameters.keys(Parameter.Kind.OUTPUT).contains(key);
  }

  /** Whether it says that there are blocks. */
  boolean saysBlocks() {
    return side > 0 || resume;
  }

  /** So many windows are computed; 0 for the whole. */
  int windows() {
    return windows;
  }

  /** Voxels of a window along each axis; 0 for as many as fit. */
  int windowSide() {
    return windowSide;
  }

  Parameters parameters() {
    return parameters;
  }

  boolean isPlan() {
    return plan;
  }

  boolean resume() {
    return resume;
  }

  /** Voxels of a block along each axis; 0 if that is to be planned. */
  int side() {
    return side;
  }

  /** Whether the backend that is asked for may be a GPU. */
  boolean mayUseGpu() {
    String asked = given("backend");
    if (asked.isEmpty() || asked.equals("auto")) {
      asked = System.getenv().getOrDefault("BITVOX_BACKEND", "");
    }
    return List.of("", "auto", "cuda").contains(asked);
  }

  /** The value of a key that was given; empty if it was not. */
  String given(String key) {
    for (String word : options) {
      if (word.startsWith(key + "=")) {
        return word.substring(key.length() + 1);
      }
    }
    return "";
  }

  /**
   * Blocks read one image in OME-Zarr and write one.
   *
   * @throws UsageException if it is something else, or there are other images
   */
  void requireZarr() {
    String why = whyNoBlocks();
    if (!why.isEmpty()) {
      throw new UsageException(why);
    }
  }

  /** What keeps the command from being computed in blocks; empty if nothing does. */
  String whyNoBlocks() {
    if (!Operations.has(parameters.command())) {
      return Operations.whyNot(parameters.command());
    }
    String input = given("input");
    if (!isZarr(input) || input.contains(",") || input.contains("*")) {
      return "blocks are read from one image in OME-Zarr; convert it: ./bitvox zarr IN OUT.zarr";
    }
    for (String word : Operations.without(parameters.command())) {
      if (isGiven(word)) {
        return word + " cannot be used in blocks";
      }
    }
    List<String> images = Operations.images(parameters.command());
    for (String key : parameters.keys(Parameter.Kind.IMAGE)) {
      String image = key.equals("input") ? "" : given(key);
      if (!image.isEmpty() && !images.contains(key)) {
        return key + "= cannot be used in blocks";
      }
      if (!image.isEmpty() && !isZarr(image)) {
        return key + "=" + image + " cannot be read in blocks; use an image in OME-Zarr";
      }
    }
    List<String> outputs = parameters.keys(Parameter.Kind.OUTPUT);
    for (String key : outputs) {
      String file = given(key);
      boolean table = file.isEmpty() || file.toLowerCase(Locale.ROOT).matches(".*\\.(csv|png)");
      if (!table && !isZarr(file)) {
        return key + "=" + file + " cannot be written in blocks; use a name that ends with .zarr";
      }
    }
    return resume && outputs.stream().noneMatch(key -> isZarr(given(key)))
        ? "resume needs an output that ends with .zarr"
        : "";
  }

  static boolean isZarr(String name) {
    return name.toLowerCase(Locale.ROOT).matches(".*\\.zarr(/labels/[^/]+)?/*");
  }

  /** Whether a word was given: a flag, key=value, or key= for any value. */
  private boolean isGiven(String word) {
    return options.contains(word)
        || word.endsWith("=") && options.stream().anyMatch(option -> option.startsWith(word));
  }

  /** The key that says how far the operation reaches. */
  Demand.RadiusKey radius(String key, int reach) {
    if (key.isEmpty()) {
      return Demand.RadiusKey.NONE;
    }
    List<String> own = ZarrWords.taken(command());
    Values values = parameters.parse(own.subList(1, own.size()), Parameters.Caller.COMMAND_LINE);
    int value = values.integer(key);
    return new Demand.RadiusKey(key, value, (double) reach / value);
  }

  /** What decides the result, in lines. */
  List<String> about() {
    List<String> lines = new ArrayList<>();
    for (String word : options) {
      String key = word.replaceFirst("=.*", "");
      boolean how = key.equals("threads") || key.equals("backend");
      if (!how && !isOutput(key)) {
        lines.add(word);
      }
    }
    Collections.sort(lines);
    lines.add(0, parameters.command());
    lines.add(1, "version " + Parameters.class.getPackage().getImplementationVersion());
    return lines;
  }
}
