// SPDX-License-Identifier: BSD-2-Clause
package org.bitvox.parameters;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.regex.Pattern;

/** The keys that mean the same in every command. */
public final class Keys {
  /** Which voxels are counted. */
  public static final String MASK = "mask";

  /** A table of points: without it, and without ROIs, those that are selected are meant. */
  public static final String POINTS = "points";

  /** A file of ROIs. */
  public static final String ROIS = "rois";

  /** How frames are laid on one another: a command for series has it. */
  public static final String SERIES = "series";

  /** How colours lie in 8-bit frames: a command for movies has it. */
  public static final String MOSAIC = "mosaic";

  /** The channel of an image, from 1, if it has several. */
  public static final String CHANNEL = "channel";

  /** The frame of a file, from 1, where it has several. */
  public static final String FRAME = "frame";

  /** The image of a file, from 1, where it has several; not beside {@link #SERIES}. */
  public static final String SERIES_OF_FILE = "series";

  /** The size of a voxel, whatever files say. */
  public static final String VOXEL_SIZE = "voxel_size";

  /** Whether a header may name files that do not lie beside it. */
  public static final String FOLLOW = "follow";

  /** Whether the files of a folder or a pattern are the slices of one volume. */
  public static final String STACK = "stack";

  /** Voxels of a raw file, of a command whose type= is that of its result. */
  public static final String RAW_TYPE = "raw_type";

  /** Which voxels are measured, or are fluid. */
  public static final String PHASE = "phase";

  /** Names of OME-Zarr images, which are folders, and of labels that belong to one. */
  private static final Pattern IMAGE_FOLDER =
      Pattern.compile("(?i)\\.zarr([/\\\\]labels[/\\\\][^/\\\\]+)?[/\\\\]*$");

  private Keys() {}

  /** Whether that is the name of an image that is a folder. */
  public static boolean isImageFolder(String name) {
    return IMAGE_FOLDER.matcher(name).find();
  }

  /** Whether a command takes several channels and frames at once: others choose one of each. */
  public static boolean takesSeries(Values values) {
    return values.declares(SERIES) && !values.declares(FRAME);
  }

  /** Whether a command reads one channel of an image that has several. */
  public static boolean choosesChannel(Values values) {
    return values.declares(CHANNEL) && values.declares(FRAME);
  }

  /** The key that says which channel of the image of a key is read; empty if it takes all. */
  public static String channelKey(String imageKey, Values values) {
    String own = imageKey + "_" + CHANNEL;
    boolean chosen = values.declares(own) && values.has(own);
    return chosen ? own : choosesChannel(values) ? CHANNEL : "";
  }

  /**
   * The key that chooses a channel of the image of a key, and of no other if there is such a key.
   */
  public static String ownChannelKey(String imageKey, Values values) {
    String own = imageKey + "_" + CHANNEL;
    return values.declares(own) ? own : CHANNEL;
  }

  /** The channel of another image than the input, which may be the same image. */
  private static Parameter channelOf(String imageKey) {
    return Parameter.integer(
            imageKey + "_" + CHANNEL,
            "",
            1,
            Integer.MAX_VALUE,
            "the channel of " + imageKey + ", from 1, if it has several; without it channel=")
        .neverEmpty()
        .columnIfGiven()
        .onlyBeside(imageKey)
        .dialog(rules -> rules.ofChannels(imageKey));
  }

  /** Whether a command works on an image with colours: raw files have none. */
  public static boolean takesColours(Values values) {
    return values.declares("input") && !values.declares("width") && values.declares(VOXEL_SIZE);
  }

  /** Whether a command works on the frames of a movie, with colours or without. */
  public static boolean takesMovies(Values values) {
    return values.declares(MOSAIC);
  }

  /** An image with colours, of any number of slices and frames, and the command's own keys. */
  public static Parameter[] withColours(Parameter... own) {
    List<Parameter> all = new ArrayList<>();
    all.add(
        Parameter.image(
                "input",
                "RGB image, a TIFF file; in a macro the title of an open image, or id:N, by default"
                    + " the current one")
            .in(Parameter.Scope.SCRIPT)
            .orCurrent()
            .required());
    all.add(voxelSize());
    all.addAll(Arrays.asList(own));
    return all.toArray(new Parameter[0]);
  }

  /** The image that a command works on, what describes raw files, and the command's own keys. */
  public static Parameter[] withInput(Parameter... own) {
    return withInputOfType("type", own);
  }

  /** The same where one of these keys of the command may be given in the place of the image. */
  public static Parameter[] withInputOr(List<String> others, Parameter... own) {
    Parameter[] all = withInput(own);
    all[0].orInstead(others);
    return all;
  }

  /** The same where the type of a raw file has another key. */
  public static Parameter[] withInputOfType(String type, Parameter... own) {
    return withInput(
        "TIFF, NIfTI, NRRD, MetaImage or .raw file, or several: a.tif,b.tif or *.tif; in a macro"
            + " the title of an open image, or id:N, by default the current one",
        type,
        own);
  }

  /** A movie, RGB or 8-bit, of slices or of frames, and the command's own keys. */
  public static Parameter[] withMovie(Parameter... own) {
    return withInput(
        "movie or image, RGB, or 8-bit with mosaic=: a TIFF or .raw file, or several: a.tif,b.tif"
            + " or *.tif; in a macro the title of an open image, or id:N, by default the current"
            + " one",
        "type",
        own);
  }

