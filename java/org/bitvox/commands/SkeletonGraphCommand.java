// SPDX-License-Identifier: BSD-2-Clause
package org.bitvox.commands;

import java.io.IOException;
import org.bitvox.BinaryVolume;
import org.bitvox.Extent;
import org.bitvox.SkeletonGraph;
import org.bitvox.VolumeInBlocks;
import org.bitvox.calls.Call;
import org.bitvox.calls.Command;
import org.bitvox.calls.InputImage;
import org.bitvox.calls.ResultImage;
import org.bitvox.calls.Scale;
import org.bitvox.parameters.Keys;
import org.bitvox.parameters.Parameter;
import org.bitvox.parameters.Parameters;
import org.bitvox.parameters.UsageException;
import org.bitvox.parameters.Values;

/** The branches of a skeleton. */
public final class SkeletonGraphCommand extends Command {
  private static final String KEEP = "keep";

  private static final Parameters PARAMETERS =
      new Parameters(
          "skeleton_graph",
          "branches, end points and junctions of a skeleton",
          Keys.withInput(
              Parameter.image(
                      "distances",
                      "distance map of the object, of the same size, for the mean width of"
                          + " branches; as input=")
                  .hint("map")
                  .ofSameSize(),
              Parameter.decimal(
                      "shortest",
                      "L",
                      0,
                      1e9,
                      "end branches shorter than this, in the image's unit, are pruned")
                  .or("0")
                  .hint("end branch, in units"),
              Parameter.choice(
                  "loops",
                  "each is cut at its shortest branch, at the branch that is darkest in the mean, or"
                      + " at its darkest voxel",
                  KEEP,
                  "shortest",
                  "darkest_branch",
                  "darkest_voxel"),
              Parameter.image("second", "grey image, of the same size, for the darkest; as input=")
                  .hint("grey image, for the darkest")
                  .ofSameSize()
                  .onlyWith("loops", "darkest_branch", "darkest_voxel"),
              Keys.threshold(),
              Parameter.flag("per_slice", "every slice has graphs of its own").hint("2D graphs"),
              Parameter.flag("longest_path", "finds the longest shortest path of each skeleton")
                  .hint("longest shortest path of each skeleton")
                  .withoutColumn(),
              shown("show_tags", "shows end points, slabs and junctions", "end points, slabs..."),
              shown("show_labels", "shows the number of each skeleton", "numbers of skeletons"),
              shown("show_projection", "shows the tags of all slices in one", "tags in one slice"),
              Parameter.output("output", "writes the pruned skeleton", "tif"),
              Parameter.output("tags", "writes end points, slabs and junctions", "tif"),
              Parameter.output("labels", "writes the number of each skeleton", "tif"),
              Parameter.output("projection", "writes the tags of all slices in one", "tif"),
              Parameter.output(
                  "path", "writes the longest shortest paths, which are found then", "tif"),
              Parameter.output("save", "writes the branches", "csv"),
              Parameter.output("skeletons", "writes a row for each skeleton", "csv"),
              Parameter.output("summary", "writes what was counted", "csv")));

  /** Called by ImageJ. */
  public SkeletonGraphCommand() {
    super("Bitvox Skeleton Graph", PARAMETERS);
  }

  private static Parameter shown(String key, String help, String hint) {
    return Parameter.flag(key, help).hint(hint).in(Parameter.Scope.IMAGEJ).withoutColumn();
  }

  /** Bits, and the voxels of a skeleton. */
  @Override
  protected double memory(Values values, InputImage image) {
    return image.voxels() * 0.37;
  }

  /** The skeleton once more, in bits. */
  @Override
  protected double leastMemory(Values values, InputImage image) {
    return image.voxels() / 8.0;
  }

  @Override
  protected void run(Call call) throws IOException {
    InputImage input = call.input();
    Values values = call.values();
    float[][] distances = floats(call, "distances");
    String loops = values.text("loops");
    boolean darkest = !loops.equals(KEEP) && !loops.equals("shortest");
    if (darkest && call.image("second") == null) {
      throw new UsageException("loops=" + loops + " needs second=, a grey image");
    }
    SkeletonGraph tracing =
        graph(values, input.comparableScale())
            .distances(distances)
            .grey(darkest ? floats(call, "second") : null);
    BinaryVolume skeleton = input.binary();
    boolean inBlocks = skeleton instanceof VolumeInBlocks; // which write the image meanwhile
    ResultImage pruned = inBlocks ? pruned(call) : null;
    try (SkeletonGraph.Result result = tracing.trace(skeleton, call.progress())) {
      SkeletonGraphImages images = new SkeletonGraphImages(call, result);
      images.labels();
      images.projection();
      images.paths();
      images.tags();
      (inBlocks ? pruned : pruned(call))
          .shownIf(result.prunedBranches() + result.cutLoops() > 0)
          .write(result.skeleton());
      boolean flat = input.depth() == 1 || values.flag("per_slice");
      SkeletonGraphTables tables =
          new SkeletonGraphTables(
              result, input.name(), input.scale(), distances != null, flat, findsPaths(values));
      call.results().summary("summary", tables.summary(call));
      call.results()
          .longTableBeside("skeletons", " Skeletons", () -> tables.skeletons(call.progress()));
      call.results().longTable("save", tables.branches(call.progress()));
      call.messages().note(tables.note());
      call.messages().done(result.branches().size() + " branches");
    }
  }

  private static ResultImage pruned(Call call) throws IOException {
    InputImage input = call.input();
    return call.results().newImage("output", input.named("_pruned"), input.binaryFormat());
  }

  /** The raw values of an image of the size of the input; null where there is none. */
  private static float[][] floats(Call call, String key) throws IOException {
    InputImage image = call.image(key);
    if (image == null) {
      return null;
    }
    image.requireSizeOf(call.input());
    return SkeletonGraphValues.of(image);
  }

  private static boolean findsPaths(Values values) {
    return values.flag("longest_path") || values.has("path");
  }

  private static SkeletonGraph graph(Values values, Scale scale) {
    return new SkeletonGraph()
        .spacing(scale.x, scale.y, scale.z)
        .shortest(values.decimal("shortest"))
        .loops(values.constant("loops", SkeletonGraph.Loops.class))
        .longestPath(findsPaths(values))
        .extent(values.flag("per_slice") ? Extent.PER_SLICE : Extent.VOLUME);
  }
}
