// SPDX-License-Identifier: BSD-2-Clause
package org.bitvox.commands;

import java.io.IOException;
import java.util.Arrays;
import java.util.List;
import org.bitvox.Extent;
import org.bitvox.JointHistogram;
import org.bitvox.JointHistogramResult;
import org.bitvox.ProgressListener;
import org.bitvox.RunReport;
import org.bitvox.calls.Call;
import org.bitvox.calls.Command;
import org.bitvox.calls.InputImage;
import org.bitvox.calls.Notes;
import org.bitvox.calls.RawValues;
import org.bitvox.parameters.DialogRules;
import org.bitvox.parameters.Keys;
import org.bitvox.parameters.Parameter;
import org.bitvox.parameters.Parameters;
import org.bitvox.parameters.UsageException;
import org.bitvox.parameters.Values;

/** How often each pair of values occurs in two images. */
public final class JointHistogramCommand extends Command {
  private static final String BINS_ALLOWED = "2 to 4096, or two such numbers: 64,128";
  private static final String RANGE_ALLOWED =
      "full, data, or two numbers, the smaller first: -1000,2000";

  /** What occurs in an image. */
  private static final String DATA = "data";

  private static final String BLOCK_ALLOWED = "a number from 1, or three such numbers: 3,3,1";
  private static final String COLOCALIZATION = "colocalization";

  private static final Parameters PARAMETERS =
      new Parameters(
          "joint_histogram",
          "how often each pair of values occurs in two images, with their mutual information",
          Keys.withInput(
              Parameter.image("second", "the other image, of the same size; as input=")
                  .hint("image")
                  .dialog(DialogRules::orOtherChannel)
                  .ofSameSize()
                  .required(),
              Keys.mask(),
              Parameter.text("bins", "B", "of both images, or B1,B2; 2 to 4096")
                  .or("256")
                  .hint("B or B1,B2")
                  .withoutColumn(),
              Parameter.text(
                      "range",
                      "LO,HI",
                      "values of input that are counted, full for all that its type has, or data for"
                          + " those that occur, in the mask if there is one")
                  .or("full")
                  .hint("LO,HI, data or full")
                  .dialog(rules -> rules.begins(DATA))
                  .withoutColumn(),
              Parameter.text("second_range", "LO,HI", "the same of the second image")
                  .or("full")
                  .hint("LO,HI, data or full")
                  .dialog(rules -> rules.begins(DATA))
                  .withoutColumn(),
              threshold(
                  "threshold", "of input, for M2", "M2 is taken where input is above this value"),
              threshold(
                  "second_threshold", "for M1", "M1 is taken where the second image is above this"),
              Parameter.choice(
                      "statistics",
                      "the usual ones, or those of colocalisation too: Costes, Spearman, Kendall,"
                          + " Li",
                      "basic",
                      COLOCALIZATION)
                  .alsoSpelt("colocalisation", COLOCALIZATION)
                  .hint("Costes, Spearman, Li: colocalization")
                  .withoutColumn(),
              forColocalization(
                  Parameter.integer(
                          "randomisations",
                          "",
                          0,
                          JointHistogram.MOST_RANDOMISATIONS,
                          "how often blocks of input trade places at random")
                      .or("0")
                      .hint("0 for none")),
              forColocalization(
                  Parameter.text("block", "B", "side of these blocks in voxels, or BX,BY,BZ")
                      .or("3")
                      .hint("voxels, B or BX,BY,BZ")),
              forColocalization(
                  Parameter.integer("seed", "", 0, 1L << 53, "of the random numbers").or("1")),
              Keys.backend(),
              Parameter.flag("per_slice", "one histogram and one row per slice")
                  .hint("a histogram each")
                  .withoutColumn(),
              Keys.threads(),
              Parameter.output("output", "writes the histogram as a 32-bit image", "tif"),
              Parameter.output("save", "writes the statistics", "csv"),
              Parameter.output("counts", "writes the exact counts that are not 0", "csv")));

  /** Called by ImageJ. */
  public JointHistogramCommand() {
    super("Bitvox Joint Histogram", PARAMETERS);
  }

  private static Parameter threshold(String key, String hint, String help) {
    return Parameter.decimal(key, "", Double.NEGATIVE_INFINITY, Double.POSITIVE_INFINITY, help)
        .or("0")
        .hint(hint);
  }

  /** Stands in the rows where it means something. */
  private static Parameter forColocalization(Parameter parameter) {
    return parameter.onlyWith("statistics", COLOCALIZATION).withoutColumn();
  }

  /** Histograms; ranks of floats, and what trades places. */
  @Override
  protected double memory(Values values, InputImage image) {
    int[] bins = bins(values);
    double bytes = 3.0 * Long.BYTES * bins[0] * bins[1];
    if (isColocalization(values)) {
      bytes += image.voxels() * (image.bitDepth() == 32 ? 16.5 : 0.1);
      bytes += values.integer("randomisations") > 0 ? image.voxels() * 4.2 : 0;
    }
    return bytes;
  }

