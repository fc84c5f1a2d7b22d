// SPDX-License-Identifier: BSD-2-Clause
package org.bitvox.commands;

import java.io.IOException;
import org.bitvox.Deformation;
import org.bitvox.calls.Call;
import org.bitvox.calls.Command;
import org.bitvox.calls.InputImage;
import org.bitvox.calls.Scale;
import org.bitvox.parameters.Keys;
import org.bitvox.parameters.Parameter;
import org.bitvox.parameters.Parameters;
import org.bitvox.parameters.UsageException;
import org.bitvox.parameters.Values;

/** Compresses, stretches, shears or indents a segmented volume, step after step. */
public final class DeformationCommand extends Command {
  private static final double FARTHEST = 1e12;
  private static final double MOST = 1e15;
  private static final String[] WITH_WEIGHTS = {"mass-spring", "meshless", "point-based"};

  private static final Parameters PARAMETERS =
      new Parameters(
          "deformation",
          "large deformations of a binary volume by nodes: forces, displacements, a warped image",
          Keys.withInput(
              Parameter.choice(
                      "load",
                      "the far plate moves towards the near one, away from it, or along itself; or"
                          + " a ball is pushed in where the far plate was",
                      "compression",
                      "tension",
                      "shear",
                      "ball")
                  .or("compression"),
              Parameter.choice("direction", "along which axis the plates are apart", "x", "y", "z")
                  .or("z")
                  .dialog(rules -> rules.orFlat("x")),
              Parameter.decimal(
                      "strain",
                      "%",
                      0,
                      90,
                      "the far plate's or the ball's way at the end, in percent of the body's length")
                  .or("5")
                  .hint("%, of the body's length"),
              Parameter.choice(
                      "method",
                      "what pulls at nodes: springs, their place in their neighbourhood at rest,"
                          + " derivatives of displacements, or stresses of Green's strain",
                      "mass-spring",
                      "shape-matching",
                      "meshless",
                      "point-based")
                  .or("mass-spring"),
              Parameter.integer("nodes", "", 1, 16_000_000, "about how many nodes there are")
                  .or("10000")
                  .hint("how many, about")
                  .onlyWithout("node_spacing"),
              Parameter.decimal("modulus", "MPa", 0, MOST, "Young's modulus, in MPa")
                  .or("1")
                  .hint("MPa"),
              Parameter.decimal("poisson", "", -0.99, 0.499, "Poisson's ratio")
                  .or("0.25")
                  .hint("ratio"),
              Parameter.decimal("density", "g/cm^3", 0, MOST, "mass per volume, in g/cm^3")
                  .or("1")
                  .hint("g/cm^3"),
              Parameter.decimal(
                      "damping",
                      "",
                      0,
                      100,
                      "at 1 the slowest wave between the plates is critically damped")
                  .or("1")
                  .hint("1: critical"),
              Parameter.integer("frames", "", 1, 100_000, "rows and pictures after the first")
                  .or("10")
                  .hint("after the first"),
              length("ball_radius", "of the ball; without it a quarter of the body's smaller width")
                  .hint("in the image's unit, or empty")
                  .onlyWith("load", "ball"),
              Keys.threshold(),
              Parameter.image("image", "a grey image of the same size, which goes with the body")
                  .hint("to warp")
                  .ofSameSize()
                  .withoutColumn(),
              Parameter.list(
                      "show",
                      "images: a movie of the nodes, how far each voxel moves along x, y and z, and"
                          + " the grey image as the body has taken it along",
                      "movie",
                      "displacement",
                      "warped")
                  .or("movie")
                  .in(Parameter.Scope.IMAGEJ)
                  .withoutColumn(),
              Keys.backend(),
              length("node_spacing", "cube root of a node's volume, instead of nodes")
                  .in(Parameter.Scope.SCRIPT),
              Parameter.decimal("jitter", "", 0, 1, "how far nodes are off a regular grid")
                  .or("0.5")
                  .in(Parameter.Scope.SCRIPT),
              Parameter.integer("seed", "", 0, 1L << 53, "of the random numbers")
                  .or("1")
                  .in(Parameter.Scope.SCRIPT),
              Parameter.choice("neighbours", "nearest nodes that a node is joined to", "16", "32")
                  .in(Parameter.Scope.SCRIPT),
              Parameter.choice(
                      "weight",
                      "how much neighbours weigh, by their distance",
                      "linear",
                      "gaussian",
                      "cubic",
                      "quartic",
                      "polynomial")
                  .or("cubic")
                  .in(Parameter.Scope.SCRIPT)
                  .onlyWith("method", WITH_WEIGHTS),
              ballPlace("ball_first", "first"),
              ballPlace("ball_second", "second"),
              Parameter.decimal(
                      "spring_damping", "", 0, 2, "of mass-spring: along springs, in time steps")
                  .or("0.1")
                  .in(Parameter.Scope.SCRIPT)
                  .onlyWith("method", "mass-spring"),
              Parameter.integer(
                      "steps",
                      "",
                      1,
                      100_000_000,
                      "from frame to frame; without it as many as ten crossings of a wave take")
                  .or("")
                  .in(Parameter.Scope.SCRIPT),
              Parameter.decimal(
                      "settle",
                      "",
                      0,
                      1,
                      "part of these steps, at the end, in which the load rests")
                  .or("0.5")
                  .in(Parameter.Scope.SCRIPT),
              Parameter.integer(
                      "enforce_every",
                      "",
                      1,
                      1000,
                      "steps after which held nodes follow the load; without it 10, and every step"
                          + " with a ball")
                  .or("")
                  .in(Parameter.Scope.SCRIPT),
              Parameter.decimal(
                      "time_step",
                      "",
                      0,
                      MOST,
                      "length of a step, in seconds; without it a stable one")
                  .or("")
                  .in(Parameter.Scope.SCRIPT),
              Keys.threads(),
              Parameter.output("movie", "writes a movie of the nodes", "tif"),
              Parameter.output(
                  "displacement", "writes how far each voxel moves along x, y and z", "tif"),
              Parameter.output(
                      "warped", "writes the grey image as the body has taken it along", "tif")
                  .onlyBeside("image"),
              Parameter.output("plot", "draws force against displacement", "png"),
              Parameter.output("save", "writes the table, one row per frame", "csv"),
              Parameter.output("summary", "writes one row for all", "csv")));

