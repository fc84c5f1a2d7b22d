// SPDX-License-Identifier: BSD-2-Clause
package org.bitvox.commands;

import ij.plugin.LutLoader;
import java.io.IOException;
import java.util.EnumMap;
import java.util.Locale;
import java.util.Map;
import org.bitvox.BinaryVolume;
import org.bitvox.Phase;
import org.bitvox.ProgressListener;
import org.bitvox.Tortuosity;
import org.bitvox.Tortuosity.Direction;
import org.bitvox.TortuosityResult;
import org.bitvox.calls.Call;
import org.bitvox.calls.Command;
import org.bitvox.calls.Notes;
import org.bitvox.calls.ResultImage;
import org.bitvox.calls.Scale;
import org.bitvox.files.PixelType;
import org.bitvox.files.StackFormat;
import org.bitvox.parameters.Keys;
import org.bitvox.parameters.Parameter;
import org.bitvox.parameters.Parameters;
import org.bitvox.parameters.Values;

/** How well the pores of a volume conduct. */
public final class TortuosityCommand extends Command {
  private static final Parameters PARAMETERS =
      new Parameters(
          "tortuosity",
          "diffusion through the pores of a binary volume: diffusivity and tortuosity factor",
          Keys.withInput(
              Parameter.choice("phase", "the pores", "foreground", "background"),
              Parameter.choice("direction", "of the diffusion", "x", "y", "z", "all")
                  .or("z")
                  .withoutColumn(), // rows have their own
              Parameter.choice(
                  "edges",
                  "at the other faces: nothing flows, or the volume goes on at the opposite one",
                  "walls",
                  "periodic"),
              Parameter.decimal(
                      "accuracy",
                      "%",
                      0.001,
                      10,
                      "of the diffusivity, in percent: the bound on its error")
                  .or("0.1"),
              Keys.threshold(),
              Keys.backend(),
              Parameter.flag("map", "shows the concentration of every voxel")
                  .in(Parameter.Scope.IMAGEJ)
                  .withoutColumn(),
              Parameter.flag("flux_map", "shows the magnitude of the flux")
                  .in(Parameter.Scope.IMAGEJ)
                  .withoutColumn(),
              Keys.threads(),
              Parameter.output("output", "writes the concentration of every voxel", "tif")
                  .onlyWith("direction", "x", "y", "z"),
              Parameter.output("flux", "writes the magnitude of the flux", "tif")
                  .onlyWith("direction", "x", "y", "z"),
              Parameter.output("save", "writes the table", "csv"),
              Parameter.output("plot", "draws the mean concentration along the axis", "png")));

  /** Called by ImageJ. */
  public TortuosityCommand() {
    super("Bitvox Tortuosity", PARAMETERS);
  }

  @Override
  protected void run(Call call) throws IOException {
    Values values = call.values();
    Scale scale = call.input().usableScale();
    BinaryVolume volume = call.input().binary();
    Direction[] directions =
        values.text("direction").equals("all")
            ? Direction.values()
            : new Direction[] {values.constant("direction", Direction.class)};
    Map<Direction, TortuosityResult> results = new EnumMap<>(Direction.class);
    Map<Direction, Double> seconds = new EnumMap<>(Direction.class);
    for (Direction direction : directions) {
      String ending = directions.length > 1 ? "_" + name(direction) : "";
      ResultImage concentration = image(call, "output", "_concentration" + ending, "map");
      ResultImage flux = image(call, "flux", "_flux" + ending, "flux_map");
      long start = System.nanoTime();
      results.put(
          direction,
          tortuosity(values, scale, direction)
              .measure(
                  volume,
                  concentration.isWanted() ? concentration::accept : null,
                  flux.isWanted() ? flux::accept : null,
                  part(call.progress(), results.size(), directions.length)));
      seconds.put(direction, (System.nanoTime() - start) / 1e9);
    }
    call.table("save", TortuosityTable.create(call, results, seconds));
    call.plot(
        "plot",
        call.input().named(" concentration"),
        title -> TortuosityPlot.create(title, results, scale));
    TortuosityResult any = results.get(directions[0]);
    call.note(
        Notes.of(
            results.entrySet().stream()
                .map(one -> TortuosityTable.note(one.getKey(), one.getValue()))
                .toArray(String[]::new)));
    call.ranOn(any.run().backend());
  }

  static String name(Direction direction) {
    return direction.name().toLowerCase(Locale.ROOT);
  }

  private static ResultImage image(Call call, String key, String ending, String flag)
      throws IOException {
    StackFormat format = call.input().format(PixelType.FLOAT32).colours(LutLoader.getLut("fire"));
    return call.newImage(key, call.input().named(ending), format).shownIf(call.values().flag(flag));
  }

  /** One of several pieces of work, one after the other. */
  private static ProgressListener part(ProgressListener whole, int index, int parts) {
    return (done, total) -> whole.keepGoing(index * total + done, parts * total);
  }

  private static Tortuosity tortuosity(Values values, Scale scale, Direction direction) {
    double[] voxel = scale.voxel();
    return new Tortuosity()
        .phase(values.constant("phase", Phase.class))
        .direction(direction)
        .sides(values.constant("edges", Tortuosity.Sides.class))
        .voxelSize(voxel[0], voxel[1], voxel[2])
        .accuracy(values.decimal("accuracy") / 100)
        .backend(values.text("backend"))
        .threads(values.integer("threads"));
  }
}
