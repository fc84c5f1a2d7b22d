// SPDX-License-Identifier: BSD-2-Clause
package org.bitvox.commands;

import java.io.IOException;
import org.bitvox.BayerPattern;
import org.bitvox.Debayer;
import org.bitvox.Demosaicing;
import org.bitvox.GreyImage;
import org.bitvox.ProgressListener;
import org.bitvox.RunReport;
import org.bitvox.UnsuitableImageException;
import org.bitvox.calls.Call;
import org.bitvox.calls.Command;
import org.bitvox.calls.InputImage;
import org.bitvox.calls.Notes;
import org.bitvox.calls.PartListener;
import org.bitvox.calls.Reach;
import org.bitvox.calls.ResultImage;
import org.bitvox.calls.Table;
import org.bitvox.files.PixelType;
import org.bitvox.files.StackFormat;
import org.bitvox.parameters.Keys;
import org.bitvox.parameters.Parameter;
import org.bitvox.parameters.Parameters;
import org.bitvox.parameters.Values;

/** Makes colour images of the mosaics that a camera took. */
public final class DebayerCommand extends Command {
  private static final Parameters PARAMETERS =
      new Parameters(
          "debayer",
          "makes colour images of the Bayer mosaics that a camera took",
          Keys.withInput(
              Parameter.choice(
                  "pattern",
                  "colours of the first two pixels of the first row, then of the second row",
                  "rggb",
                  "bggr",
                  "grbg",
                  "gbrg"),
              Parameter.choice(
                  "method",
                  "means of the neighbours of a colour, or means corrected by the gradient of the"
                      + " measured colour, which are sharper",
                  "bilinear",
                  "gradient"),
              Parameter.choice(
                  "result",
                  "RGB pixels, or three channels of the image's type; a 16-bit image always has"
                      + " channels, as RGB has 8 bits per colour",
                  "rgb",
                  "channels"),
              Keys.backend(),
              Keys.threads(),
              Parameter.output("output", "writes the result", "tif").required()));

  private static final long PART_BYTES = 1 << 27;

  private static final String SIXTEEN_BITS =
      "The image has 16 bits, so the result has three channels: RGB has 8 bits per colour.";

  private final long partBytes;

  /** Called by ImageJ. */
  public DebayerCommand() {
    this(PART_BYTES);
  }

  /**
   * For tests.
   *
   * @param partBytes of the mosaic: so much is read and computed at a time, however long a movie is
   */
  DebayerCommand(long partBytes) {
    super("Bitvox Debayer", PARAMETERS);
    this.partBytes = partBytes;
  }

  /** Some frames on their way, of which each pixel becomes four bytes or three values. */
  @Override
  protected double memory(Values values, InputImage image) {
    double frame = (double) image.width() * image.height() * image.bitDepth() / Byte.SIZE;
    return frame * framesAtOnce(image) + 4 * frame;
  }

  @Override
  protected boolean readsInParts() {
    return true;
  }

  @Override
  protected Reach reach(Values values, InputImage image) {
    return image.bitDepth() == 8
        ? Reach.slices(0)
        : Reach.everything("a preview in colours needs an 8-bit image");
  }

  @Override
  protected void run(Call call) throws IOException {
    InputImage input = call.input();
    if (input.bitDepth() == 32) {
      throw new UnsuitableImageException(
          "8- or 16-bit grey image required: a Bayer mosaic as the camera gave it.");
    }
    boolean wanted = call.values().text("result").equals("channels") && !input.isPreview();
    boolean channels = wanted || input.bitDepth() == 16;
    ResultImage colours =
        call.results().newImage("output", input.named("_colours"), format(input, channels));
    RunReport run = apply(debayer(call.values(), channels), call, channels ? 3 : 1, colours);
    boolean other = channels && call.values().text("result").equals("rgb");
    String note = Notes.of(other ? SIXTEEN_BITS : "", run.note());
    Table table = new Table();
    call.results()
        .addRow(table, input.name())
        .putLast("Backend", run.backend())
        .putLast("Note", note);
    call.results().print(table);
    call.messages().note(note);
    call.messages().ranOn(run.backend());
  }

  private static Debayer debayer(Values values, boolean channels) {
    return new Debayer()
        .pattern(values.constant("pattern", BayerPattern.class))
        .method(values.constant("method", Demosaicing.class))
        .result(channels ? Debayer.ResultType.CHANNELS : Debayer.ResultType.RGB)
        .backend(values.text("backend"))
        .threads(values.integer("threads"));
  }

  /** Some frames after the other, so that of a file no more than these are in memory. */
  private RunReport apply(Debayer debayer, Call call, int channels, ResultImage colours)
      throws IOException {
    InputImage input = call.input();
    int depth = input.depth();
    int atOnce = framesAtOnce(input);
    int parts = (depth + atOnce - 1) / atOnce;
    RunReport run = null;
    for (int part = 0; part < parts; part++) {
      int first = part * atOnce;
      ProgressListener whole = new PartListener(call.progress(), part, parts);
      GreyImage mosaic =
          input.greySlices(first, Math.min(atOnce, depth - first), new PartListener(whole, 0, 2));
      run =
          debayer
              .apply(
                  mosaic,
                  (slice, pixels) -> colours.accept(first * channels + slice, pixels),
                  new PartListener(whole, 1, 2))
              .run();
      input.free(mosaic);
    }
    return run;
  }

  private int framesAtOnce(InputImage image) {
    long frame = (long) image.width() * image.height() * image.bitDepth() / Byte.SIZE;
    return (int) Math.max(1, Math.min(image.depth(), partBytes / frame));
  }

  /** Channels keep what the mosaic's values stand for. */
  private static StackFormat format(InputImage input, boolean channels) {
    if (!channels) {
      return input.format(PixelType.RGB);
    }
    return input
        .format(PixelType.ofBits(input.bitDepth()))
        .calibration(input.calibration().copy())
        .channels(3)
        .composite()
        .labels(slice -> null);
  }
}