  @Override
  protected void run(Call call) throws IOException {
    InputImage first = call.input();
    InputImage second = call.image("second");
    boolean perSlice = call.values().flag("per_slice");
    second.requireSizeOf(first);
    requireTwoChannels(call);

    JointHistogram histogram = histogram(call);
    setColocalization(histogram, call.values(), perSlice ? 1 : first.depth());
    int[] bins = bins(call.values());
    long bytes = Long.BYTES + (call.values().has("output") ? Float.BYTES : 0);
    call.needs(
        perSlice ? "a histogram of each slice" : "the histogram",
        bytes * bins[0] * bins[1] * (perSlice ? first.depth() : 1));
    List<JointHistogramResult> results =
        histogram
            .extent(perSlice ? Extent.PER_SLICE : Extent.VOLUME)
            .measureEach(first.grey(), second.grey(), call.mask(), call.progress());

    ProgressListener listener = call.progress();
    JointHistogramImage image =
        new JointHistogramImage(results, first, second, call.values(), listener);
    RunReport run = results.get(0).run();
    String note = Notes.of(run.note(), JointHistogramNotes.of(call, results));
    call.messages().note(note);
    call.results().table("save", JointHistogramTables.table(call, results, perSlice, note));
    call.results()
        .write(
            "counts", path -> JointHistogramTables.writeCounts(results, perSlice, path, listener));
    call.results().showBeside("output", image::counts);
    call.results().show(image::logarithms);
    call.messages().ranOn(run.backend());
  }

  /** One channel of an image goes perfectly with itself, which nobody asks. */
  private static void requireTwoChannels(Call call) throws IOException {
    Values values = call.values();
    String channel = values.text(Keys.CHANNEL);
    boolean same = channel.equals(values.text(Keys.channelKey("second", values)));
    if (!channel.isEmpty() && same && call.input().isSameImage(call.image("second"))) {
      throw new UsageException(
          ("both images are channel " + channel + " of " + call.input().name())
              + (": choose another one (second_channel=" + (channel.equals("1") ? 2 : 1) + ")"));
    }
  }

  private static JointHistogram histogram(Call call) throws IOException {
    Values values = call.values();
    RawValues first = rawValues("range", call.input());
    RawValues second = rawValues("second_range", call.image("second"));
    double[] firstLine = first.line();
    double[] secondLine = second.line();
    JointHistogram histogram =
        new JointHistogram()
            .backend(values.text("backend"))
            .threads(values.integer("threads"))
            .shown(firstLine[0], firstLine[1], secondLine[0], secondLine[1])
            .thresholds(
                threshold("threshold", values, call.input()),
                threshold("second_threshold", values, call.image("second")));
    int[] bins = bins(values);
    histogram.bins(bins[0], bins[1]);
    double[] range = range("range", call, call.input(), bins[0], first);
    if (range != null) {
      histogram.firstRange(range[0], range[1]);
    }
    double[] secondRange = range("second_range", call, call.image("second"), bins[1], second);
    if (secondRange != null) {
      histogram.secondRange(secondRange[0], secondRange[1]);
    }
    return histogram;
  }

  /** Whether colocalisation is measured. */
  static boolean isColocalization(Values values) {
    return values.text("statistics").equals(COLOCALIZATION);
  }

  private static void setColocalization(JointHistogram histogram, Values values, int depth) {
    int[] block = block(values, depth);
    histogram
        .colocalization(isColocalization(values))
        .randomisations(values.integer("randomisations"))
        .block(block[0], block[1], block[2])
        .seed(values.longInteger("seed"));
  }

  /** The sides of a block; where one number says all, it is no deeper than what is measured. */
  static int[] block(Values values, int depth) {
    double[] numbers = values.numbers("block", BLOCK_ALLOWED, 1, 3);
    if (!Arrays.stream(numbers).allMatch(n -> n == Math.rint(n) && n >= 1 && n < 1e9)) {
      throw UsageException.notAllowed("block", values.text("block"), BLOCK_ALLOWED);
    }
    int[] sides = Arrays.stream(numbers).mapToInt(n -> (int) n).toArray();
    return sides.length == 3 ? sides : new int[] {sides[0], sides[0], Math.min(sides[0], depth)};
  }

  private static RawValues rawValues(String key, InputImage image) {
    return new RawValues(key, image.calibration(), image.bitDepth());
  }

  private static double threshold(String key, Values values, InputImage image) {
    return rawValues(key, image).rawOrZero(values.decimal(key));
  }

  /** Numbers of bins of the first and the second image. */
  private static int[] bins(Values values) {
    double[] pair = values.pair("bins", BINS_ALLOWED);
    boolean fine =
        Arrays.stream(pair)
            .allMatch(
                b ->
                    b == Math.rint(b)
                        && b >= JointHistogram.FEWEST_BINS
                        && b <= JointHistogram.MOST_BINS);
    if (!fine) {
      throw UsageException.notAllowed("bins", values.text("bins"), BINS_ALLOWED);
    }
    return new int[] {(int) pair[0], (int) pair[1]};
  }

  /** The range that a key gives, in raw values; null for the full one. */
  private static double[] range(String key, Call call, InputImage image, int bins, RawValues values)
      throws IOException {
    if (call.values().text(key).equals(DATA)) {
      return JointHistogramRange.of(image, call.mask(), bins, call.progress());
    }
    double[] range = shownRange(key, call.values());
    return range == null ? null : new double[] {values.raw(range[0]), values.raw(range[1])};
  }

  /** The same in shown values. */
  private static double[] shownRange(String key, Values values) {
    if (values.text(key).equals("full")) {
      return null;
    }
    double[] range = values.pair(key, RANGE_ALLOWED);
    if (!(range[0] < range[1]) || Double.isInfinite(range[1] - range[0])) {
      throw UsageException.notAllowed(key, values.text(key), RANGE_ALLOWED);
    }
    return range;
  }
}
