// SPDX-License-Identifier: BSD-2-Clause
package org.bitvox.commands;

import java.io.IOException;
import org.bitvox.BinaryVolume;
import org.bitvox.Edges;
import org.bitvox.Extent;
import org.bitvox.Minkowski;
import org.bitvox.calls.Call;
import org.bitvox.calls.Command;
import org.bitvox.calls.InputImage;
import org.bitvox.calls.Scale;
import org.bitvox.parameters.Keys;
import org.bitvox.parameters.Parameter;
import org.bitvox.parameters.Parameters;
import org.bitvox.parameters.Values;

/** Volume, surface area, mean breadth, Euler number and anisotropy. */
public final class MinkowskiCommand extends Command {
  private static final Parameters PARAMETERS =
      new Parameters(
          "minkowski",
          "volume, surface area, mean breadth, Euler number and anisotropy of a binary volume",
          Keys.withInput(
              Parameter.choice(
                  "directions",
                  "of lines and planes: to all 26 neighbours, or along the axes (4 and 2 in"
                      + " slices)",
                  "13",
                  "3"),
              Keys.edges(
                  "outside the volume or mask is background, and its border is surface if it cuts"
                      + " the object; or it is a field of view in something larger",
                  "background"),
              Keys.threshold(),
              Keys.mask(),
              Keys.backend(),
              Parameter.flag(
                      "per_slice", "measures every slice in two dimensions, one row per slice")
                  .hint("2D, a row each")
                  .dialog(rules -> rules.orFlat("per_slice")), // whose edges may be clipped, too
              Keys.threads(),
              Parameter.output("save", "writes the table", "csv")));

  /** Called by ImageJ. */
  public MinkowskiCommand() {
    super("Bitvox Shape Numbers", PARAMETERS);
  }

  /** The slices that are at work. */
  @Override
  protected double memory(Values values, InputImage image) {
    return bytes(image);
  }

  static double bytes(InputImage image) {
    return image.voxels() * 0.18;
  }

  @Override
  protected void run(Call call) throws IOException {
    InputImage input = call.input();
    Values values = call.values();
    Scale scale = input.usableScale();
    BinaryVolume mask = call.mask();
    Minkowski.Result result =
        minkowski(values, scale).measure(input.binary(), mask, call.progress());
    MinkowskiTable table =
        new MinkowskiTable(result, values.flag("per_slice"), thirteen(values), scale, mask != null);
    call.results().table("save", table.of(call));
    call.messages().note(table.note());
    call.messages().ranOn(result.run().backend());
  }

  private static boolean thirteen(Values values) {
    return values.text("directions").equals("13");
  }

  private static Minkowski minkowski(Values values, Scale scale) {
    return new Minkowski()
        .directions(thirteen(values) ? Minkowski.Directions.THIRTEEN : Minkowski.Directions.THREE)
        .edges(values.constant("edges", Edges.class))
        .extent(values.flag("per_slice") ? Extent.PER_SLICE : Extent.VOLUME)
        .spacing(scale.x, scale.y, scale.z)
        .backend(values.text("backend"))
        .threads(values.integer("threads"));
  }
}
