// SPDX-License-Identifier: BSD-2-Clause
package org.bitvox.commands;

import ij.plugin.LutLoader;
import java.io.IOException;
import org.bitvox.BinaryVolume;
import org.bitvox.Edges;
import org.bitvox.Element;
import org.bitvox.Extent;
import org.bitvox.Granulometry;
import org.bitvox.Phase;
import org.bitvox.calls.Call;
import org.bitvox.calls.Command;
import org.bitvox.calls.InputImage;
import org.bitvox.calls.ResultImage;
import org.bitvox.calls.Scale;
import org.bitvox.files.PixelType;
import org.bitvox.files.StackFormat;
import org.bitvox.parameters.Keys;
import org.bitvox.parameters.Parameter;
import org.bitvox.parameters.Parameters;
import org.bitvox.parameters.Values;

/** How much of a volume survives openings. */
public final class GranulometryCommand extends Command {
  private static final Parameters PARAMETERS =
      new Parameters(
          "granulometry",
          "how much of a binary volume survives openings by larger and larger elements",
          Keys.withInput(
              Parameter.choice(
                  "phase", "measures the solid or the pores", "foreground", "background"),
              Parameter.choice(
                  "element",
                  "n-fold an octahedron of radius n, a cube of side 2n+1, or balls of radius n and"
                      + " larger",
                  "cross",
                  "cube",
                  "ball"),
              Keys.edges(
                  "outside the volume is background, or elements are clipped there", "background"),
              Parameter.integer(
                      "max_radius",
                      "voxels",
                      1,
                      Granulometry.LARGEST_MAX_RADIUS,
                      "the curve ends at this n, or before, when V(n) is 0")
                  .or("50")
                  .hint("voxels; of balls steps"),
              Parameter.decimal(
                      "step",
                      "",
                      0,
                      Double.POSITIVE_INFINITY,
                      "from one radius of balls to the next, in the image's unit; 0 for the shortest"
                          + " side of a voxel")
                  .or("0")
                  .hint("of balls; 0: a voxel")
                  .onlyWith("element", "ball")
                  .withoutColumn(),
              Keys.threshold(),
              Keys.mask(),
              Keys.backend(),
              Parameter.flag(
                      "per_slice", "measures every slice on its own and sums over the slices")
                  .hint("2D elements"),
              Parameter.flag("map", "shows the opening-size map")
                  .hint("of opening sizes")
                  .in(Parameter.Scope.IMAGEJ)
                  .withoutColumn(),
              Keys.threads(),
              Parameter.output("output", "writes the opening-size map", "tif"),
              Parameter.output("save", "writes the curve", "csv"),
              Parameter.output("summary", "writes sizes and statistics", "csv"),
              Parameter.output("plot", "draws the curve and the pattern spectrum", "png")));

  /** Called by ImageJ. */
  public GranulometryCommand() {
    super("Bitvox Granulometry", PARAMETERS);
  }

  @Override
  protected String aboutVoxels() {
    return "Voxels are not cubes: crosses and cubes count voxels, along every axis.";
  }

  /** Runs and counts of voxels; for balls that of local thickness. */
  @Override
  protected double memory(Values values, InputImage image) {
    return bytes(values.constant("element", Element.class), image);
  }

  @Override
  protected double leastMemory(Values values, InputImage image) {
    return leastBytes(values.constant("element", Element.class), image);
  }

  /** Crosses and cubes do with parts of the volume. */
  static double leastBytes(Element element, InputImage image) {
    return element == Element.BALL ? LocalThicknessCommand.leastBytes(image) : 0;
  }

  static double bytes(Element element, InputImage image) {
    return element == Element.BALL
        ? LocalThicknessCommand.bytes(image)
        : image.voxels() * (element == Element.CUBE ? 1.3 : 1.7);
  }

  @Override
  protected void run(Call call) throws IOException {
    InputImage input = call.input();
    Values values = call.values();
    BinaryVolume mask = call.mask();
    BinaryVolume volume = input.binary();
    StackFormat format = input.format(PixelType.UINT16).colours(LutLoader.getLut("fire"));
    ResultImage map =
        call.results()
            .newImage("output", input.named("_map"), format)
            .withColourBar(values.text("element").equals("ball") ? "steps" : "voxels")
            .shownIf(values.flag("map"));

    Granulometry.Result result =
        granulometry(values, input.usableScale())
            .measure(volume, mask, map.isWanted() ? map::accept : null, call.progress());

    boolean balls = values.constant("element", Element.class) == Element.BALL;
    Scale scale = balls ? input.scale().ofCubes(result.step()) : input.scale();
    String note = GranulometryTables.note(result, scale, values);
    call.results().summary("summary", GranulometryTables.summary(call, result, scale, note));
    call.results().longTable("save", GranulometryTables.curve(result.curve(), scale, values));
    call.results()
        .plot(
            "plot",
            input.named(" granulometry"),
            title -> GranulometryPlot.create(title, result.curve(), scale));
    call.messages().note(note);
    call.messages().ranOn(result.run().backend());
  }

  private static Granulometry granulometry(Values values, Scale scale) {
    double[] voxel = scale.voxel();
    return new Granulometry()
        .phase(values.constant("phase", Phase.class))
        .element(values.constant("element", Element.class))
        .edges(values.constant("edges", Edges.class))
        .extent(values.flag("per_slice") ? Extent.PER_SLICE : Extent.VOLUME)
        .maxRadius(values.integer("max_radius"))
        .spacing(voxel[0], voxel[1], voxel[2])
        .step(values.decimal("step"))
        .backend(values.text("backend"))
        .threads(values.integer("threads"));
  }
}
