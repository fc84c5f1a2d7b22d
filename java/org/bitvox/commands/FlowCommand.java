// SPDX-License-Identifier: BSD-2-Clause
package org.bitvox.commands;

import java.io.IOException;
import org.bitvox.FlowExpectation;
import org.bitvox.FlowResult;
import org.bitvox.calls.Call;
import org.bitvox.calls.Command;
import org.bitvox.calls.InputImage;
import org.bitvox.calls.Notes;
import org.bitvox.calls.Scale;
import org.bitvox.parameters.DialogRules;
import org.bitvox.parameters.Keys;
import org.bitvox.parameters.Parameter;
import org.bitvox.parameters.Parameters;
import org.bitvox.parameters.Values;

/** Lets a fluid flow around and through the solid of a volume. */
public final class FlowCommand extends Command {
  private static final Parameters PARAMETERS =
      new Parameters(
          "flow",
          "lets a fluid with inertia flow around and through the solid of a volume",
          Keys.withInput(
              Keys.fluid("which voxels are fluid", "the fluid"),
              Parameter.flag(
                      "fraction",
                      "values of 0 to 255 say how much of each voxel is foreground; 8-bit")
                  .hint("0 to 255 is a part")
                  .dialog(DialogRules::rare),
              face("left", "x = 0", "closed").dialog(rules -> rules.orFlat("periodic")),
              face("right", "the other end of x", "closed")
                  .dialog(rules -> rules.orFlat("periodic")),
              face("top", "y = 0", "closed"),
              face("bottom", "the other end of y", "closed"),
              face("front", "the first slice", "periodic"),
              face("back", "the last slice", "periodic"),
              Parameter.text("wall", "X,Y,Z", "velocity of all moving faces, voxels per step")
                  .or("0,0,0")
                  .hint("X,Y,Z, voxels per step"),
              Parameter.text(
                      "force",
                      "X,Y,Z",
                      "on a voxel of fluid, each up to 0.01; without it 0,0,0.00001, but none if"
                          + " anything else drives the fluid")
                  .or("")
                  .dialog(rules -> rules.orFlat("0.00001,0,0"))
                  .hint("X,Y,Z, voxels per step^2, or empty"),
              Parameter.decimal("viscosity", "", 1e-4, 5, "voxels squared a step")
                  .or("0.1667")
                  .hint("voxels^2 a step"),
              kinematic(),
              Parameter.choice(
                      "precision", "bits of a population; 16 is faster on the GPU", "32", "16")
                  .dialog(DialogRules::rare),
              Parameter.integer("steps", "", 1, 1_000_000_000, "how long it flows").or("1000"),
              Parameter.decimal(
                      "steady",
                      "",
                      1e-6,
                      0.05,
                      "ends where velocities change by less in the last third of the steps")
                  .or("")
                  .hint("or empty; 0.001 is 0.1 %")
                  .dialog(DialogRules::rare),
              Parameter.inputFile(
                      "bodies", "text: spheres and boxes that move through the fluid, a line each")
                  .hint("text file")
                  .dialog(DialogRules::rare),
              Keys.threshold().onlyWithout("fraction"),
              Parameter.choice(
                      "plane", "of the pictures; auto has the flow in it", "auto", "xy", "xz", "yz")
                  .dialog(DialogRules::rare)
                  .withoutColumn(),
              Parameter.integer(
                      "frames",
                      "",
                      1,
                      100_000,
                      "of the movie and of particles, or as many as steps")
                  .or("20")
                  .dialog(DialogRules::rare)
                  .withoutColumn(),
              Keys.backend(),
              Parameter.flag("map", "shows the velocity of every voxel at the end")
                  .in(Parameter.Scope.IMAGEJ)
                  .withoutColumn(),
              Parameter.flag("show_movie", "shows the speed in a plane, frame after frame")
                  .in(Parameter.Scope.IMAGEJ)
                  .withoutColumn(),
              Parameter.flag("show_tracks", "shows where particles went")
                  .in(Parameter.Scope.IMAGEJ)
                  .withoutColumn(),
              Parameter.choice(
                      "collision", "two relaxation times (Lambda = 3/16), or one", "trt", "bgk")
                  .in(Parameter.Scope.SCRIPT),
              Parameter.integer(
                      "ramp",
                      "",
                      0,
                      1_000_000_000,
                      "steps in which force and moving faces grow from nothing")
                  .or("0")
                  .in(Parameter.Scope.SCRIPT),
              Parameter.decimal(
                      "length",
                      "voxels",
                      1e-3,
                      1e6,
                      "of the Reynolds number; without it the hydraulic diameter")
                  .or("")
                  .in(Parameter.Scope.SCRIPT),
              Parameter.integer(
                      "position", "", 0, Integer.MAX_VALUE, "of the plane, from 0; else the middle")
                  .or("")
                  .in(Parameter.Scope.SCRIPT)
                  .withoutColumn(),
              Parameter.integer("particles", "", 1, 1_000_000, "massless, that go with the fluid")
                  .or("100")
                  .in(Parameter.Scope.SCRIPT)
                  .withoutColumn(),
              Keys.threads(),
              Parameter.output("output", "writes the velocity of every voxel at the end", "tif"),
              Parameter.output("movie", "writes the speed in a plane, one frame per slice", "tif"),
              Parameter.output(
                  "tracks", "writes where particles were, one row each per frame", "csv"),
              Parameter.output("motion", "writes how bodies moved, one row each per frame", "csv"),
              Parameter.output("plot", "draws where particles went", "png"),
              Parameter.output("save", "writes the table", "csv")));

