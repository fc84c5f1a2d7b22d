// SPDX-License-Identifier: BSD-2-Clause
package org.bitvox.commands;

import java.io.IOException;
import java.util.Collections;
import org.bitvox.BayerPattern;
import org.bitvox.SampleMatch;
import org.bitvox.SliceReceiver;
import org.bitvox.calls.Call;
import org.bitvox.calls.Command;
import org.bitvox.calls.ResultImage;
import org.bitvox.calls.Table;
import org.bitvox.files.PixelType;
import org.bitvox.files.StackFormat;
import org.bitvox.parameters.Keys;
import org.bitvox.parameters.Parameter;
import org.bitvox.parameters.Parameters;
import org.bitvox.parameters.Values;

/** Makes a football match to try the segmentation and tracking of colours on. */
public final class SampleMatchCommand extends Command {
  private static final Parameters PARAMETERS =
      new Parameters(
          "sample_match",
          "a synthetic football match with its truth, to try colour segmentation and tracking on",
          Parameter.integer("frames", "", 1, 1_000_000, "of the movie").or("25").withoutColumn(),
          size("width", 1388),
          size("height", 1036),
          Parameter.integer("players", "", 1, 100, "of each team").or("11").hint("of each team"),
          Parameter.choice(
              "result", "RGB pixels, or the mosaic that a camera measures", "rgb", "bayer"),
          Parameter.choice(
                  "pattern",
                  "colours of the first two pixels of the first row, then of the second row",
                  "rggb",
                  "bggr",
                  "grbg",
                  "gbrg")
              .onlyWith("result", "bayer"),
          Parameter.decimal("noise", "grey levels", 0, 50, "standard deviation, in grey levels")
              .or("4"),
          Parameter.decimal(
                  "light",
                  "%",
                  0,
                  50,
                  "percent by which the light rises and falls within 256 frames")
              .or("6"),
          Parameter.integer("seed", "", 0, 1L << 53, "of the random numbers").or("1"),
          shown("show_classes", "shows the class of every pixel"),
          shown("show_labels", "shows which player's kit each pixel is"),
          shown("show_background", "shows the field without players"),
          Keys.threads(),
          Parameter.output("output", "the movie", "tif").required(),
          Parameter.output("classes", "writes the class of every pixel", "tif"),
          Parameter.output("labels", "writes which player's kit each pixel is", "tif"),
          Parameter.output("background", "writes the field without players", "tif"),
          Parameter.output("save", "writes where each player is to be seen", "csv"));

  private static final String[] KITS = {"team 1", "team 2", "referee"};

  /** Called by ImageJ. */
  public SampleMatchCommand() {
    super("Bitvox Sample Match", PARAMETERS);
  }

  private static Parameter size(String key, int usual) {
    return Parameter.integer(key, "pixels", 64, 8192, key + " of a frame")
        .or("" + usual)
        .withoutColumn();
  }

  private static Parameter shown(String key, String help) {
    return Parameter.flag(key, help).in(Parameter.Scope.IMAGEJ).withoutColumn();
  }

  @Override
  protected void run(Call call) throws IOException {
    Values values = call.values();
    boolean bayer = values.text("result").equals("bayer");
    PixelType type = bayer ? PixelType.UINT8 : PixelType.RGB;
    int frames = values.integer("frames");
    ResultImage movie = image(call, "output", "sample_match", format(values, frames, type));
    ResultImage classes = labelImage(call, "classes", frames).shownIf(values.flag("show_classes"));
    ResultImage players = labelImage(call, "labels", frames).shownIf(values.flag("show_labels"));
    ResultImage background =
        image(call, "background", "sample_match_background", format(values, 1, type))
            .shownIf(values.flag("show_background"));
    SampleMatch.Result truth =
        match(values)
            .make(
                receiver(movie),
                receiver(classes),
                receiver(players),
                receiver(background),
                call.progress());
    call.results().longTable("save", table(truth));
    Table table = new Table();
    call.results()
        .addRow(table, values.text("output"))
        .put("Frames", frames)
        .put("Width (pixels)", values.integer("width"))
        .put("Height (pixels)", values.integer("height"))
        .put("Players seen", truth.rows());
    call.results().print(table);
  }

  private static SampleMatch match(Values values) {
    return new SampleMatch()
        .frames(values.integer("frames"))
        .size(values.integer("width"), values.integer("height"))
        .players(values.integer("players"))
        .result(values.constant("result", SampleMatch.ResultType.class))
        .pattern(values.constant("pattern", BayerPattern.class))
        .noise(values.decimal("noise"))
        .light(values.decimal("light"))
        .seed(values.longInteger("seed"))
        .threads(values.integer("threads"));
  }

  // ---- Images --------------------------------------------------------------------------------

  private static StackFormat format(Values values, int frames, PixelType type) {
    return new StackFormat(values.integer("width"), values.integer("height"), frames, type);
  }

  private static ResultImage labelImage(Call call, String key, int frames) throws IOException {
    StackFormat format = format(call.values(), frames, PixelType.UINT8);
    return image(call, key, "sample_match_" + key, format.colours(LabelColours.table()));
  }

  private static ResultImage image(Call call, String key, String title, StackFormat format)
      throws IOException {
    return call.results().newImage(key, title, format).asSeries();
  }

  /** Null if nobody wants it. */
  private static SliceReceiver receiver(ResultImage image) {
    return image.isWanted() ? image : null;
  }

  // ---- The truth -----------------------------------------------------------------------------

  /** Places as ImageJ's Analyze Particles has them: the centre of the first pixel is at 0.5. */
  private static Table table(SampleMatch.Result truth) {
    return Table.ofRows(Collections.emptyList(), truth.rows(), i -> row(truth, i));
  }

  private static Table.Row row(SampleMatch.Result truth, int i) {
    return new Table.Row()
        .put("Frame", truth.frame(i))
        .put("Class", KITS[truth.kit(i) - 1])
        .put("Player", truth.player(i))
        .put("Area", truth.area(i))
        .put("X", truth.centroid(i, 0) + 0.5)
        .put("Y", truth.centroid(i, 1) + 0.5)
        .put("BX", truth.low(i, 0))
        .put("BY", truth.low(i, 1))
        .put("Width", truth.high(i, 0) - truth.low(i, 0) + 1)
        .put("Height", truth.high(i, 1) - truth.low(i, 1) + 1);
  }
}
