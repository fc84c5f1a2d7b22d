// SPDX-License-Identifier: BSD-2-Clause
package org.bitvox.commands;

import java.io.IOException;
import java.util.Map;
import org.bitvox.BinaryVolume;
import org.bitvox.GreyImage;
import org.bitvox.Phase;
import org.bitvox.ProgressListener;
import org.bitvox.Stiffness;
import org.bitvox.calls.Call;
import org.bitvox.calls.Command;
import org.bitvox.calls.InputImage;
import org.bitvox.calls.Scale;
import org.bitvox.parameters.Keys;
import org.bitvox.parameters.Parameter;
import org.bitvox.parameters.Parameters;
import org.bitvox.parameters.UsageException;
import org.bitvox.parameters.Values;

/** How stiff a segmented volume is. */
public final class StiffnessCommand extends Command {
  private static final String[] PLATES = {"x", "y", "z", "all"};
  private static final String[] ONE_CASE = {"x", "y", "z"};

  private static final Parameters PARAMETERS =
      new Parameters(
          "stiffness",
          "apparent stiffness of a binary, label or density volume: modulus, forces, failure load,"
              + " 6 x 6 tensor",
          Keys.withInput(
              Parameter.choice(
                      "direction",
                      "along which axis the plates are apart; all is one after the other; tensor has"
                          + " no plates and gives the 6 x 6 stiffness",
                      "x",
                      "y",
                      "z",
                      "all",
                      "tensor")
                  .or("z")
                  .dialog(rules -> rules.orFlat("x")),
              Parameter.choice(
                      "load",
                      "of the far plate: towards the near one, away from it, or along itself",
                      "compression",
                      "tension",
                      "shear")
                  .onlyWith("direction", PLATES),
              Parameter.choice(
                      "plates",
                      "what touches a plate sticks to it, or may slide along it",
                      "fixed",
                      "slipping")
                  .onlyWith("direction", PLATES),
              Parameter.choice(
                      "sides",
                      "the four sides are free, cannot move outwards or inwards, or the volume goes on there",
                      "free",
                      "confined",
                      "periodic")
                  .onlyWith("direction", PLATES),
              Parameter.choice(
                      "border",
                      "of the tensor: the volume goes on periodically, or its whole border moves as by a uniform"
                          + " strain",
                      "periodic",
                      "uniform")
                  .hint("of the tensor")
                  .onlyWith("direction", "tensor"),
              percent("strain", 100, "1", "of the load, in percent, at which forces and maps are")
                  .hint("%, of the load")
                  .onlyWith("direction", PLATES),
              Parameter.choice(
                      "values",
                      "what they are: a mask of one material, labels with a material each, or densities",
                      "binary",
                      "labels",
                      "densities")
                  .hint("of the image"),
              Parameter.choice("phase", "which voxels are solid", "foreground", "background")
                  .hint("the solid")
                  .onlyWith("values", "binary"),
              Parameter.decimal(
                      "modulus",
                      "MPa",
                      0,
                      1e15,
                      "Young's modulus of the solid, or of density 1, in MPa")
                  .or("10000")
                  .hint("MPa, of the material")
                  .onlyWith("values", "binary", "densities"),
              Parameter.decimal(
                      "poisson",
                      "",
                      -0.99,
                      0.499,
                      "Poisson's ratio of the solid, or of all densities")
                  .or("0.3")
                  .hint("ratio")
                  .onlyWith("values", "binary", "densities"),
              Keys.threshold().onlyWith("values", "binary"),
              Parameter.inputFile(
                      "materials",
                      "of labels: a table with the columns Label, Modulus (MPa) and Poisson; label 0"
                          + " is empty")
                  .hint("table; of labels")
                  .onlyWith("values", "labels"),
              Parameter.decimal(
                      "exponent", "", 0, 10, "of densities, E = modulus * density ^ exponent")
                  .or("2")
                  .hint("of densities")
                  .onlyWith("values", "densities"),
              percent(
                      "accuracy",
                      50,
                      "0.1",
                      "of the modulus, in percent: its largest error, as estimated")
                  .hint("%, of the modulus"),
              percent(
                      "failure_part",
                      100,
                      "2",
                      "Pistoia's rule: the body fails when this part of it, in percent, is above failure_strain")
                  .hint("%, of the body")
                  .onlyWith("direction", PLATES),
              percent(
                      "failure_strain",
                      100,
                      "0.7",
                      "effective strain of Pistoia's rule, in percent")
                  .onlyWith("direction", PLATES),
              Keys.backend(),
              show("energy", "the strain energy density of every voxel").hint("density"),
              show("effective_strain", "the effective strain of every voxel"),
              show("von_mises", "the von Mises stress of every voxel").hint("stress"),
              show("displacement", "how far every voxel moves along x, y and z"),
              show("picture", "a picture of effective strains"),
              show("histogram", "the histogram of effective strains"),
              Parameter.decimal(
                      "tolerance",
                      "",
                      1e-9,
                      0.1,
                      "ends when forces are balanced to this part of the start's; without it accuracy"
                          + " decides")
                  .or("")
                  .in(Parameter.Scope.SCRIPT),
              Parameter.integer(
                      "max_iterations", "", 1, 1_000_000, "ends each load case after so many")
                  .or("2000")
                  .in(Parameter.Scope.SCRIPT),
              Keys.threads(),
              written("energy", "the strain energy density of every voxel, in MPa", "tif"),
              written("effective_strain", "the effective strain of every voxel", "tif"),
              written("von_mises", "the von Mises stress of every voxel, in MPa", "tif"),
              written("displacement", "how far every voxel moves along x, y and z", "tif"),
              written("picture", "the picture of effective strains", "png"),
              written("histogram", "the histogram of effective strains", "png"),
              Parameter.output("tensor", "writes the 6 x 6 stiffness", "csv")
                  .onlyWith("direction", "tensor"),
              Parameter.output("save", "writes the table", "csv")));