  /** Called by ImageJ. */
  public FlowCommand() {
    super("Bitvox Flow", PARAMETERS);
  }

  private static Parameter face(String key, String where, String usual) {
    String other = usual.equals("closed") ? "periodic" : "closed";
    return Parameter.choice(key, "face at " + where, usual, other, "free", "moving");
  }

  private static Parameter kinematic() {
    return Parameter.decimal(
            "kinematic",
            "m^2/s",
            1e-12,
            1e6,
            "viscosity of the real fluid, from which a step is so many seconds; water")
        .or("0.000001")
        .hint("m^2/s, of the real fluid")
        .dialog(DialogRules::rare);
  }

  /** 19 populations a voxel with what rows are filled up by, and links; velocities to compare. */
  @Override
  protected double memory(Values values, InputImage image) {
    double compared = values.has("steady") ? 12 : 0;
    return image.voxels() * (21.0 * FlowSettings.bytes(values) + 6 + compared);
  }

  /** Populations of each voxel, as native code keeps them. */
  @Override
  protected double leastMemory(Values values, InputImage image) {
    return image.voxels() * (19.0 * FlowSettings.bytes(values) + 5);
  }

  @Override
  protected void run(Call call) throws IOException {
    InputImage input = call.input();
    Values values = call.values();
    Scale scale = Cubes.of(input, values.flag("fraction") ? "Bilinear" : "None");
    FlowUnits units =
        new FlowUnits(scale, values.decimal("viscosity"), values.decimal("kinematic"));
    FlowSettings settings = new FlowSettings(values, input);
    FlowScene scene = new FlowScene(call, settings);
    FlowExpectation expected = scene.expect();
    String warning = FlowNotes.warning(expected, settings);
    if (!warning.isEmpty()) {
      call.messages().announce(warning);
    }

    FlowViews views = new FlowViews(call, settings, units, scene.bodies());
    FlowResult result = scene.simulate(views);

    String note =
        Notes.of(
            FlowNotes.of(result, settings),
            values.has("steady") ? FlowNotes.unsteady(result, settings) : "",
            views.notes(expected, result));
    String before = Notes.of(FlowNotes.confined(settings), FlowNotes.deadEnd(expected, settings));
    call.results()
        .table("save", FlowTable.of(call, expected, result, units, Notes.of(before, note)));
    views.finish(scene, result);
    call.messages().note(note);
    call.messages().ranOn(result.run().backend());
  }
}