  private static Parameter[] withInput(String inputHelp, String type, Parameter... own) {
    List<Parameter> all = new ArrayList<>();
    all.add(Parameter.image("input", inputHelp).in(Parameter.Scope.SCRIPT).orCurrent().required());
    for (String size : new String[] {"width", "height", "depth"}) {
      all.add(
          Parameter.integer(size, "voxels", 1, Integer.MAX_VALUE, size + " of a raw file")
              .or(size.equals("depth") ? "1" : "")
              .in(Parameter.Scope.COMMAND_LINE));
    }
    all.add(
        Parameter.choice(
                type, "voxels of a raw file, little-endian", "uint8", "uint16", "int16", "float32")
            .in(Parameter.Scope.COMMAND_LINE));
    all.addAll(ofFiles(own));
    all.add(
        Parameter.flag(FOLLOW, "reads voxels from wherever a .nhdr or .mhd file says they are")
            .in(Parameter.Scope.COMMAND_LINE));
    all.add(
        Parameter.flag(STACK, "the files of a folder or a pattern are the slices of one volume")
            .in(Parameter.Scope.COMMAND_LINE));
    boolean choosesChannel = all.stream().anyMatch(key -> key.isCalled(CHANNEL));
    for (Parameter key : own) {
      all.add(key);
      if (choosesChannel && key.kind == Parameter.Kind.IMAGE && !key.isOfVectors()) {
        all.add(channelOf(key.key));
      }
    }
    return all.toArray(new Parameter[0]);
  }

  /** What is meant of files that have more than one volume, and the size of their voxels. */
  private static List<Parameter> ofFiles(Parameter... own) {
    List<Parameter> all = new ArrayList<>();
    all.add(voxelSize());
    if (Arrays.stream(own).noneMatch(key -> key.isCalled(SERIES) || key.isCalled(MOSAIC))) {
      String several = " of files that have several, from 1";
      all.add(
          Parameter.integer(
                  CHANNEL,
                  "",
                  1,
                  Integer.MAX_VALUE,
                  "the channel of images that have several, from 1")
              .neverEmpty()
              .columnIfGiven()
              .dialog(rules -> rules.ofChannels("input")));
      all.add(ofSeveral(FRAME, "the frame" + several));
      all.add(ofSeveral(SERIES_OF_FILE, "the image" + several));
    }
    return all;
  }

  private static Parameter voxelSize() {
    return Parameter.text(
            VOXEL_SIZE,
            "X,Y,ZUNIT",
            "size of a voxel of the input, whatever its file says, such as 0.25,0.25,2.5um, or"
                + " 0.5um for cubes")
        .neverEmpty()
        .in(Parameter.Scope.COMMAND_LINE);
  }

  private static Parameter ofSeveral(String key, String help) {
    return Parameter.integer(key, "", 1, Integer.MAX_VALUE, help)
        .neverEmpty()
        .in(Parameter.Scope.COMMAND_LINE);
  }

  /** What is foreground in an image that is not binary. */
  public static Parameter threshold() {
    return Parameter.range(
            "threshold",
            "T",
            "foreground is calibrated value >= T, or LO to HI; without it the image must be 8-bit,"
                + " 0 and 255 only, or have a live threshold in ImageJ")
        .hint("if not binary");
  }

  /**
   * Which voxels are fluid.
   *
   * @param words what they are in its dialog: "the pores", or "the fluid"
   */
  public static Parameter fluid(String help, String words) {
    return Parameter.choice(PHASE, help, "foreground", "background")
        .dialog(rules -> rules.ofFluid(words));
  }

  /**
   * Whether the image is a piece of something larger, so that what is beyond its border is not
   * known. Dialogs begin with that, and with what was chosen for the image in any of them.
   *
   * @param usual without the key: clipped, or background
   */
  public static Parameter edges(String help, String usual) {
    String other = usual.equals("clipped") ? "background" : "clipped";
    return Parameter.choice("edges", help, usual, other)
        .hint("clipped: part of something larger")
        .dialog(rules -> rules.begins("clipped").sharedAs("edges"));
  }

  /** Which voxels are counted, by an operation that counts: see {@code Call.mask()}. */
  public static Parameter mask() {
    return Parameter.image(
            MASK,
            "counts only where this 8-bit image of the same size is 255; in ImageJ else in input's"
                + " selection; as input=")
        .hint("image")
        .ofSameSize()
        .ofEightBits()
        .dialog(DialogRules::offeredIfAny);
  }

  /** Which neighbours are joined, in volumes and in slices. */
  public static Parameter connectivity() {
    return Parameter.choice(
        "connectivity",
        "neighbours that are joined; in slices 26 and 18 are 8, and 6 is 4",
        "26",
        "18",
        "6",
        "8",
        "4");
  }

  /** What computes. */
  public static Parameter backend() {
    return Parameter.choice(
            "backend",
            "what computes; auto is the fastest",
            "auto",
            "cuda",
            "avx512",
            "avx2",
            "scalar")
        .dialog(DialogRules::rare)
        .withoutColumn(); // rows have the one that did the work
  }

  /** Threads of the CPU. */
  public static Parameter threads() {
    return Parameter.integer("threads", "", 0, 1024, "threads of the CPU, 0 for all cores")
        .or("0")
        .in(Parameter.Scope.SCRIPT)
        .withoutColumn();
  }
}
