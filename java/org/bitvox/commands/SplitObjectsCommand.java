// SPDX-License-Identifier: BSD-2-Clause
package org.bitvox.commands;

import java.io.IOException;
import org.bitvox.Edges;
import org.bitvox.Extent;
import org.bitvox.GreyImage;
import org.bitvox.Label;
import org.bitvox.SliceReceiver;
import org.bitvox.SplitObjects;
import org.bitvox.calls.Call;
import org.bitvox.calls.Command;
import org.bitvox.calls.InputImage;
import org.bitvox.calls.Notes;
import org.bitvox.calls.Reach;
import org.bitvox.calls.Scale;
import org.bitvox.calls.Table;
import org.bitvox.files.OutputFormat;
import org.bitvox.parameters.DialogRules;
import org.bitvox.parameters.Keys;
import org.bitvox.parameters.Parameter;
import org.bitvox.parameters.Parameters;
import org.bitvox.parameters.Values;

/** Splits objects that touch, by a watershed of the distance map or of a grey image. */
public final class SplitObjectsCommand extends Command {
  private static final double MOST_TOLERANCE = 1e9;

  private static final Parameters PARAMETERS =
      new Parameters(
          "split_objects",
          "splits objects of a binary volume that touch, by a watershed, and measures the parts",
          Keys.withInput(
              Parameter.choice(
                  "heights",
                  "what has its peaks in the middle of objects: the distance to the background, or"
                      + " the values of grey=, bright, dark or of the smallest gradient",
                  "distance",
                  "bright",
                  "dark",
                  "gradient"),
              Parameter.image(
                      "grey", "the grey image for bright, dark and gradient; without it the input")
                  .ofSameSize()
                  .onlyWith("heights", "bright", "dark", "gradient"),
              Parameter.decimal(
                      "tolerance",
                      "",
                      0,
                      MOST_TOLERANCE,
                      "joins a peak to a higher one if the way there descends no more than this, in"
                          + " the image's unit or in values; without it half the side of a voxel, of"
                          + " values 0")
                  .hint("in the image's unit; empty: half a voxel")
                  .onlyWithout("markers")
                  .withoutColumn(),
              Parameter.image(
                      "markers",
                      "splits into the parts that these mark, instead of peaks: an image of labels,"
                          + " or a binary one, each of whose objects is a marker")
                  .hint("instead of peaks")
                  .ofSameSize(),
              Parameter.inputFile(
                      "rois",
                      "the same by ROIs, .roi or .zip of ImageJ: each point or other ROI is a marker")
                  .hint("file of markers")
                  .dialog(DialogRules::ofOneImage),
              Parameter.flag(
                      "drawn_markers",
                      "the same by the points that are selected in the input, or, without them, by"
                          + " the ROIs of the ROI Manager")
                  .hint("selected points, or ROI Manager")
                  .orSelectedPoints(" if Drawn markers is ticked")
                  .in(Parameter.Scope.IMAGEJ)
                  .withoutColumn(),
              Keys.connectivity().hint("neighbours that join"),
              Keys.edges(
                      "for the distance, what is outside the volume does not count, or is background",
                      "clipped")
                  .onlyWith("heights", "distance"),
              Parameter.choice(
                      "result",
                      "the new image: a label for each part, the parts as 255 with lines between"
                          + " them, or none",
                      "labels",
                      "binary",
                      "none")
                  .hint("new image")
                  .withoutColumn(),
              Parameter.flag("line", "leaves a line of background between parts, of labels too")
                  .hint("between parts"),
              Parameter.image(
                      "second", "an image whose values are measured in the parts; as input=")
                  .hint("image to measure in parts")
                  .ofSameSize(),
              Keys.threshold(),
              Keys.backend(),
              Parameter.flag("per_slice", "objects end at their slices").hint("2D objects"),
              Keys.threads(),
              Parameter.output(
                      "output",
                      "writes the new image; labels in files other than .tif are 32-bit integers",
                      "tif",
                      "raw")
                  .onlyWith("result", "labels", "binary"),
              Parameter.output("save", "writes the table of parts", "csv"),
              Parameter.output("summary", "writes a row for the image", "csv")));

  /** Called by ImageJ. */
  public SplitObjectsCommand() {
    super("Bitvox Split Objects", PARAMETERS);
  }

  /** Heights and labels. */
  @Override
  protected double memory(Values values, InputImage image) {
    boolean distances = values.text("heights").equals("distance");
    return image.voxels() * (distances && !image.scale().anisotropic() ? 8.5 : 13.5);
  }

  @Override
  protected double leastMemory(Values values, InputImage image) {
    return 6.0 * image.voxels();
  }

  @Override
  protected Reach reach(Values values, InputImage image) {
    if (values.text("result").equals("none")) {
      return Reach.everything("result=none makes no image");
    }
    if (!values.flag("per_slice") && image.depth() > 1) {
      return Reach.everything("objects go on in other slices; per_slice has a preview");
    }
    Reach reach = Reach.slices(0);
    return values.text("result").equals("labels") ? reach.inColours(LabelColours.table()) : reach;
  }

