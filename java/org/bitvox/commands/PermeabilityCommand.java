// SPDX-License-Identifier: BSD-2-Clause
package org.bitvox.commands;

import java.io.IOException;
import java.util.Collections;
import java.util.Locale;
import java.util.Map;
import java.util.stream.IntStream;
import org.bitvox.BinaryVolume;
import org.bitvox.Permeability;
import org.bitvox.PermeabilityFlow;
import org.bitvox.Phase;
import org.bitvox.SliceReceiver;
import org.bitvox.calls.Call;
import org.bitvox.calls.Command;
import org.bitvox.calls.FluidShare;
import org.bitvox.calls.InputImage;
import org.bitvox.calls.ResultImage;
import org.bitvox.calls.Scale;
import org.bitvox.files.StackFormat;
import org.bitvox.parameters.DialogRules;
import org.bitvox.parameters.Keys;
import org.bitvox.parameters.Parameter;
import org.bitvox.parameters.Parameters;
import org.bitvox.parameters.Values;

/** How easily a fluid flows through the pores of a volume. */
public final class PermeabilityCommand extends Command {
  private static final Parameters PARAMETERS =
      new Parameters(
          "permeability",
          "how easily a fluid flows through the pores of a binary volume",
          Keys.withInput(
              Keys.fluid("which voxels are pores", "the pores"),
              Parameter.choice(
                  "direction",
                  "along which axis the fluid is driven; all is one after the other, for the"
                      + " tensor",
                  "z",
                  "x",
                  "y",
                  "all"),
              Parameter.choice(
                      "sides",
                      "the four sides are walls, or the volume goes on, as it is or mirrored;"
                          + " edges= is its older name",
                      "walls",
                      "periodic",
                      "mirrored")
                  .formerly("edges"),
              Parameter.choice(
                  "ends",
                  "how the volume goes on along the flow; auto is periodic, and mirrored where that"
                      + " joins nothing",
                  "auto",
                  "periodic",
                  "mirrored"),
              Keys.threshold(),
              Parameter.flag("refine", "finds k at half the resolution, too, to compare")
                  .hint("half the size, too"),
              Parameter.choice(
                      "precision", "bits of a population; 16 takes half of the memory", "32", "16")
                  .dialog(DialogRules::rare),
              Keys.backend(),
              Parameter.choice(
                      "velocity",
                      "of the velocity image: the speed, or its three components",
                      "magnitude",
                      "vector")
                  .dialog(DialogRules::rare)
                  .withoutColumn(),
              Parameter.flag("map", "shows the velocity of every voxel")
                  .in(Parameter.Scope.IMAGEJ)
                  .withoutColumn(),
              Parameter.flag("streamlines", "shows a picture of the flow")
                  .in(Parameter.Scope.IMAGEJ)
                  .withoutColumn(),
              Parameter.decimal("tau", "", 0.55, 5, "the relaxation time; without it one is chosen")
                  .or("")
                  .in(Parameter.Scope.SCRIPT),
              Parameter.decimal(
                      "spread",
                      "",
                      1e-6,
                      0.1,
                      "the flow is steady when the flux differs by less from plane to plane, and k"
                          + " stays")
                  .or("0.002")
                  .in(Parameter.Scope.SCRIPT),
              Parameter.decimal(
                      "change",
                      "",
                      1e-6,
                      0.1,
                      "within this, relative, over the last third of all steps, and 100 at least")
                  .or("0.00015")
                  .in(Parameter.Scope.SCRIPT),
              Parameter.integer(
                      "max_steps",
                      "",
                      20,
                      1_000_000_000,
                      "stops, steady or not, after so many, rounded up to 20, 40, 60...")
                  .or("100000")
                  .in(Parameter.Scope.SCRIPT),
              Keys.threads(),
              Parameter.output("output", "writes the velocity of every voxel", "tif"),
              Parameter.output("save", "writes the table", "csv"),
              Parameter.output("plot", "draws streamlines", "png")));

  /** The part of the sides from which on pores are said to be cut. */
  static final double OPEN = 0.05;

  /** Pores have numbers of 32 bits. */
  private static final long MOST_VOXELS = (1L << 32) - 1;

  /** Called by ImageJ. */
  public PermeabilityCommand() {
    super("Bitvox Permeability", PARAMETERS);
  }

  /** 19 floats or halves a pore, and more, where half of the voxels are pores. */
  @Override
  protected double memory(Values values, InputImage image) {
    boolean picture = values.flag("streamlines") || values.has("plot");
    double populations = values.text("precision").equals("16") ? 43.0 : 62.0;
    return image.voxels() * populations + (picture ? PermeabilityField.bytes(image.voxels()) : 0);
  }

  /** The volume, its pores and those that conduct, in bits; more only where they are many. */
  @Override
  protected double leastMemory(Values values, InputImage image) {
    return image.voxels() * 3 / 8.0;
  }

