// SPDX-License-Identifier: BSD-2-Clause
package org.bitvox.commands;

import ij.plugin.LutLoader;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import org.bitvox.BinaryVolume;
import org.bitvox.Edges;
import org.bitvox.Extent;
import org.bitvox.LocalThickness;
import org.bitvox.Phase;
import org.bitvox.RunReport;
import org.bitvox.calls.Call;
import org.bitvox.calls.Command;
import org.bitvox.calls.InputImage;
import org.bitvox.calls.Notes;
import org.bitvox.calls.PartListener;
import org.bitvox.calls.ResultImage;
import org.bitvox.calls.Scale;
import org.bitvox.files.PixelType;
import org.bitvox.files.StackFormat;
import org.bitvox.parameters.Keys;
import org.bitvox.parameters.Parameter;
import org.bitvox.parameters.Parameters;
import org.bitvox.parameters.Values;

/** How thick an object, or what is between, is at every voxel. */
public final class LocalThicknessCommand extends Command {
  /** The keys of the maps, of the first phase and of the second. */
  private static final List<String> MAPS = Arrays.asList("output", "spacing");

  private static final Parameters PARAMETERS =
      new Parameters(
          "local_thickness",
          "the largest ball in a binary volume's object that covers each voxel",
          Keys.withInput(
              Parameter.choice(
                      "phase",
                      "measures the solid (Tb.Th), the pores (Tb.Sp) or both",
                      "foreground",
                      "background",
                      "both")
                  .withoutColumn(), // rows have their own
              Keys.edges(
                  "what is outside the volume does not count, or bounds the object", "clipped"),
              Keys.threshold(),
              Keys.mask(),
              Keys.backend(),
              Parameter.flag("per_slice", "measures within every slice on its own, with discs")
                  .hint("2D discs"),
              Parameter.flag("map", "shows the thickness of every voxel")
                  .in(Parameter.Scope.IMAGEJ)
                  .withoutColumn(),
              Keys.threads(),
              Parameter.output("output", "writes the thickness of every voxel", "tif"),
              Parameter.output("spacing", "writes that of the pores", "tif")
                  .onlyWith("phase", "both"),
              Parameter.output("save", "writes the table", "csv"),
              Parameter.output("histogram", "writes how many voxels have each thickness", "csv"),
              Parameter.output("plot", "draws the histogram", "png")));

  /** Called by ImageJ. */
  public LocalThicknessCommand() {
    super("Bitvox Local Thickness", PARAMETERS);
  }

  /** Squared distances as whole numbers, else as floats, and centres of balls. */
  @Override
  protected double memory(Values values, InputImage image) {
    return bytes(image);
  }

  @Override
  protected double leastMemory(Values values, InputImage image) {
    return leastBytes(image);
  }

  /** Squared distances of two bytes, or as floats. */
  static double leastBytes(InputImage image) {
    return image.voxels() * (image.scale().anisotropic() ? 4.0 : 2.0);
  }

  static double bytes(InputImage image) {
    return image.voxels() * (image.scale().anisotropic() ? 15.5 : 2.9);
  }

  @Override
  protected void run(Call call) throws IOException {
    Scale scale = call.input().usableScale();
    BinaryVolume mask = call.mask();
    BinaryVolume volume = call.input().binary();
    List<Phase> phases = phases(call.values());
    List<ResultImage> maps = maps(call, phases.size());
    Map<Phase, LocalThickness.Result> results = new EnumMap<>(Phase.class);
    String missing = ""; // what a user must know of the phases that cannot be measured
    Map<Phase, IllegalArgumentException> failures = new EnumMap<>(Phase.class);
    for (int i = 0; i < phases.size(); i++) {
      ResultImage map = maps.get(i);
      try {
        LocalThickness.Result result =
            thickness(call.values(), scale, phases.get(i))
                .measure(
                    volume,
                    mask,
                    map.isWanted() ? map::accept : null,
                    new PartListener(call.progress(), i, phases.size()));
        results.put(phases.get(i), result);
      } catch (IllegalArgumentException e) { // there may be a thickness of the other phase
        failures.put(phases.get(i), e);
        missing =
            Notes.of(
                missing,
                LocalThicknessTable.knownAs(phases.get(i))
                    + " is not measured: "
                    + e.getMessage()
                    + ".",
                call.results().drop(MAPS.get(i), map));
      }
    }
    if (results.isEmpty()) {
      throw failures.get(phases.get(0));
    }
    RunReport run = results.values().iterator().next().run();
    call.results().table("save", LocalThicknessTable.create(call, results, missing, scale));
    call.results()
        .write(
            "histogram",
            path -> LocalThicknessTable.histogram(results, scale).write(path, call.progress()));
    call.results()
        .plot(
            "plot",
            call.input().named(" thickness"),
            title -> LocalThicknessPlot.create(title, results, scale));
    call.messages().note(Notes.of(missing, run.note()));
    call.messages().ranOn(run.backend());
  }

  private static List<Phase> phases(Values values) {
    return values.text("phase").equals("both")
        ? Arrays.asList(Phase.FOREGROUND, Phase.BACKGROUND)
        : Collections.singletonList(values.constant("phase", Phase.class));
  }

  /** One for each phase. */
  private static List<ResultImage> maps(Call call, int count) throws IOException {
    InputImage input = call.input();
    StackFormat format = input.format(PixelType.FLOAT32).colours(LutLoader.getLut("fire"));
    boolean shown = call.values().flag("map");
    Scale scale = input.scale();
    String[] endings = {"_thickness", "_spacing"};
    List<ResultImage> maps = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      maps.add(
          call.results()
              .newImage(MAPS.get(i), input.named(endings[i]), format)
              .withColourBar(scale.calibrated() ? scale.unit : "voxels")
              .shownIf(shown));
    }
    return maps;
  }

  private static LocalThickness thickness(Values values, Scale scale, Phase phase) {
    double[] voxel = scale.voxel();
    return new LocalThickness()
        .spacing(voxel[0], voxel[1], voxel[2])
        .phase(phase)
        .edges(values.constant("edges", Edges.class))
        .extent(values.flag("per_slice") ? Extent.PER_SLICE : Extent.VOLUME)
        .backend(values.text("backend"))
        .threads(values.integer("threads"));
  }
}
