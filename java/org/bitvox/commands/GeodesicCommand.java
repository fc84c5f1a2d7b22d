// SPDX-License-Identifier: BSD-2-Clause
package org.bitvox.commands;

import ij.ImagePlus;
import ij.gui.PointRoi;
import ij.plugin.LutLoader;
import java.io.IOException;
import java.util.List;
import java.util.Locale;
import org.bitvox.BinaryVolume;
import org.bitvox.Geodesic;
import org.bitvox.GreyImage;
import org.bitvox.calls.Call;
import org.bitvox.calls.Command;
import org.bitvox.calls.InputImage;
import org.bitvox.calls.Notes;
import org.bitvox.calls.ResultImage;
import org.bitvox.calls.Scale;
import org.bitvox.calls.Table;
import org.bitvox.files.PixelType;
import org.bitvox.parameters.DialogRules;
import org.bitvox.parameters.Keys;
import org.bitvox.parameters.Parameter;
import org.bitvox.parameters.Parameters;
import org.bitvox.parameters.UsageException;
import org.bitvox.parameters.Values;

/** The least cost of a path from a seed to each voxel, and whose seed it is. */
public final class GeodesicCommand extends Command {
  private static final Parameters PARAMETERS =
      new Parameters(
          "geodesic",
          "the least cost of a path from a seed to each voxel of an image, and the label of the"
              + " nearest seed",
          Keys.withInput(
              Parameter.image(
                      "seeds",
                      "image of the same size: 0 where nothing is seeded, else the label; as input=;"
                          + " without it the seeds are ROIs, or border")
                  .hint("image, or ROI Manager")
                  .ofSameSize()
                  .onlyWithout("objects")
                  .dialog(rules -> rules.suggested(GeodesicCommand::maySeed)),
              Parameter.inputFile(
                      "rois",
                      "the ROIs that are seeds, .roi or .zip of ImageJ; without it the points"
                          + " that are selected, or those of the ROI Manager; each point has a label")
                  .hint("file; empty: points, ROI Manager")
                  .orSelectedPoints(", unless other seeds are given")
                  .onlyWithout("objects")
                  .dialog(DialogRules::ofOneImage),
              Parameter.flag("border", "the seeds are all voxels at the faces of the image")
                  .hint("seeds at the faces")
                  .onlyWithout("objects"),
              Parameter.flag(
                      "objects",
                      "measures how long each connected object of voxels that are not 0 is; the"
                          + " seeds are the objects' ends, the cost is uniform")
                  .hint("measure their lengths"),
              GeodesicKeys.cost("seeds").onlyWithout("objects"),
              GeodesicKeys.connectivity(),
              GeodesicKeys.mask(),
              Keys.backend(),
              Parameter.flag("show_nearest", "shows the label of each voxel's nearest seed")
                  .hint("labels")
                  .in(Parameter.Scope.IMAGEJ)
                  .withoutColumn(),
              Keys.threads(),
              Parameter.output("output", "writes the distances", "tif"),
              Parameter.output("nearest", "writes the label of each voxel's nearest seed", "tif"),
              Parameter.output("save", "writes the table", "csv"),
              Parameter.output("diameters", "with objects: writes the table of them", "csv")));

  /** Of memory for a voxel: its sum, its cost, and a seed. */
  private static final double BYTES = 9;

  private static final double LEAST_BYTES = 5;

  /** Its cost, its label, how it was found, and the sums from both ends. */
  private static final double BYTES_OF_OBJECTS = 15;

  private static final double LEAST_BYTES_OF_OBJECTS = 13;

  /** Called by ImageJ. */
  public GeodesicCommand() {
    super("Bitvox Geodesic Distance", PARAMETERS);
  }

  @Override
  protected double memory(Values values, InputImage image) {
    return image.voxels() * (values.flag("objects") ? BYTES_OF_OBJECTS : BYTES);
  }

  @Override
  protected double leastMemory(Values values, InputImage image) {
    return image.voxels() * (values.flag("objects") ? LEAST_BYTES_OF_OBJECTS : LEAST_BYTES);
  }

