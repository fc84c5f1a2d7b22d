// SPDX-License-Identifier: BSD-2-Clause
package org.bitvox.commands;

import java.io.IOException;
import org.bitvox.BinaryVolume;
import org.bitvox.DistanceMap;
import org.bitvox.Edges;
import org.bitvox.Extent;
import org.bitvox.calls.Call;
import org.bitvox.calls.Command;
import org.bitvox.calls.InputImage;
import org.bitvox.calls.Notes;
import org.bitvox.calls.Reach;
import org.bitvox.calls.ResultImage;
import org.bitvox.calls.Scale;
import org.bitvox.calls.Table;
import org.bitvox.files.PixelType;
import org.bitvox.parameters.Keys;
import org.bitvox.parameters.Parameter;
import org.bitvox.parameters.Parameters;
import org.bitvox.parameters.Values;

/** How far voxels are from the background, or from the object. */
public final class DistanceMapCommand extends Command {
  private static final Parameters PARAMETERS =
      new Parameters(
          "distance_map",
          "how far every voxel of a binary volume is from the background, or from the object",
          Keys.withInput(
              Parameter.choice(
                  "metric",
                  "the straight line, the steps along the axes, or the most steps along one",
                  "euclidean",
                  "city-block",
                  "chessboard"),
              Parameter.choice(
                  "region",
                  "of the object's voxels to the background, of the background's to the object, or"
                      + " the first minus the second",
                  "inside",
                  "outside",
                  "signed"),
              Keys.edges("what is outside the volume does not count, or is background", "clipped")
                  .onlyWith("region", "inside", "signed"),
              Parameter.choice(
                  "result",
                  "32-bit distances in the image's unit, or 16-bit whole numbers in voxels: the"
                      + " square of the euclidean distance, the others themselves",
                  "float",
                  "integers"),
              Keys.threshold(),
              Keys.mask(),
              Keys.backend(),
              Parameter.flag("per_slice", "measures within every slice on its own")
                  .hint("2D distances"),
              Keys.threads(),
              Parameter.output("output", "writes the map", "tif"),
              Parameter.output("save", "writes the table", "csv")));

  private static final String NO_BACKGROUND =
      "There is no background to measure the distance to: it is infinite.";
  private static final String NO_OBJECT =
      "There is no object to measure the distance to: it is infinite.";

  /** Called by ImageJ. */
  public DistanceMapCommand() {
    super("Bitvox Distance Map", PARAMETERS);
  }

  /** A squared distance a voxel. */
  @Override
  protected double memory(Values values, InputImage image) {
    boolean two = values.text("region").equals("signed");
    return image.voxels() * (image.scale().anisotropic() ? 5.4 : two ? 4.5 : 2.4);
  }

  /** Squared distances or their roots, of two bytes at least. */
  @Override
  protected double leastMemory(Values values, InputImage image) {
    return 2.0 * image.voxels();
  }

  @Override
  protected void run(Call call) throws IOException {
    InputImage input = call.input();
    Values values = call.values();
    Scale scale = input.usableScale();
    checkCubes(input.name(), values, scale);
    boolean integers = values.text("result").equals("integers");
    BinaryVolume mask = call.mask();
    BinaryVolume volume = input.binary();
    PixelType type = integers ? PixelType.UINT16 : PixelType.FLOAT32;
    ResultImage map =
        call.results()
            .newImage("output", input.named("_distances"), input.format(type))
            .withColourBar(scale.calibrated() && !integers ? scale.unit : "voxels")
            .withRangeOfStack();
    DistanceMap.Result result =
        distanceMap(values, scale)
            .measure(volume, mask, map.isWanted() ? map::accept : null, call.progress());

    String note = note(result, values, mask != null);
    call.results().table("save", table(call, scale, result, note));
    call.messages().note(note);
    call.messages().ranOn(result.run().backend());
  }

  @Override
  protected Reach reach(Values values, InputImage image) {
    return values.flag("per_slice") || image.depth() == 1
        ? Reach.slices(0)
        : Reach.everything("distances go through all slices; per_slice has a preview");
  }

  private static DistanceMap distanceMap(Values values, Scale scale) {
    double[] voxel = scale.voxel();
    return new DistanceMap()
        .spacing(voxel[0], voxel[1], voxel[2])
        .metric(values.constant("metric", DistanceMap.Metric.class))
        .region(values.constant("region", DistanceMap.Region.class))
        .edges(values.constant("edges", Edges.class))
        .extent(values.flag("per_slice") ? Extent.PER_SLICE : Extent.VOLUME)
        .result(values.constant("result", DistanceMap.Numbers.class))
        .backend(values.text("backend"))
        .threads(values.integer("threads"));
  }

  private static void checkCubes(String image, Values values, Scale scale) {
    String only =
        !values.text("metric").equals("euclidean")
            ? "metric"
            : values.text("result").equals("integers") ? "result" : "";
    if (scale.anisotropic() && !only.isEmpty()) {
      throw new IllegalArgumentException(
          image
              + (": " + only + "=" + values.text(only))
              + (" counts voxels, which must be cubes, not " + scale.words())
              + "; use metric=euclidean result=float");
    }
  }

  private static String note(DistanceMap.Result result, Values values, boolean masked) {
    String infinite = infinite(result, values.text("result").equals("integers"));
    String none = masked ? Notes.ofMask(result.voxels()) : Notes.ofForeground(result.voxels());
    String empty = infinite.equals(NO_OBJECT) ? "" : none;
    return Notes.of(empty, infinite, result.run().note());
  }

  /** 65535 may stand for an infinite distance, or for a long one. */
  private static String infinite(DistanceMap.Result result, boolean integers) {
    if (integers && Math.max(result.largestInside(), result.largestOutside()) == 65535) {
      return "65535 stands for all larger numbers, infinite ones too.";
    }
    if (Double.isInfinite(result.largestInside())) {
      return NO_BACKGROUND;
    }
    return Double.isInfinite(result.largestOutside()) ? NO_OBJECT : "";
  }

  private static Table table(Call call, Scale scale, DistanceMap.Result result, String note) {
    Values values = call.values();
    boolean squares =
        values.text("result").equals("integers") && values.text("metric").equals("euclidean");
    boolean lengths = values.text("result").equals("float") && scale.calibrated();
    String unit = lengths ? scale.unit : squares ? "voxels squared" : "voxels";
    String region = values.text("region"); // the other one is not measured
    Table table = new Table();
    call.results()
        .addRow(table, call.input().name())
        .put("Voxels", result.voxels())
        .put(
            "Largest inside (" + unit + ")", region.equals("outside") ? "" : result.largestInside())
        .put(
            "Largest outside (" + unit + ")",
            region.equals("inside") ? "" : result.largestOutside())
        .putLast("Backend", result.run().backend())
        .putLast("Note", note);
    return table;
  }
}
