// SPDX-License-Identifier: BSD-2-Clause
package org.bitvox.commands;

import java.io.IOException;
import org.bitvox.BinaryVolume;
import org.bitvox.Extent;
import org.bitvox.SkeletonGraph;
import org.bitvox.SkeletonGraphResult;
import org.bitvox.calls.Call;
import org.bitvox.calls.Command;
import org.bitvox.calls.InputImage;
import org.bitvox.calls.Scale;
import org.bitvox.parameters.Keys;
import org.bitvox.parameters.Parameter;
import org.bitvox.parameters.Parameters;
import org.bitvox.parameters.Values;

/** The branches of a skeleton. */
public final class SkeletonGraphCommand extends Command {
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
              Keys.threshold(),
              Parameter.flag("per_slice", "every slice has graphs of its own").hint("2D graphs"),
              Parameter.output("output", "writes the pruned skeleton", "tif"),
              Parameter.output("save", "writes the branches", "csv"),
              Parameter.output("summary", "writes what was counted", "csv")));

  /** Called by ImageJ. */
  public SkeletonGraphCommand() {
    super("Bitvox Skeleton Graph", PARAMETERS);
  }

  @Override
  protected void run(Call call) throws IOException {
    InputImage input = call.input();
    InputImage map = call.image("distances");
    if (map != null) {
      map.requireSizeOf(input);
    }
    BinaryVolume skeleton = input.binary();
    float[][] distances = map == null ? null : SkeletonGraphDistances.of(map);
    try (SkeletonGraphResult result =
        graph(call.values(), input.scale(), distances).trace(skeleton, call.progress())) {
      boolean widths = map != null;
      call.newImage("output", input.named("_pruned"), input.binaryFormat())
          .shownIf(result.prunedBranches() > 0)
          .write(result.skeleton());
      boolean flat = input.depth() == 1 || call.values().flag("per_slice");
      String note = SkeletonGraphTables.note(result, flat);
      call.summary("summary", SkeletonGraphTables.summary(call, result, widths, note));
      call.longTable(
          "save", SkeletonGraphTables.branches(result, input.scale(), widths, call.progress()));
      call.note(note);
      call.done(result.branches().size() + " branches");
    }
  }

  private static SkeletonGraph graph(Values values, Scale scale, float[][] distances) {
    return new SkeletonGraph()
        .spacing(scale.x, scale.y, scale.z)
        .shortest(values.decimal("shortest"))
        .extent(values.flag("per_slice") ? Extent.PER_SLICE : Extent.VOLUME)
        .distances(distances);
  }
}
