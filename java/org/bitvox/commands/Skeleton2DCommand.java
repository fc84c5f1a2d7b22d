// SPDX-License-Identifier: BSD-2-Clause
package org.bitvox.commands;

import java.io.IOException;
import org.bitvox.Skeleton2D;
import org.bitvox.calls.Call;
import org.bitvox.calls.Command;
import org.bitvox.calls.InputImage;
import org.bitvox.calls.Notes;
import org.bitvox.calls.Reach;
import org.bitvox.calls.ResultImage;
import org.bitvox.calls.Table;
import org.bitvox.parameters.Keys;
import org.bitvox.parameters.Parameter;
import org.bitvox.parameters.Parameters;
import org.bitvox.parameters.Values;

/** The skeletons of slices. */
public final class Skeleton2DCommand extends Command {
  private static final Parameters PARAMETERS =
      new Parameters(
          "skeleton2d",
          "skeleton of every slice on its own",
          Keys.withInput(
              Parameter.choice(
                  "rule",
                  "which pixels go: guo-hall keeps the topology, imagej is Process > Binary >"
                      + " Skeletonize",
                  "guo-hall",
                  "hilditch",
                  "imagej"),
              Keys.threshold(),
              Keys.backend(),
              Keys.threads(),
              Parameter.output("output", "writes the skeleton", "tif"),
              Parameter.output("save", "writes the table", "csv")));

  /** Called by ImageJ. */
  public Skeleton2DCommand() {
    super("Bitvox Skeleton 2D", PARAMETERS);
  }

  /** Bits of the volume and of its skeleton. */
  @Override
  protected double memory(Values values, InputImage image) {
    return image.voxels() * 0.33;
  }

  /** The skeletons, in bits. */
  @Override
  protected double leastMemory(Values values, InputImage image) {
    return image.voxels() / 8.0;
  }

  @Override
  protected void run(Call call) throws IOException {
    InputImage input = call.input();
    ResultImage image =
        call.results().newImage("output", input.named("_skeleton"), input.binaryFormat());
    try (Skeleton2D.Result result = skeleton(call.values()).thin(input.binary(), call.progress())) {
      image.write(result.skeleton());
      call.results().table("save", table(call, result));
      call.messages().note(note(result));
      call.messages().ranOn(result.run().backend());
    }
  }

  @Override
  protected Reach reach(Values values, InputImage image) {
    return Reach.slices(0);
  }

  private static Skeleton2D skeleton(Values values) {
    return new Skeleton2D()
        .rule(values.constant("rule", Skeleton2D.Rule.class))
        .backend(values.text("backend"))
        .threads(values.integer("threads"));
  }

  private static Table table(Call call, Skeleton2D.Result result) {
    Table table = new Table();
    Table.Row row = call.results().addRow(table, call.input().name());
    row.put("Pixels before", result.pixelsBefore()).put("Pixels after", result.pixelsAfter());
    row.put("Iterations", result.iterations());
    row.put("Objects before", result.objectsBefore()).put("Objects after", result.objectsAfter());
    row.putLast("Backend", result.run().backend()).putLast("Note", note(result));
    return table;
  }

  /** What a user must know about the result: sentences, or empty. */
  private static String note(Skeleton2D.Result result) {
    long vanished = result.objectsBefore() - result.objectsAfter();
    return Notes.of(
        vanished > 0
            ? vanished + (vanished == 1 ? " object has" : " objects have") + " vanished."
            : "",
        result.run().note());
  }
}