  /** Of a piece that was cut from something larger, walls close what goes on. */
  @Override
  protected Map<String, String> suggestions(Values values, InputImage image) throws IOException {
    return openSides(values, image) < OPEN
        ? Collections.emptyMap()
        : Collections.singletonMap("sides", "mirrored");
  }

  @Override
  protected String remark(Values values, InputImage image) {
    try {
      double open = values.text("sides").equals("walls") ? openSides(values, image) : 0;
      return open < OPEN
          ? ""
          : String.format(
              Locale.ROOT,
              "Walls close its sides, %.0f %% of which are pores: of a piece of something\n"
                  + "larger k is then too small; mirrored does not close them.",
              100 * open);
    } catch (IOException | RuntimeException | UnsatisfiedLinkError e) {
      return ""; // as long as nothing says what is foreground
    }
  }

  /** The part of the sides that is pores, of the direction in which it is largest. */
  private static double openSides(Values values, InputImage image) throws IOException {
    FluidShare pores = FluidShare.of(values, image);
    String direction = values.text("direction");
    return IntStream.range(0, 3)
        .filter(
            axis -> direction.equals("all") || direction.equals("xyz".substring(axis, axis + 1)))
        .mapToDouble(pores::ofSides)
        .max()
        .orElse(0);
  }

  @Override
  protected void run(Call call) throws IOException {
    InputImage input = call.input();
    Values values = call.values();
    if (input.depth() == 1) {
      throw new IllegalArgumentException(
          input.name()
              + " has one slice: permeability needs two voxels at least along each axis; Bitvox Flow..."
              + " takes a single slice");
    }
    if (input.voxels() > MOST_VOXELS) { // native code says so too, when all is read
      throw new IllegalArgumentException(
          String.format(
              "%s has %.0f voxels; permeability takes %d at most: crop the image",
              input.name(), (double) input.voxels(), MOST_VOXELS));
    }
    Scale scale = Cubes.of(input, "None");
    BinaryVolume volume = input.binary();
    boolean picture = values.flag("streamlines") || values.has("plot");
    if (picture && values.text("direction").equals("all")) {
      throw new IllegalArgumentException(
          "there is a picture of one direction only; use direction=x, y or z");
    }
    ResultImage velocity = velocity(call);
    PermeabilityField field = picture ? field(input, values) : null;
    Permeability permeability = permeability(values);
    SliceReceiver receiver = velocity.isWanted() ? velocity::accept : null;
    if (picture) {
      permeability.velocity(Permeability.VelocityImage.VECTOR);
      receiver = field.and(receiver, values.text("velocity").equals("vector"));
    }
    Permeability.Result result = permeability.measure(volume, receiver, call.progress());
    PermeabilityTable table = new PermeabilityTable(result, scale, values);
    call.results().table("save", table.of(call));
    if (picture) {
      draw(call, field, result.flows().get(0));
    }
    call.messages().note(table.note());
    call.messages().ranOn(result.run().backend());
  }

  private static PermeabilityField field(InputImage input, Values values) {
    int axis = values.constant("direction", Permeability.Direction.class).ordinal();
    int[] voxels = {input.width(), input.height(), input.depth()};
    return new PermeabilityField(voxels, axis, values.text("sides").equals("periodic"));
  }

  private static void draw(Call call, PermeabilityField field, PermeabilityFlow flow)
      throws IOException {
    PermeabilityPicture picture = new PermeabilityPicture(field, flow, call.progress());
    call.results().write("plot", picture::write);
    if (call.values().flag("streamlines")) {
      call.results().show(() -> picture.image(call.input().named("_streamlines")));
    }
  }

  private static ResultImage velocity(Call call) throws IOException {
    InputImage input = call.input();
    boolean vector = call.values().text("velocity").equals("vector");
    String unit = "voxel^2";
    StackFormat format =
        vector ? VelocityFormat.vector(input, unit) : VelocityFormat.speed(input, unit);
    return call.results()
        .newImage("output", input.named("_velocity"), format)
        .shownIf(call.values().flag("map"));
  }

  private static Permeability permeability(Values values) {
    return new Permeability()
        .phase(values.constant("phase", Phase.class))
        .direction(values.constant("direction", Permeability.Direction.class))
        .sides(values.constant("sides", Permeability.Sides.class))
        .ends(values.constant("ends", Permeability.Ends.class))
        .velocity(values.constant("velocity", Permeability.VelocityImage.class))
        .tau(values.has("tau") ? values.decimal("tau") : 0)
        .spread(values.decimal("spread"))
        .change(values.decimal("change"))
        .maxSteps(values.longInteger("max_steps"))
        .precision(Integer.parseInt(values.text("precision")))
        .refine(values.flag("refine"))
        .backend(values.text("backend"))
        .threads(values.integer("threads"));
  }
}
