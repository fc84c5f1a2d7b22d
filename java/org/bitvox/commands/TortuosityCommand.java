// SPDX-License-Identifier: BSD-2-Clause
package org.bitvox.commands;

import ij.plugin.LutLoader;
import java.io.IOException;
import java.util.EnumMap;
import java.util.Locale;
import java.util.Map;
import org.bitvox.BinaryVolume;
import org.bitvox.GreyImage;
import org.bitvox.Phase;
import org.bitvox.ProgressListener;
import org.bitvox.SliceReceiver;
import org.bitvox.Tortuosity;
import org.bitvox.Tortuosity.Direction;
import org.bitvox.calls.Call;
import org.bitvox.calls.Command;
import org.bitvox.calls.InputImage;
import org.bitvox.calls.PartListener;
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
              Keys.fluid("the pores", "the pores").onlyWithout("diffusivities"),
              Parameter.choice("direction", "of the diffusion", "x", "y", "z", "all")
                  .or("z")
                  .dialog(rules -> rules.orFlat("x"))
                  .withoutColumn(), // rows have their own
              Parameter.choice(
                      "sides",
                      "at the other faces: nothing flows, as if the volume went on mirrored, or it"
                          + " goes on at the opposite one; edges= is its older name",
                      "walls",
                      "periodic")
                  .alsoSpelt("mirrored", "walls") // through which as much would come as goes
                  .formerly("edges"),
              Parameter.decimal(
                      "accuracy",
                      "%",
                      0.001,
                      10,
                      "of the diffusivity, in percent: its largest error, as estimated")
                  .or("0.1"),
              Keys.threshold().onlyWithout("diffusivities"),
              Parameter.inputFile(
                      "diffusivities",
                      "a table with the columns Label and Diffusivity: the image has labels, of"
                          + " which each conducts as the table says, 0 not at all")
                  .hint("table; empty: binary image"),
              Keys.backend(),
              Parameter.flag("map", "shows the concentration of every voxel")
                  .in(Parameter.Scope.IMAGEJ)
                  .withoutColumn(),
              Parameter.flag("flux_map", "shows the magnitude of the flux")
                  .in(Parameter.Scope.IMAGEJ)
                  .withoutColumn(),
              Keys.threads(),
              Parameter.output("output", "writes the concentration of every voxel", "tif"),
              Parameter.output("flux", "writes the magnitude of the flux", "tif"),
              Parameter.output("save", "writes the table", "csv"),
              Parameter.output("plot", "draws the mean concentration along the axis", "png")));

  /** Called by ImageJ. */
  public TortuosityCommand() {
    super("Bitvox Tortuosity", PARAMETERS);
  }

  /** Of labels, links have weights. */
  @Override
  protected double memory(Values values, InputImage image) {
    return image.voxels() * (values.has("diffusivities") ? 72.0 : 32.0);
  }

  /** The vectors of the method, which cells have whether pores or not. */
  @Override
  protected double leastMemory(Values values, InputImage image) {
    return image.voxels() * (values.has("diffusivities") ? 36.0 : 16.0);
  }

  @Override
  protected void run(Call call) throws IOException {
    Values values = call.values();
    Scale scale = call.input().usableScale();
    Conductor volume = conductor(call);
    Direction[] directions =
        values.text("direction").equals("all")
            ? Direction.values()
            : new Direction[] {values.constant("direction", Direction.class)};
    Map<Direction, Tortuosity.Result> results = new EnumMap<>(Direction.class);
    Map<Direction, Double> seconds = new EnumMap<>(Direction.class);
    ResultImage concentration = image(call, "output", "_concentration", "map", directions);
    ResultImage flux = image(call, "flux", "_flux", "flux_map", directions);
    for (Direction direction : directions) {
      long start = System.nanoTime();
      results.put(
          direction,
          volume.measure(
              tortuosity(values, scale, direction),
              channel(concentration, results.size(), directions.length),
              channel(flux, results.size(), directions.length),
              new PartListener(call.progress(), results.size(), directions.length)));
      seconds.put(direction, (System.nanoTime() - start) / 1e9);
    }
    call.results().table("save", TortuosityTable.create(call, results, seconds));
    call.results()
        .plot(
            "plot",
            call.input().named(" concentration"),
            title -> TortuosityPlot.create(title, results, scale));
    results.entrySet().stream()
        .map(one -> TortuosityTable.note(call.input(), one.getKey(), one.getValue()))
        .distinct()
        .forEach(call.messages()::note);
    call.messages().ranOn(results.get(directions[0]).run().backend());
  }

  /** What conducts. */
  private interface Conductor {
    Tortuosity.Result measure(
        Tortuosity options,
        SliceReceiver concentration,
        SliceReceiver flux,
        ProgressListener listener);
  }

  private static Conductor conductor(Call call) throws IOException {
    if (call.file("diffusivities") == null) {
      BinaryVolume volume = call.input().binary();
      return (options, concentration, flux, listener) ->
          options.measure(volume, concentration, flux, listener);
    }
    Map<Integer, Double> diffusivities =
        TortuosityLabelsFile.read(call.file("diffusivities"), call.values().text("diffusivities"));
    GreyImage labels = call.input().labels();
    return (options, concentration, flux, listener) ->
        options.measure(labels, diffusivities, concentration, flux, listener);
  }

  static String name(Direction direction) {
    return direction.name().toLowerCase(Locale.ROOT);
  }

  /** With a channel a direction. */
  private static ResultImage image(
      Call call, String key, String ending, String flag, Direction[] directions)
      throws IOException {
    int channels = directions.length;
    StackFormat format = call.input().format(PixelType.FLOAT32).colours(LutLoader.getLut("fire"));
    if (channels > 1) {
      format.channels(channels).labels(slice -> name(directions[slice % channels]));
    }
    return call.results()
        .newImage(key, call.input().named(ending), format)
        .shownIf(call.values().flag(flag));
  }

  /** Where the slices of one direction go; null where nobody wants them. */
  private static SliceReceiver channel(ResultImage image, int channel, int channels) {
    return image.isWanted()
        ? (slice, pixels) -> image.accept(slice * channels + channel, pixels)
        : null;
  }

  private static Tortuosity tortuosity(Values values, Scale scale, Direction direction) {
    double[] voxel = scale.voxel();
    return new Tortuosity()
        .phase(values.constant("phase", Phase.class))
        .direction(direction)
        .sides(values.constant("sides", Tortuosity.Sides.class))
        .spacing(voxel[0], voxel[1], voxel[2])
        .accuracy(values.decimal("accuracy") / 100)
        .backend(values.text("backend"))
        .threads(values.integer("threads"));
  }
}
