// SPDX-License-Identifier: BSD-2-Clause
package org.bitvox.commands;

import java.io.IOException;
import java.util.Arrays;
import java.util.stream.Collectors;
import org.bitvox.BinaryVolume;
import org.bitvox.Skeleton3D;
import org.bitvox.Topology;
import org.bitvox.calls.Call;
import org.bitvox.calls.Command;
import org.bitvox.calls.InputImage;
import org.bitvox.calls.Notes;
import org.bitvox.calls.ResultImage;
import org.bitvox.calls.Table;
import org.bitvox.parameters.Keys;
import org.bitvox.parameters.Parameter;
import org.bitvox.parameters.Parameters;
import org.bitvox.parameters.Values;

/** The curve skeleton of a volume. */
public final class Skeleton3DCommand extends Command {
  private static final Parameters PARAMETERS =
      new Parameters(
          "skeleton3d",
          "the curve skeleton of a binary volume, with its topology",
          Keys.withInput(
              Parameter.image(
                      "anchors", "voxels that stay: a binary image of the same size; as input=")
                  .hint("image")
                  .ofSameSize()
                  .ofEightBits(),
              Keys.threshold(),
              Keys.backend(),
              Parameter.flag("per_round", "adds the voxels deleted in each round to the table")
                  .hint("voxels deleted")
                  .withoutColumn(),
              Parameter.flag(
                      "verify",
                      "counts components and Euler number before and after, which must be equal")
                  .hint("the topology")
                  .withoutColumn(),
              Keys.threads(),
              Parameter.output("output", "writes the skeleton", "tif"),
              Parameter.output("save", "writes the table", "csv")));

  /** Called by ImageJ. */
  public Skeleton3DCommand() {
    super("Bitvox Skeleton 3D", PARAMETERS);
  }

  /** Bits, and lists of voxels on the border. */
  @Override
  protected double memory(Values values, InputImage image) {
    return bytes(image);
  }

  @Override
  protected double leastMemory(Values values, InputImage image) {
    return leastBytes(image);
  }

  /** The skeleton, in bits. */
  static double leastBytes(InputImage image) {
    return image.voxels() / 8.0;
  }

  static double bytes(InputImage image) {
    return image.voxels() * 0.7;
  }

  @Override
  protected void run(Call call) throws IOException {
    InputImage input = call.input();
    InputImage anchors = call.image("anchors");
    Skeleton3D skeleton = skeleton(call.values());
    BinaryVolume volume = input.binary();
    if (anchors != null) {
      skeleton.anchors(anchors.mask());
    }
    ResultImage image =
        call.results().newImage("output", input.named("_skeleton"), input.binaryFormat());
    try (Skeleton3D.Result result = skeleton.thin(volume, call.progress())) {
      image.write(result.skeleton());
      String note =
          Notes.of(
              result.run().note(),
              Notes.ofVoxels(
                  input.scale(),
                  "distances count in voxels, so the lines run where voxels are in the middle."));
      call.results().table("save", table(call, result, note));
      call.messages().note(note);
      call.messages().ranOn(result.run().backend());
    }
  }

  private static Skeleton3D skeleton(Values values) {
    return new Skeleton3D()
        .verify(values.flag("verify"))
        .backend(values.text("backend"))
        .threads(values.integer("threads"));
  }

  private static Table table(Call call, Skeleton3D.Result result, String note) {
    Values values = call.values();
    Table table = new Table();
    Table.Row row = call.results().addRow(table, call.input().name());
    row.put("Voxels before", result.voxelsBefore()).put("Voxels after", result.voxelsAfter());
    row.put("Rounds", result.rounds());
    if (values.flag("per_round")) {
      String deleted =
          Arrays.stream(result.deleted()).mapToObj(Long::toString).collect(Collectors.joining(" "));
      row.put("Deleted per round (voxels)", deleted);
    }
    if (values.flag("verify")) {
      put(row, "before", result.topologyBefore());
      put(row, "after", result.topologyAfter());
    }
    row.putLast("Backend", result.run().backend()).putLast("Note", note);
    return table;
  }

  private static void put(Table.Row row, String when, Topology topology) {
    row.put("Components " + when, topology.components());
    row.put("Background components " + when, topology.backgroundComponents());
    row.put("Euler number " + when, topology.eulerNumber());
  }
}