  /** Called by ImageJ. */
  public StiffnessCommand() {
    super("Bitvox Stiffness", PARAMETERS);
  }

  private static Parameter percent(String key, double most, String byDefault, String help) {
    double least = key.equals("accuracy") ? 1e-4 : 0;
    return Parameter.decimal(key, "%", least, most, help).or(byDefault);
  }

  private static Parameter show(String what, String help) {
    return Parameter.flag("show_" + what, "shows " + help)
        .in(Parameter.Scope.IMAGEJ)
        .withoutColumn()
        .onlyWith("direction", ONE_CASE);
  }

  private static Parameter written(String key, String what, String type) {
    return Parameter.output(key, "writes " + what, type).onlyWith("direction", ONE_CASE);
  }

  /** Of a full volume; more for what a tensor's load cases leave, and for doubles. */
  @Override
  protected double memory(Values values, InputImage image) {
    boolean tensor = values.text("direction").equals("tensor");
    double each = 125 + (tensor ? 70 : 0) + (values.has("tolerance") ? 24 : 0);
    return leastMemory(values, image) + image.voxels() * each;
  }

  /** The solid and what carries of it, in bits, and what says the material of each voxel. */
  @Override
  protected double leastMemory(Values values, InputImage image) {
    String kind = values.text("values");
    return image.voxels() * (0.25 + (kind.equals("labels") ? 2 : kind.equals("densities") ? 4 : 0));
  }

  @Override
  protected String remark(Values values, InputImage image) {
    return image.scale().metres() > 0 || values.text("direction").equals("tensor")
        ? ""
        : "The image has no unit of length: without one in Image > Properties...\n"
            + "there are moduli, but no forces in N.";
  }

