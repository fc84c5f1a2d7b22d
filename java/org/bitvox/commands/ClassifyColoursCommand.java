// SPDX-License-Identifier: BSD-2-Clause
package org.bitvox.commands;

import java.io.IOException;
import java.util.Arrays;
import java.util.List;
import org.bitvox.ClassifyColours;
import org.bitvox.ColourModel;
import org.bitvox.Demosaicing;
import org.bitvox.calls.Call;
import org.bitvox.calls.Command;
import org.bitvox.calls.InputImage;
import org.bitvox.calls.Movie;
import org.bitvox.calls.Reach;
import org.bitvox.calls.Scale;
import org.bitvox.parameters.Keys;
import org.bitvox.parameters.Parameter;
import org.bitvox.parameters.Parameters;
import org.bitvox.parameters.UsageException;
import org.bitvox.parameters.Values;

/** Finds the classes of colours in the frames of a movie, their objects, and their tracks. */
public final class ClassifyColoursCommand extends Command {
  private static final int MOST_RADIUS = 50;

  /** Pixels of the frames that are computed at a time. */
  private static final double PIXELS_AT_ONCE = 6 << 20;

  /** Pixels of movies for which a table of all colours pays, and what it takes. */
  private static final long TABLE_PAYS_PIXELS = 1 << 23;

  private static final double TABLE_BYTES = 64 << 20;

  private static final int MEDIAN_FRAMES = 25;

  /** Of a model as most are. */
  private static final int USUAL_CLASSES = 4;

  private static final Parameters PARAMETERS =
      new Parameters(
          "classify_colours",
          "finds classes of colours in a movie, their objects, and their tracks",
          Keys.withMovie(
              Parameter.inputFile(
                      ClassifyColoursModel.KEY,
                      "the classes, a .json file of Train Colour Classes; in ImageJ also the title"
                          + " of its window")
                  .hint("file or window")
                  .orOpenText()
                  .dialog(rules -> rules.newest(NewestModel::name))
                  .required(),
              Parameter.choice(
                      Keys.MOSAIC,
                      "of 8-bit frames, the colours of the first two pixels of a camera's first row, then"
                          + " of its second row; none for RGB",
                      "none",
                      "rggb",
                      "bggr",
                      "grbg",
                      "gbrg")
                  .hint("of raw 8-bit frames"),
              Parameter.choice(
                      "method",
                      "how a mosaic becomes RGB: means of the neighbours of a colour, or means"
                          + " corrected by the gradient of the measured colour",
                      "bilinear",
                      "gradient")
                  .hint("of the mosaic")
                  .onlyWith(Keys.MOSAIC, "rggb", "bggr", "grbg", "gbrg"),
              Parameter.choice(
                      "motion",
                      "only what moves is classified: what differs from a background image, from the"
                          + " median of the movie, or from a running background, which follows the"
                          + " light",
                      "none",
                      "background",
                      "median",
                      "running")
                  .hint("only what moves"),
              Parameter.image("background", "one frame without anything that moves; as input=")
                  .hint("an image")
                  .ofOneFrame()
                  .onlyWith("motion", "background"),
              Parameter.integer(
                      "threshold",
                      "levels",
                      0,
                      765,
                      "a pixel moves if its differences from the background in red, green and blue"
                          + " together are larger")
                  .or("60")
                  .hint("of motion, levels")
                  .onlyWith("motion", "background", "median", "running"),
              Parameter.choice(
                      "memory",
                      "frames that a running background remembers",
                      "2",
                      "4",
                      "8",
                      "16",
                      "32",
                      "64",
                      "128",
                      "256")
                  .or("64")
                  .in(Parameter.Scope.SCRIPT)
                  .onlyWith("motion", "running"),
              Parameter.decimal(
                      "reject", "", 0, 1, "a pixel whose class is less probable has no class")
                  .or("0")
                  .hint("least probability"),
              radius("open", "removes what is thinner than 2 x this + 1 pixels").or("1"),
              radius("close", "then fills gaps that are thinner").or("1"),
              Parameter.integer("min_area", "pixels", 1, 1000000000000L, "drops smaller objects")
                  .or("10"),
              Parameter.text(
                      ClassifyColoursModel.IGNORE,
                      "NAMES",
                      "classes that are no objects, such as the background: their names, separated"
                          + " by commas; the class map has them nevertheless")
                  .hint("classes: no objects"),
              Parameter.decimal(
                      "track",
                      "",
                      0,
                      1e12,
                      "how far an object may move from frame to frame to be of one track, in the"
                          + " image's unit; 0 for no tracks")
                  .or("0")
                  .hint("largest step; 0: none"),
              Parameter.integer(
                      "gaps",
                      "frames",
                      0,
                      1000,
                      "from how many frames in turn a track may be missing")
                  .or("0")
                  .onlyAbove0("track"),
              Parameter.choice(
                      "table",
                      "bits of a channel in the table of all colours: 8 is exact; fewer take the"
                          + " class of similar colours; 0 computes each pixel without a table",
                      "8",
                      "7",
                      "6",
                      "5",
                      "0")
                  .in(Parameter.Scope.SCRIPT),
              Parameter.list(
                      "show",
                      "images: the class map, the probabilities, a channel for each class, the labels"
                          + " of objects or tracks, and the objects as an overlay",
                      ClassifyColoursImages.CLASSES,
                      ClassifyColoursImages.PROBABILITIES,
                      ClassifyColoursImages.LABELS,
                      ClassifyColoursOverlay.WORD)
                  .or(ClassifyColoursImages.CLASSES + "," + ClassifyColoursOverlay.WORD)
                  .in(Parameter.Scope.IMAGEJ)
                  .withoutColumn(),
              Keys.backend(),
              Keys.threads(),
              Parameter.output("output", "writes the class map", "tif"),
              Parameter.output(
                  "probabilities", "writes the probabilities, a channel for each class", "tif"),
              Parameter.output("labels", "writes the labels of objects, or of tracks", "tif"),
              Parameter.output("save", "writes the table, one row per object", "csv"),
              Parameter.output("tracks", "writes the tracks for TrackMate's CSV importer", "csv")
                  .in(Parameter.Scope.EVERYWHERE)
                  .hint("file for TrackMate"),
              Parameter.output("summary", "writes one row for the movie", "csv")));