  @Override
  protected void run(Call call) throws IOException {
    InputImage input = call.input();
    Values values = call.values();
    Scale scale = input.usableScale();
    boolean objects = values.flag("objects");
    if (values.has("diameters") && !objects) {
      throw new UsageException("diameters= is the table of objects: give objects too");
    }
    RandomWalkerSeeds origin = seeds(call);
    boolean others = values.flag("border") || call.image("seeds") != null;
    if (DrawnRois.selected(input) && others) { // of a file and of objects the log says it
      call.messages()
          .note("the points selected in " + input.name() + " are ignored: there are other seeds");
    }
    BinaryVolume mask = call.mask();
    GreyImage image = objects ? input.whole() : GeodesicKeys.image(input, values);
    ResultImage distances =
        call.results()
            .newImage(
                "output",
                input.named("_distances"),
                input.format(PixelType.FLOAT32).colours(LutLoader.getLut("fire")))
            .withRangeOfStack();
    boolean nearest = values.has("nearest") || values.flag("show_nearest");
    LabelImage labels =
        new LabelImage(call, "nearest", "_nearest").shownIf(values.flag("show_nearest"));
    Geodesic geodesic = GeodesicKeys.set(new Geodesic(), values, input);
    if (objects) {
      geodesic.objects(true).cost(Geodesic.Cost.UNIFORM);
    }
    Geodesic.Result result =
        geodesic.measure(
            image,
            origin == null ? null : origin.image(),
            mask,
            distances.isWanted() ? distances::accept : null,
            nearest ? labels : null,
            call.progress());
    String note = Notes.of(ofBinary(call), GeodesicNotes.of(result, origin));
    String from = objects ? "objects" : origin == null ? "border" : origin.name();
    if (objects) {
      GeodesicObjectsTable table = new GeodesicObjectsTable(result.objects(), input);
      note = GeodesicNotes.ofObjects(result, table.noteOfMany());
      table.give(call);
    }
    call.results().table("save", table(call, scale, result, from, note));
    call.messages().note(note);
    call.messages().ranOn(result.run().backend());
  }

  /** Says that the values of a binary image are odd costs; empty for others. */
  private static String ofBinary(Call call) throws IOException {
    boolean odd = call.values().text("cost").equals("intensity") && call.input().isBinary();
    return odd
        ? "The image is binary: its foreground costs 255, its background nothing. For paths within"
            + " the foreground choose cost=uniform."
        : "";
  }

  /** Not while points are selected. */
  private static boolean maySeed(ImagePlus image, ImagePlus input) {
    return !(input.getRoi() instanceof PointRoi) && RandomWalkerSeeds.mayBe(image, input);
  }

  /** Null for those at the border, or of objects. */
  private static RandomWalkerSeeds seeds(Call call) throws IOException {
    if (call.values().flag("objects")) {
      return null;
    }
    if (!call.values().flag("border")) {
      return RandomWalkerSeeds.numbered(call);
    }
    if (call.image("seeds") != null || call.file("rois") != null) {
      throw new UsageException("seeds are at the border, or others: leave out border, or seeds=");
    }
    return null;
  }

  private static Table table(
      Call call, Scale scale, Geodesic.Result result, String seeds, String note) {
    long[] farthest = result.farthestVoxel();
    String unit = GeodesicKeys.unit(scale);
    String inPieces = " (" + GeodesicKeys.pieces(scale) + ")";
    List<String> axes = GeodesicKeys.axes(scale);
    Table table = new Table();
    Table.Row row = call.results().addRow(table, call.input().name());
    row.put("Labels", result.labels().length)
        .put("Seeds" + inPieces, result.seeds())
        .put("Reached" + inPieces, result.reached())
        .put("Not reached" + inPieces, result.unreached())
        .put("Walls" + inPieces, result.walls())
        .put("Largest distance (cost x " + unit + ")", result.farthest());
    for (String axis : axes) {
      row.put(axis.toUpperCase(Locale.ROOT) + inPieces, farthest[axes.indexOf(axis)]);
    }
    row.put("Unit of cost", result.costUnit())
        .put("Unit of length (" + unit + ")", result.lengthUnit())
        .put(
            "Reference value",
            GeodesicKeys.reference(call.values(), call.input(), result.reference()))
        .putLast("Seeds", seeds)
        .putLast("Backend", result.run().backend())
        .putLast("Note", note);
    return table;
  }
}
