// SPDX-License-Identifier: BSD-2-Clause
package org.bitvox.commands;

import java.io.IOException;
import java.util.function.Consumer;
import org.bitvox.BinaryVolume;
import org.bitvox.GreyImage;
import org.bitvox.MinimalPath;
import org.bitvox.calls.Call;
import org.bitvox.calls.Command;
import org.bitvox.calls.InputImage;
import org.bitvox.calls.Notes;
import org.bitvox.parameters.DialogRules;
import org.bitvox.parameters.Keys;
import org.bitvox.parameters.Parameter;
import org.bitvox.parameters.Parameters;
import org.bitvox.parameters.Values;

/** The cheapest ways through an image between points. */
public final class MinimalPathCommand extends Command {
  private static final Parameters PARAMETERS =
      new Parameters(
          "minimal_path",
          "the cheapest paths between points of an image, as ROIs, table and SWC file",
          Keys.withInput(
              Parameter.inputFile(
                      Keys.POINTS,
                      "table of points with columns x, y and z, .csv; without it ROIs, in ImageJ the"
                          + " points that are selected, or those of the ROI Manager")
                  .hint("table; empty: selected points")
                  .orSelectedPoints(", unless a file is chosen")
                  .dialog(DialogRules::ofOneImage),
              Parameter.choice(
                      "coordinates",
                      "those of points=: voxels, from 0, or the image's unit of length",
                      "voxels",
                      "unit")
                  .hint("of that table")
                  .withoutColumn(),
              Parameter.inputFile(Keys.ROIS, "the ROIs that are points, .roi or .zip of ImageJ")
                  .hint("file of points")
                  .dialog(DialogRules::ofOneImage),
              Parameter.choice(
                      "paths",
                      "chain: from each point to the next one; from_first: from the first one to"
                          + " each of the others",
                      "chain",
                      "from_first")
                  .hint("between which points"),
              GeodesicKeys.cost("points"),
              GeodesicKeys.connectivity(),
              GeodesicKeys.mask(),
              Keys.backend(),
              Parameter.choice(
                      "show",
                      "the paths as an overlay of the image, as ROIs in the ROI Manager, both, or"
                          + " in tables alone",
                      "overlay",
                      "rois",
                      "both",
                      "none")
                  .hint("paths")
                  .in(Parameter.Scope.IMAGEJ)
                  .withoutColumn(),
              Keys.threads(),
              Parameter.output("save", "writes a row per path", "csv"),
              Parameter.output("summary", "writes a row for the image", "csv"),
              Parameter.output("nodes", "writes all voxels of the paths, with lengths", "csv"),
              Parameter.output("swc", "writes the paths for neuron tools", "swc")
                  .hint("file, .swc")
                  .in(Parameter.Scope.EVERYWHERE),
              Parameter.output("roiset", "writes the paths as ROIs of ImageJ", "zip")));

  /** Of memory for a voxel: its sum, its cost, and whether it is on a path. */
  private static final double BYTES = 7;

  private static final double LEAST_BYTES = 6;

  /** Called by ImageJ. */
  public MinimalPathCommand() {
    super("Bitvox Minimal Path", PARAMETERS);
  }

  @Override
  protected double memory(Values values, InputImage image) {
    return image.voxels() * BYTES;
  }

  @Override
  protected double leastMemory(Values values, InputImage image) {
    return image.voxels() * LEAST_BYTES;
  }

  @Override
  protected void run(Call call) throws IOException {
    InputImage input = call.input();
    Values values = call.values();
    String show = values.text("show");
    if (!show.equals("overlay") && !show.equals("none")) {
      MinimalPathRois.check();
    }
    MinimalPathPoints points = MinimalPathPoints.of(call);
    BinaryVolume mask = call.mask();
    GreyImage image = GeodesicKeys.image(input, values);
    MinimalPath.Paths paths = values.constant("paths", MinimalPath.Paths.class);
    MinimalPath.Result result =
        GeodesicKeys.set(new MinimalPath(), values, input)
            .paths(paths)
            .trace(image, points.coordinates(), mask, call.progress());
    MinimalPathEnds ends = new MinimalPathEnds(points, paths, result);
    String note =
        Notes.of(
            points.note(),
            ends.note(),
            GeodesicNotes.ofRounding(result.clipped(), result.vanished()),
            result.run().note());
    MinimalPathTables tables = new MinimalPathTables(result, ends, input);
    call.results().summary("summary", tables.summary(call, points, note));
    call.results().longTable("save", tables.paths(call.progress()));
    writeNodes(call, new MinimalPathNodes(result, ends, input, call.progress()));
    giveRois(call, result, ends, show);
    call.messages().note(note);
    call.messages().ranOn(result.run().backend());
  }

  private static void writeNodes(Call call, MinimalPathNodes nodes) throws IOException {
    Consumer<String> table = call.results().lines("nodes");
    if (table != null) {
      nodes.table(table);
    }
    if (call.values().has("swc") && nodes.isEmpty()) {
      call.messages().note(call.results().drop("swc", "there is no path"));
      return;
    }
    Consumer<String> swc = call.results().lines("swc");
    if (swc != null) {
      nodes.swc(swc);
    }
  }

  private static void giveRois(
      Call call, MinimalPath.Result result, MinimalPathEnds ends, String show) throws IOException {
    InputImage input = call.input();
    if (!input.isOpen() && !call.values().has("roiset")) {
      return;
    }
    MinimalPathRois rois = new MinimalPathRois(input);
    rois.add(result, ends, call.progress());
    call.results().write("roiset", file -> rois.write(file, call.progress()));
    input.placed(rois.rois());
    if (show.equals("overlay") || show.equals("both")) {
      call.results().showElsewhere(() -> input.decorate(rois::lay));
    }
    if (show.equals("rois") || show.equals("both")) {
      rois.requireFew();
      call.results().showElsewhere(() -> LabelRois.show(rois.rois()));
    }
  }
}
