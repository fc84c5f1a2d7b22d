// SPDX-License-Identifier: BSD-2-Clause
package org.bitvox.commands;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import org.bitvox.BinaryVolume;
import org.bitvox.RegisterMi;
import org.bitvox.RegisterMiMotion;
import org.bitvox.RunReport;
import org.bitvox.calls.Call;
import org.bitvox.calls.Command;
import org.bitvox.calls.InputImage;
import org.bitvox.calls.Scale;
import org.bitvox.parameters.DialogRules;
import org.bitvox.parameters.Keys;
import org.bitvox.parameters.Parameter;
import org.bitvox.parameters.Parameters;
import org.bitvox.parameters.UsageException;
import org.bitvox.parameters.Values;

/** Lays an image on another, or the frames of a series on one another. */
public final class RegisterMiCommand extends Command {
  private static final Parameters PARAMETERS =
      new Parameters(
          "register_mi",
          "moves an image so that it lies on another, or frames of a series so that they lie on one"
              + " another, by their mutual information",
          Keys.withInput(
              Parameter.image(
                      "second",
                      "the image on which input comes to lie, as input=; none for the frames of a"
                          + " series")
                  .hint("image, stays")
                  .dialog(DialogRules::proposed),
              Parameter.image(
                      Keys.MASK,
                      "compares only where this 8-bit image, of the size of second or of the first"
                          + " frame, is 255; as input=")
                  .hint("of second")
                  .ofEightBits()
                  .onlyWithout("motion")
                  .dialog(DialogRules::offeredIfAny)
                  .dialog(DialogRules::ofOneImage),
              Parameter.choice(
                      Keys.SERIES,
                      "the frame on which each frame of a time series comes to lie, or the mean of"
                          + " those before it",
                      "first",
                      "previous",
                      "mean")
                  .hint("frames onto")
                  .onlyWithout("motion")
                  .withoutColumn(),
              Parameter.integer(
                      "channel",
                      "",
                      1,
                      Integer.MAX_VALUE,
                      "channel by which an image of several is registered; all are moved")
                  .or("1")
                  .withoutColumn(),
              Parameter.text(
                      "max_shift",
                      "X,Y,Z",
                      "largest shift along x, y and z, or one number for all, in the images' unit;"
                          + " without it the smaller image may lie within the larger one or a"
                          + " quarter of its side beyond")
                  .hint("or X,Y,Z, units; empty: automatic")
                  .onlyWithout("motion")
                  .dialog(DialogRules::ofOneImage),
              Parameter.decimal(
                      "max_angle", "degrees", 0, 180, "largest turn, in degrees; 0 for shifts only")
                  .or("0")
                  .onlyWithout("motion"),
              Parameter.choice(
                      "axes",
                      "z turns within the slices, xyz about any axis; each angle to max_angle",
                      "z",
                      "xyz")
                  .onlyWithout("motion"),
              Parameter.inputFile(
                      "start",
                      "searches only near the motions in a table that save= wrote, and near no motion")
                  .hint("table; empty: everywhere")
                  .onlyWithout("motion")
                  .dialog(DialogRules::ofOneImage),
              Parameter.inputFile(
                      "motion", "applies the motion in a table that save= wrote, and searches none")
                  .hint("table; empty: search")
                  .dialog(DialogRules::ofOneImage),
              Parameter.integer(
                      "bins",
                      "of each image",
                      RegisterMi.FEWEST_BINS,
                      RegisterMi.MOST_BINS,
                      "of the values of each image; small images use fewer")
                  .or("64")
                  .onlyWithout("motion")
                  .withoutColumn(),
              Parameter.choice(
                  "interpolation",
                  "between the voxels of input, for the result",
                  "linear",
                  "nearest"),
              Parameter.decimal(
                      "fill",
                      "value outside",
                      Double.NEGATIVE_INFINITY,
                      Double.POSITIVE_INFINITY,
                      "value of the result outside input, as ImageJ shows it")
                  .or("0"),
              Keys.backend(),
              Parameter.flag(
                      "show_overlay",
                      "shows both over one another, red and green, before the motion and after it")
                  .hint("before, after")
                  .in(Parameter.Scope.IMAGEJ)
                  .withoutColumn(),
              Keys.threads(),
              Parameter.output("output", "writes the moved image", "tif"),
              Parameter.output(
                  "overlay",
                  "writes both over one another, red and green, before the motion and after it",
                  "tif"),
              Parameter.output("save", "writes the motion, one row per frame", "csv")));

  /** Of the memory, in bytes: where values are compared, and how often they meet. */
  private static final double POINTS = 15e6;

  /** Called by ImageJ. */
  public RegisterMiCommand() {
    super("Bitvox Register by MI", PARAMETERS);
  }

  /**
   * Both volumes as they are, their halves and the copies without noise, as if of one size, and
   * what a mask leaves; of a motion, what moves.
   */
  @Override
  protected double memory(Values values, InputImage image) {
    double volume = image.voxels() * image.bitDepth() / 8;
    double halves = image.voxels() * Float.BYTES / (image.depth() > 40 ? 7.0 : 3.0);
    double mean =
        values.text(Keys.SERIES).equals("mean") ? RegisterMiMean.BYTES * image.voxels() : 0;
    double smoothed = image.voxels() * Float.BYTES;
    double masked = values.has(Keys.MASK) ? smoothed : 0;
    return values.has("motion")
        ? volume
        : 2 * (volume + halves + smoothed) + mean + masked + POINTS;
  }