  /** Called by ImageJ. */
  public ClassifyColoursCommand() {
    super("Bitvox Classify Colours", PARAMETERS);
  }

  private static Parameter radius(String key, String help) {
    return Parameter.integer(key, "", 0, MOST_RADIUS, help).hint("radius in pixels");
  }

  /** Some frames on their way, tables, and what motion needs; without the objects. */
  @Override
  protected double memory(Values values, InputImage image) {
    double frame = (double) image.width() * image.height();
    double frames = (double) image.depth() * image.frames();
    double pixel = image.isRgb() ? 4 : 1;
    double each = 2 * pixel + 2 + USUAL_CLASSES / 8.0; // read ahead; classes, sureness, planes
    each += values.has("output") || shows(values, ClassifyColoursImages.CLASSES) ? 1 : 0;
    each += wantsLabels(values) ? 4 + USUAL_CLASSES / 8.0 : 0;
    each += wantsProbabilities(values) ? 4 * USUAL_CLASSES : 0;
    int bits = values.integer("table");
    boolean tables = bits > 0 && (bits < 8 || frame * frames >= TABLE_PAYS_PIXELS);
    String motion = values.text("motion");
    double background =
        motion.equals("none") ? 0 : motion.equals("running") ? 9 * frame : 3 * frame;
    boolean medians = motion.equals("median") || motion.equals("running");
    double median = medians ? Math.min(MEDIAN_FRAMES, frames) * pixel * frame : 0;
    double batch = Math.min(frame * frames, Math.max(frame, PIXELS_AT_ONCE));
    return Math.max(median, each * batch + (tables ? TABLE_BYTES : 0)) + background;
  }

