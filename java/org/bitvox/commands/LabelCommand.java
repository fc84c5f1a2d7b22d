// SPDX-License-Identifier: BSD-2-Clause
package org.bitvox.commands;

import ij.gui.Roi;
import java.io.IOException;
import java.util.List;
import java.util.Locale;
import org.bitvox.Extent;
import org.bitvox.Label;
import org.bitvox.calls.Call;
import org.bitvox.calls.Command;
import org.bitvox.calls.InputImage;
import org.bitvox.calls.Notes;
import org.bitvox.calls.ResultImage;
import org.bitvox.calls.Scale;
import org.bitvox.calls.Table;
import org.bitvox.files.OutputFormat;
import org.bitvox.files.PixelType;
import org.bitvox.parameters.Keys;
import org.bitvox.parameters.Parameter;
import org.bitvox.parameters.Parameters;
import org.bitvox.parameters.UsageException;
import org.bitvox.parameters.Values;

/** Connected components, measured and filtered. */
public final class LabelCommand extends Command {
  private static final Parameters PARAMETERS =
      new Parameters(
          "label",
          "labels, measures and filters the connected objects of a binary volume",
          Keys.withInput(
              Keys.connectivity().hint("neighbours that join"),
              Parameter.choice(
                      "result",
                      "the new image: one label per object, the objects that are left as 255, or none",
                      "labels",
                      "binary",
                      "none")
                  .hint("new image")
                  .withoutColumn(),
              size("min_size", "drops objects that are smaller").or("1"),
              size("max_size", "drops objects that are larger; 0 for none")
                  .or("0")
                  .hint("voxels, 0: no limit"),
              Parameter.flag(
                      "largest",
                      "keeps only the largest of those that are left: one of all slices with per_slice, too")
                  .hint("keep this one only"),
              Parameter.flag("no_border", "drops objects that touch the border of the image")
                  .hint("drop what touches it"),
              Parameter.image(
                      "second", "an image whose values are measured in the objects; as input=")
                  .hint("image to measure in objects")
                  .ofSameSize(),
              Keys.threshold(),
              Keys.backend(),
              Parameter.flag("per_slice", "objects end at their slices").hint("2D objects"),
              Parameter.flag(
                      "rois", "adds the objects to the ROI Manager, one per slice, 10000 at most")
                  .hint("to the ROI Manager, one per slice")
                  .in(Parameter.Scope.IMAGEJ)
                  .withoutColumn(),
              Keys.threads(),
              Parameter.output(
                      "output",
                          "writes the new image; labels in files other than .tif are 32-bit integers",
                      "tif", "raw")
                  .onlyWith("result", "labels", "binary"),
              Parameter.output("save", "writes the table of objects", "csv"),
              Parameter.output("summary", "writes a row for the image", "csv")));

  /** Called by ImageJ. */
  public LabelCommand() {
    super("Bitvox Label Components", PARAMETERS);
  }

  private static Parameter size(String key, String help) {
    return Parameter.integer(key, "voxels", key.equals("min_size") ? 1 : 0, 1L << 48, help);
  }

  /** Bits, and the runs of voxels in a row. */
  @Override
  protected double memory(Values values, InputImage image) {
    return bytes(image);
  }

  @Override
  protected double leastMemory(Values values, InputImage image) {
    return leastBytes(image);
  }

  /** The volume once more in bits, and where its runs begin. */
  static double leastBytes(InputImage image) {
    return image.voxels() * 3 / 16.0;
  }

  static double bytes(InputImage image) {
    return image.voxels() * 0.65;
  }

  @Override
  protected String remark(Values values, InputImage image) {
    String touching = "Objects that touch are one; Bitvox Split Objects separates them.";
    Scale scale = image.scale();
    if (!scale.calibrated() || scale.isMixed()) {
      return touching;
    }
    boolean flat = values.flag("per_slice") || image.depth() == 1;
    double size = 1000 * scale.x * scale.y * (flat ? 1 : scale.z);
    String sizes = flat ? " pixels are %.4g %s^2." : " voxels are %.4g %s^3.";
    return touching + "\n1000" + String.format(Locale.ROOT, sizes, size, scale.unit);
  }