  @Override
  protected void run(Call call) throws IOException {
    Values values = call.values();
    check(call.input(), values);
    Scale scale = call.input().usableScale();
    Body body = body(call);
    Stiffness options = stiffness(values, scale);
    if (values.text("direction").equals("tensor")) {
      Stiffness.Result result = body.measure(options, new Stiffness.Maps(), call.progress());
      StiffnessTensorTable table = new StiffnessTensorTable(result, values);
      call.results().tableBeside("save", " Constants", table.constants(call));
      call.results().tableBeside("tensor", " Tensor", table.tensor(call));
      call.messages().note(table.note());
      call.messages().ranOn(result.run().backend());
      return;
    }
    StiffnessMaps maps = hasMaps(values) ? new StiffnessMaps(call, scale) : null;
    Stiffness.Result result =
        body.measure(
            options, maps == null ? new Stiffness.Maps() : maps.receivers(), call.progress());
    StiffnessTable table = new StiffnessTable(result, scale, values);
    call.results().table("save", table.of(call));
    if (maps != null) {
      maps.draw(result.cases().get(0));
    }
    call.messages().note(table.note());
    call.messages().ranOn(result.run().backend());
  }

  private static boolean hasMaps(Values values) {
    return !values.text("direction").equals("all");
  }

  /** What native code would say when all is read. */
  private static void check(InputImage input, Values values) {
    for (String key : new String[] {"strain", "modulus", "failure_part", "failure_strain"}) {
      if (values.decimal(key) == 0) {
        throw new UsageException(key + "=" + values.text(key) + " is not allowed; use more than 0");
      }
    }
    if (values.text("values").equals("labels") && !values.has("materials")) {
      throw new UsageException("values=labels needs materials=FILE.csv");
    }
    String direction = values.text("direction");
    if (direction.equals("tensor")) {
      return;
    }
    if (values.text("load").equals("shear") && values.text("plates").equals("slipping")) {
      throw new IllegalArgumentException("plates that slip cannot shear; use plates=fixed");
    }
    int[] sizes = {input.width(), input.height(), input.depth()};
    for (int axis = 0; axis < 3; axis++) {
      boolean loaded = direction.equals("all") || direction.equals("xyz".substring(axis, axis + 1));
      if (loaded && sizes[axis] < 2) {
        throw new IllegalArgumentException(
            (input.name() + " has one layer of voxels along " + "xyz".charAt(axis))
                + "; plates need two between them at least: choose another direction");
      }
    }
  }

  /** What is measured. */
  private interface Body {
    Stiffness.Result measure(Stiffness options, Stiffness.Maps maps, ProgressListener listener);
  }

  private static Body body(Call call) throws IOException {
    InputImage input = call.input();
    String kind = call.values().text("values");
    if (kind.equals("labels")) {
      Map<Integer, Stiffness.Elasticity> materials =
          StiffnessMaterialsFile.read(call.file("materials"), call.values().text("materials"));
      GreyImage labels = input.labels();
      return (options, maps, listener) -> options.measure(labels, materials, maps, listener);
    }
    if (kind.equals("densities")) {
      GreyImage densities = input.shown();
      return (options, maps, listener) -> options.measureDensities(densities, maps, listener);
    }
    BinaryVolume volume = input.binary();
    return (options, maps, listener) -> options.measure(volume, maps, listener);
  }

  private static Stiffness stiffness(Values values, Scale scale) {
    double[] voxel = scale.voxel();
    return new Stiffness()
        .spacing(voxel[0], voxel[1], voxel[2])
        .phase(values.constant("phase", Phase.class))
        .direction(values.constant("direction", Stiffness.Direction.class))
        .load(values.constant("load", Stiffness.Load.class))
        .plates(values.constant("plates", Stiffness.Plates.class))
        .sides(values.constant("sides", Stiffness.Sides.class))
        .border(values.constant("border", Stiffness.Border.class))
        .strain(values.decimal("strain") / 100)
        .modulus(values.decimal("modulus"))
        .poisson(values.decimal("poisson"))
        .exponent(values.decimal("exponent"))
        .accuracy(values.decimal("accuracy") / 100)
        .tolerance(values.has("tolerance") ? values.decimal("tolerance") : 0)
        .maxIterations(values.longInteger("max_iterations"))
        .failurePart(values.decimal("failure_part") / 100)
        .failureStrain(values.decimal("failure_strain") / 100)
        .backend(values.text("backend"))
        .threads(values.integer("threads"));
  }
}