  @Override
  protected void run(Call call) throws IOException {
    InputImage input = call.input();
    InputImage second = call.image("second");
    Values values = call.values();
    int channel = channel(values, input);
    if (second != null) {
      second.requireOneVolume();
      checkScales(input.scale(), second.scale());
    }
    Path file = call.file("motion");
    List<RegisterMiMotion> motions =
        file == null ? null : RegisterMiMotionFile.read(file, values.text("motion"), input);
    if (motions == null) {
      checkSearch(values, input, second);
    }
    RegisterMiTable table = new RegisterMiTable(call, channel, motions == null);
    List<RegisterMiMotion> starts = motions == null ? starts(call) : null;
    InputImage place = second == null ? input : second;
    BinaryVolume mask = motions == null ? mask(call, place) : null;
    RegisterMiFrames frames =
        new RegisterMiFrames(
            call,
            place,
            RegisterMiOptions.of(values, input, second).mask(mask),
            RegisterMiOptions.of(values, input, second)
                .interpolation(RegisterMi.Interpolation.NEAREST),
            channel,
            table,
            starts);
    RunReport run =
        motions != null
            ? frames.by(motions)
            : second != null
                ? frames.onto(second)
                : values.text(Keys.SERIES).equals("mean")
                    ? frames.ontoTheirMean(
                        new RegisterMiMean(
                            input,
                            RegisterMiOptions.of(values, input, null)
                                .interpolation(RegisterMi.Interpolation.NEAREST)
                                .fill(0)))
                    : frames.ontoOneAnother(values.text(Keys.SERIES).equals("previous"));
    call.results().table("save", table.table());
    call.messages().ranOn(run.backend());
  }

  /** Where the searches of the frames begin; null if that was not given. */
  private static List<RegisterMiMotion> starts(Call call) throws IOException {
    Values values = call.values();
    InputImage input = call.input();
    Path file = call.file("start");
    if (file == null) {
      return null;
    }
    if (input.frames() > 1 && values.text(Keys.SERIES).equals("previous")) {
      throw UsageException.notAllowed("start", values.text("start"), "it with series=first");
    }
    List<RegisterMiMotion> starts = RegisterMiMotionFile.read(file, values.text("start"), input);
    double[] own = {
      (input.width() - 1) / 2.0, (input.height() - 1) / 2.0, (input.depth() - 1) / 2.0
    };
    for (RegisterMiMotion start : starts) {
      if (start.middle() != null && !Arrays.equals(start.middle(), own)) {
        throw new IOException(
            "start="
                + values.text("start")
                + " turns about another place than the middle of "
                + input.name()
                + "; leave its columns Middle out");
      }
    }
    return starts;
  }

  /** Where the image on which the others come to lie is compared; null for everywhere. */
  private static BinaryVolume mask(Call call, InputImage place) throws IOException {
    InputImage image = call.image(Keys.MASK);
    if (image == null) {
      return null;
    }
    Values values = call.values();
    if (place.frames() > 1 && values.text(Keys.SERIES).equals("previous")) {
      throw UsageException.notAllowed(
          Keys.MASK, values.text(Keys.MASK), "it with series=first or series=mean");
    }
    image.requireOneVolume();
    image.requireSizeOf(place);
    BinaryVolume mask = image.mask();
    if (mask.isEmpty(call.progress())) {
      throw new IllegalArgumentException(
          image.name()
              + " is empty as a mask: it has no voxel of value 255, so nothing is compared");
    }
    return mask;
  }

  private static int channel(Values values, InputImage input) {
    int channel = values.integer("channel");
    if (channel > input.channels()) {
      String allowed = input.channels() == 1 ? "1" : "1 to " + input.channels();
      throw UsageException.notAllowed("channel", values.text("channel"), allowed);
    }
    return channel - 1;
  }

  private void checkSearch(Values values, InputImage input, InputImage second) {
    if (second == null && input.frames() == 1) {
      throw new UsageException(
          (input.isOpen()
                  ? "Bitvox Register by MI needs second=TITLE"
                  : "register_mi needs second=FILE")
              + " to lie on, or motion=FILE; without either it lays the frames of a series on one"
              + " another, and "
              + input.name()
              + " has only one"
              + (input.depth() > 1
                  ? "; if its slices are frames, say so (Image>Properties...)"
                  : ""));
    }
    if (second != null && input.frames() > 1) {
      throw new IllegalArgumentException(
          input.name()
              + " has "
              + input.frames()
              + " frames, which come to lie on one another: leave out second, or extract one frame"
              + " (Image>Duplicate...)");
    }
    boolean any = values.constant("axes", RegisterMi.Axes.class) == RegisterMi.Axes.XYZ;
    if (any && values.decimal("max_angle") == 0) {
      throw UsageException.notAllowed("axes", "xyz", "it with a max_angle above 0");
    }
  }

  private static void checkScales(Scale input, Scale second) {
    if (input.ratio(second) == null) {
      throw new IllegalArgumentException(
          "the sizes of the voxels cannot be compared: "
              + input.words()
              + " of input, "
              + second.words()
              + " of the second image; correct the properties of one of them (Image>Properties)");
    }
  }
}