  @Override
  protected void run(Call call) throws IOException {
    InputImage input = call.input();
    Values values = call.values();
    InputImage second = call.image("second");
    if (second != null) {
      second.requireSizeOf(input);
    }
    boolean flat = values.flag("per_slice") || input.depth() == 1;
    boolean labels = values.text("result").equals("labels");
    boolean binary = values.text("result").equals("binary");
    Label label =
        label(values, input.usableScale(), flat)
            .objects(true)
            .second(second == null ? null : second.shown())
            .binary(binary)
            .pixels(hasIntegers(values) ? Label.Pixels.INTEGER : Label.Pixels.IMAGE);
    LabelImage image = labels ? new LabelImage(call, "output", "_labels") : null;
    if (labels && hasIntegers(values)) {
      image.begin(PixelType.INT32); // slices of blocks do not come here
    }
    ResultImage mask =
        binary
            ? call.results().newImage("output", input.named("_objects"), input.binaryFormat())
            : null;
    LabelRois rois = null;
    if (values.flag("rois")) {
      LabelRois.check();
      rois = new LabelRois(input.width(), image);
    }
    try (Label.Result result =
        label.label(input.binary(), rois == null ? image : rois, call.progress())) {
      if (rois != null) {
        List<Roi> selections = input.placed(rois.of(result.objects(), call.progress()));
        call.results().showElsewhere(() -> LabelRois.show(selections));
      }
      if (mask != null) {
        mask.write(result.binary());
      }
      LabelTables tables = new LabelTables(result.objects(), input, flat);
      String note =
          Notes.of(
              Notes.ofForeground(result.found()),
              note(values, input),
              tables.noteOfMany(),
              result.run().note());
      String small = tables.noteOfSmall(call.progress());
      call.results().summary("summary", summary(call, result, tables, flat, Notes.of(note, small)));
      tables.give(call);
      call.messages().note(note);
      call.messages().ranOn(result.run().backend());
    }
  }

  private static Table summary(
      Call call, Label.Result result, LabelTables tables, boolean flat, String note) {
    Table table = new Table();
    Table.Row row = call.results().addRow(table, call.input().name());
    row.put("Objects found", result.found()).put("Objects", result.kept());
    tables.putSizes(row, result.voxels(), call.progress());
    row.putLast("Backend", result.run().backend()).putLast("Note", note);
    return flat ? table.ofSlices() : table;
  }

  /** The same words mean another thing in Morphology. */
  private static String note(Values values, InputImage input) {
    return values.flag("largest") && values.flag("per_slice") && input.depth() > 1
        ? "Of all slices one object is kept, the largest; Morphology (keep_largest) keeps one in each."
        : "";
  }

  private static Label label(Values values, Scale scale, boolean flat) {
    return new Label()
        .connectivity(connectivity(values.text("connectivity"), flat))
        .extent(values.flag("per_slice") ? Extent.PER_SLICE : Extent.VOLUME)
        .minSize(values.longInteger("min_size"))
        .maxSize(values.longInteger("max_size"))
        .largest(values.flag("largest"))
        .noBorder(values.flag("no_border"))
        .spacing(scale.x, scale.y, scale.z)
        .backend(values.text("backend"))
        .threads(values.integer("threads"));
  }

  static Label.Connectivity connectivity(String neighbours, boolean flat) {
    if (!flat && (neighbours.equals("8") || neighbours.equals("4"))) {
      throw UsageException.notAllowed("connectivity", neighbours, "6, 18 or 26, or per_slice");
    }
    switch (neighbours) {
      case "6":
      case "4":
        return Label.Connectivity.FACES;
      case "18":
        return Label.Connectivity.EDGES;
      default:
        return Label.Connectivity.ALL;
    }
  }

  /** Whether the file has labels as integers. */
  private static boolean hasIntegers(Values values) {
    return values.has("output") && OutputFormat.hasIntegers(values.text("output"));
  }
}