  /** Called by ImageJ. */
  public DeformationCommand() {
    super("Bitvox Deform", PARAMETERS);
  }

  private static Parameter length(String key, String help) {
    return Parameter.decimal(key, "", 0, FARTHEST, help + ", in the image's unit").or("");
  }

  private static Parameter ballPlace(String key, String axis) {
    return Parameter.decimal(
            key, "", 0, 1, "where the ball is along the " + axis + " axis across the load, 0 to 1")
        .or("0.5")
        .in(Parameter.Scope.SCRIPT)
        .onlyWith("load", "ball");
  }

  /** Nodes, their neighbours and what a method knows of these; then nodes that images ask. */
  @Override
  protected double memory(Values values, InputImage image) {
    double[] voxel = image.usableScale().voxel();
    double body = image.voxels() * voxel[0] * voxel[1] * voxel[2] / 2; // half of the image, say
    double nodes =
        values.has("node_spacing")
            ? Math.min(body / Math.pow(values.decimal("node_spacing"), 3), image.voxels())
            : values.longInteger("nodes");
    double each = 330 + bytesOfNeighbour(values.text("method")) * values.integer("neighbours");
    boolean warps = DeformationImages.wanted(values, "warped");
    each += warps || DeformationImages.wanted(values, "displacement") ? 250 : 0;
    return leastMemory(values, image) + nodes * each + (warps ? 4.0 * image.voxels() : 0);
  }

  private static double bytesOfNeighbour(String method) {
    switch (method) {
      case "shape-matching":
        return 8;
      case "mass-spring":
        return 16;
      case "meshless":
        return 24;
      default:
        return 20;
    }
  }

  /** The body in bits. */
  @Override
  protected double leastMemory(Values values, InputImage image) {
    return image.voxels() / 8.0;
  }

  @Override
  protected String remark(Values values, InputImage image) {
    return image.scale().metres() > 0
        ? ""
        : "The image has no unit of length: without one in Image > Properties...\n"
            + "forces are as if it were mm.";
  }

  @Override
  protected void run(Call call) throws IOException {
    Values values = call.values();
    check(values);
    InputImage image = call.image("image");
    if (image != null) {
      image.requireSizeOf(call.input());
    }
    Scale scale = call.input().usableScale();
    DeformationUnits units = new DeformationUnits(scale);
    Deformation options = deformation(values, scale, units);
    DeformationImages images = new DeformationImages(call, scale);
    Deformation.Outputs outputs = images.receivers();
    call.requireShown();
    Deformation.Result result = options.deform(call.input().binary(), outputs, call.progress());
    String dropped = result.divergedAt() < 0 ? "" : images.drop();
    String far = values.text("load").equals("ball") ? "ball" : "far plate";
    call.results()
        .plot(
            "plot",
            call.input().named(" force"),
            title -> DeformationPlot.create(title, result.table(), units, far));
    DeformationTables tables = new DeformationTables(call, result, units, dropped);
    tables.give();
    call.messages().note(tables.note());
    call.messages().ranOn(result.run().backend());
  }

  /** What native code would say when all is read. */
  private static void check(Values values) {
    for (String key :
        new String[] {"strain", "modulus", "density", "ball_radius", "node_spacing", "time_step"}) {
      if (values.has(key) && values.decimal(key) == 0) {
        throw new UsageException(key + "=" + values.text(key) + " is not allowed; use more than 0");
      }
    }
  }

  private static Deformation deformation(Values values, Scale scale, DeformationUnits units) {
    double[] voxel = scale.voxel();
    return new Deformation()
        .spacing(voxel[0], voxel[1], voxel[2])
        .method(values.constant("method", Deformation.Method.class))
        .nodes(values.longInteger("nodes"))
        .nodeSpacing(orZero(values, "node_spacing"))
        .jitter(values.decimal("jitter"))
        .seed(values.longInteger("seed"))
        .neighbours(values.integer("neighbours"))
        .weight(values.constant("weight", Deformation.Weight.class))
        .direction(values.constant("direction", Deformation.Direction.class))
        .load(values.constant("load", Deformation.Load.class))
        .strain(values.decimal("strain") / 100)
        .ballRadius(orZero(values, "ball_radius"))
        .ballFirst(values.decimal("ball_first"))
        .ballSecond(values.decimal("ball_second"))
        .modulus(values.decimal("modulus"))
        .poisson(values.decimal("poisson"))
        .density(values.decimal("density"))
        .damping(values.decimal("damping"))
        .springDamping(values.decimal("spring_damping"))
        .frames(values.longInteger("frames"))
        .steps(values.has("steps") ? values.longInteger("steps") : 0)
        .settle(values.decimal("settle"))
        .enforceEvery(values.has("enforce_every") ? values.integer("enforce_every") : 0)
        .timeStep(units.ofSeconds(orZero(values, "time_step")))
        .backend(values.text("backend"))
        .threads(values.integer("threads"));
  }

  private static double orZero(Values values, String key) {
    return values.has(key) ? values.decimal(key) : 0;
  }
}