  private static boolean wantsLabels(Values values) {
    return values.has("labels") || shows(values, ClassifyColoursImages.LABELS);
  }

  private static boolean wantsProbabilities(Values values) {
    return values.has("probabilities") || shows(values, ClassifyColoursImages.PROBABILITIES);
  }

  @Override
  protected boolean readsInParts() {
    return true;
  }

  /** What moves is not known of one frame, but beside a given background. */
  @Override
  protected Reach reach(Values values, InputImage image) {
    return Reach.slices(0).inColours(ClassifyColoursModel.colours(values));
  }

  /** The names that Ignore may have. */
  @Override
  protected String remark(Values values, InputImage image) {
    return ClassifyColoursModel.classes(values);
  }

  @Override
  protected void run(Call call) throws IOException {
    Values values = call.values();
    InputImage input = call.input();
    boolean mosaic = !values.text(Keys.MOSAIC).equals("none");
    Movie frames = Movie.of(input, mosaic);
    Movie background = background(call, frames, mosaic);
    boolean tracks = values.decimal("track") > 0;
    if (!tracks && values.has("tracks")) {
      throw new UsageException("tracks= needs track=, the largest step of an object, above 0");
    }
    ColourModel model = ClassifyColoursModel.read(values);
    List<Integer> ignored = ClassifyColoursModel.ignored(values, model);
    if (!input.isPreview()) {
      NewestModel.used();
    }
    ClassifyColoursImages images = new ClassifyColoursImages(call, model);
    ClassifyColours.Result result =
        images
            .receive(classifying(values, input, ignored))
            .background(background)
            .classify(frames, model, call.progress());
    ClassifyColoursTables tables = new ClassifyColoursTables(call, model, result);
    ClassifyColoursOverlay overlay = ClassifyColoursOverlay.of(call, model, result.objects());
    tables.give(frames.depth(), overlay == null ? "" : overlay.note());
    if (overlay != null) {
      call.results().showElsewhere(() -> input.decorate(overlay::lay));
    }
    call.messages().ranOn(result.run().backend());
  }

  /** Null where none is given. */
  private static Movie background(Call call, Movie frames, boolean mosaic) {
    boolean needed = call.values().text("motion").equals("background");
    InputImage image = call.image("background");
    if (needed && image == null) {
      throw new UsageException(
          "motion=background needs background=, one frame of the movie's size; without one use"
              + " median or running");
    }
    if (image == null) {
      return null;
    }
    Movie background = Movie.of(image, mosaic);
    background.requireFrameOf(frames);
    return background;
  }

  private static ClassifyColours classifying(
      Values values, InputImage input, List<Integer> ignored) {
    ClassifyColours.Motion motion = values.constant("motion", ClassifyColours.Motion.class);
    boolean known =
        !input.isPreview()
            || motion == ClassifyColours.Motion.BACKGROUND; // the others need the movie
    Scale scale = input.comparableScaleInSlices();
    ClassifyColours classifying = new ClassifyColours();
    ignored.forEach(ofClass -> classifying.ignore(ofClass + 1));
    return classifying
        .mosaic(values.constant(Keys.MOSAIC, ClassifyColours.Mosaic.class))
        .method(values.constant("method", Demosaicing.class))
        .table(input.isPreview() ? 0 : values.integer("table"))
        .reject(values.decimal("reject"))
        .motion(known ? motion : ClassifyColours.Motion.NONE)
        .threshold(values.integer("threshold"))
        .memory(values.integer("memory"))
        .open(values.integer("open"))
        .close(values.integer("close"))
        .minArea(values.longInteger("min_area"))
        .gate(input.isPreview() ? 0 : values.decimal("track"))
        .gaps(values.integer("gaps"))
        .pixelSize(scale.voxel()[0], scale.voxel()[1])
        .backend(values.text("backend"))
        .threads(values.integer("threads"));
  }

  /** Whether a word of show= is ticked. */
  static boolean shows(Values values, String word) {
    String words = values.text("show");
    return words.equals(Parameter.ALL) || Arrays.asList(words.split(",")).contains(word);
  }
}