  @Override
  protected void run(Call call) throws IOException {
    InputImage input = call.input();
    Values values = call.values();
    boolean flat = values.flag("per_slice") || input.depth() == 1;
    boolean binary = values.text("result").equals("binary");
    InputImage second = call.image("second");
    if (second != null) {
      second.requireSizeOf(input);
    }
    SplitObjectsMarkers markers = SplitObjectsMarkers.of(call);
    SplitObjects split =
        split(values, input.usableScale(), flat)
            .objects(true)
            .image(heights(call))
            .markers(markers.image())
            .second(second == null ? null : second.shown())
            .binary(binary);
    SliceReceiver labels =
        values.text("result").equals("labels") ? new LabelImage(call, "output", "_parts") : null;
    try (SplitObjects.Result result = split.split(input.binary(), labels, call.progress())) {
      if (binary) {
        call.results()
            .newImage("output", input.named("_split"), input.binaryFormat())
            .write(result.binary());
      }
      LabelTables tables =
          new LabelTables(result.objects(), input, flat).withMarkers(result.markerOf());
      String note = Notes.of(markers.note(), note(call, result, tables));
      String small = tables.noteOfSmall(call.progress());
      call.results().summary("summary", summary(call, result, tables, flat, Notes.of(note, small)));
      tables.give(call);
      call.messages().note(note);
      call.messages().ranOn(result.run().backend());
    }
  }

  /** Null where they are the distance map. */
  private static GreyImage heights(Call call) throws IOException {
    if (call.values().text("heights").equals("distance")) {
      return null;
    }
    InputImage image = call.image("grey");
    if (image == null) {
      return call.input().shown();
    }
    image.requireSizeOf(call.input());
    return image.shown();
  }

  private static SplitObjects split(Values values, Scale scale, boolean flat) {
    boolean integers = values.has("output") && OutputFormat.hasIntegers(values.text("output"));
    return new SplitObjects()
        .heights(values.constant("heights", SplitObjects.Heights.class))
        .tolerance(tolerance(values, scale, flat))
        .connectivity(LabelCommand.connectivity(values.text("connectivity"), flat))
        .extent(values.flag("per_slice") ? Extent.PER_SLICE : Extent.VOLUME)
        .edges(values.constant("edges", Edges.class))
        .line(values.flag("line") || values.text("result").equals("binary"))
        .pixels(integers ? Label.Pixels.INTEGER : Label.Pixels.IMAGE)
        .spacing(scale.x, scale.y, scale.z)
        .backend(values.text("backend"))
        .threads(values.integer("threads"));
  }

  private static double tolerance(Values values, Scale scale, boolean flat) {
    if (values.has("tolerance")) {
      return values.decimal("tolerance");
    }
    double side = Math.min(scale.x, scale.y);
    return values.text("heights").equals("distance")
        ? Math.min(MOST_TOLERANCE, 0.5 * (flat ? side : Math.min(side, scale.z)))
        : 0;
  }

  private static Table summary(
      Call call, SplitObjects.Result result, LabelTables tables, boolean flat, String note) {
    Table table = new Table();
    Table.Row row = call.results().addRow(table, call.input().name());
    row.put("Objects found", result.found()).put("Peaks", result.peaks());
    if (result.markerOf().length == 0) {
      row.put("Tolerance" + unit(call, flat), tolerance(call.values(), call.input().scale(), flat));
    }
    row.put("Markers", result.markers()).put("Parts", result.parts());
    tables.putSizes(row, result.voxels(), call.progress());
    row.put("Line " + (flat ? "pixels" : "voxels"), result.lineVoxels());
    row.putLast("Backend", result.run().backend()).putLast("Note", note);
    return flat ? table.ofSlices() : table;
  }

  /** Of distances. */
  private static String unit(Call call, boolean flat) {
    Scale scale = call.input().scale();
    String voxels = flat ? "pixels" : "voxels";
    return call.values().text("heights").equals("distance")
        ? " (" + (scale.calibrated() ? scale.unit : voxels) + ")"
        : "";
  }

  /** Foreground without a height is none. */
  private static String noneFound(Call call, long objects) {
    boolean distance = call.values().text("heights").equals("distance");
    return distance || objects > 0
        ? Notes.ofForeground(objects)
        : "No voxel of the foreground has a height: there is none, or all values there are NaN.";
  }

  /** Whether the heights are a binary image, as the input must be without a threshold. */
  private static boolean isFlat(Call call) {
    Values values = call.values();
    return !values.text("heights").equals("distance")
        && call.image("grey") == null
        && !values.has("threshold");
  }

  private static String note(Call call, SplitObjects.Result result, LabelTables tables) {
    long lost = result.lostMarkers();
    long whole = result.unmarked();
    long vanished = result.markers() + whole - result.parts();
    return Notes.of(
        noneFound(call, result.found()),
        isFlat(call) && result.found() > 0
            ? "The heights are those of the binary input, which has no peaks: choose a grey image as"
                + " Grey, or heights=distance."
            : "",
        lost == 0 ? "" : "Markers outside the foreground, which are unused: " + lost + ".",
        whole == 0 ? "" : "Objects without a marker, which stay whole: " + whole + ".",
        vanished <= 0 ? "" : "Parts that are nothing but line, which are gone: " + vanished + ".",
        tables.noteOfMany(),
        result.run().note());
  }
}
