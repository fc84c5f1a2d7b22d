// SPDX-License-Identifier: BSD-2-Clause
package org.bitvox.commands;

import ij.measure.Calibration;
import ij.plugin.LutLoader;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import org.bitvox.BinaryVolume;
import org.bitvox.Flow;
import org.bitvox.FlowExpectation;
import org.bitvox.FlowResult;
import org.bitvox.GreyImage;
import org.bitvox.Phase;
import org.bitvox.SliceReceiver;
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
import org.bitvox.parameters.UsageException;
import org.bitvox.parameters.Values;

/** Lets a fluid flow around and through the solid of a volume. */
public final class FlowCommand extends Command {
  private static final Parameters PARAMETERS =
      new Parameters(
          "flow",
          "lets a fluid with inertia flow around and through the solid of a volume",
          Keys.withInput(
              Parameter.choice("phase", "which voxels are fluid", "foreground", "background"),
              Parameter.flag(
                      "fraction",
                      "values of 0 to 255 say how much of each voxel is foreground; 8-bit")
                  .hint("0 to 255 is a part"),
              face("left", "x = 0", "closed"),
              face("right", "the other end of x", "closed"),
              face("top", "y = 0", "closed"),
              face("bottom", "the other end of y", "closed"),
              face("front", "the first slice", "periodic"),
              face("back", "the last slice", "periodic"),
              Parameter.text("wall", "X,Y,Z", "velocity of all moving faces, voxels a step")
                  .or("0,0,0")
                  .hint("X,Y,Z, of moving faces"),
              Parameter.text("force", "X,Y,Z", "on a voxel of fluid, each up to 0.01")
                  .or("0,0,0.00001")
                  .hint("X,Y,Z"),
              Parameter.decimal("viscosity", "", 1e-4, 5, "voxels squared a step").or("0.1667"),
              Parameter.integer("steps", "", 1, 1_000_000_000, "how long it flows").or("1000"),
              Parameter.inputFile(
                      "bodies", "text: spheres and boxes that move through the fluid, a line each")
                  .hint("text file"),
              Keys.threshold(),
              Parameter.choice("plane", "of the movie", "xy", "xz", "yz").withoutColumn(),
              Parameter.integer("frames", "", 1, 100_000, "of the movie and of particles")
                  .or("20")
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
              Parameter.decimal(
                      "length",
                      "voxels",
                      1e-3,
                      1e6,
                      "of the Reynolds number; without it the hydraulic diameter")
                  .or("")
                  .in(Parameter.Scope.SCRIPT),
              Parameter.decimal(
                      "kinematic",
                      "m^2/s",
                      1e-12,
                      1e6,
                      "viscosity of the real fluid, from which a step is so many seconds; water")
                  .or("0.000001")
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
              Parameter.output("movie", "writes the speed in a plane, a frame a slice", "tif"),
              Parameter.output("tracks", "writes where particles were, a row each a frame", "csv"),
              Parameter.output("motion", "writes how bodies moved, a row each a frame", "csv"),
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

  /** Two copies of 19 floats a voxel, and links. */
  @Override
  protected double memory(Values values, InputImage image) {
    return image.voxels() * 158.0;
  }

  @Override
  protected void run(Call call) throws IOException {
    InputImage input = call.input();
    Values values = call.values();
    Scale scale = input.usableScale();
    if (scale.anisotropic()) {
      throw new IllegalArgumentException(
          input.name()
              + (": voxels must be cubes, not " + scale.words())
              + "; resample the image by Image > Scale... first, without interpolation");
    }
    if (values.flag("fraction") && values.has("threshold")) {
      throw new UsageException("fraction takes the values as they are; leave out threshold");
    }
    Flow flow = flow(values);
    if (values.has("bodies")) {
      byte[] text = Files.readAllBytes(call.file("bodies"));
      flow.bodies(new String(text, StandardCharsets.UTF_8));
    }
    BinaryVolume mask = values.flag("fraction") ? null : input.binary();
    GreyImage fractions = values.flag("fraction") ? input.grey() : null;
    FlowExpectation expected =
        mask != null
            ? flow.expect(mask, (done, total) -> !call.progress().isStopped())
            : flow.expect(fractions, (done, total) -> !call.progress().isStopped());
    FlowTable table =
        new FlowTable(scale, values.decimal("viscosity"), values.decimal("kinematic"));
    String warning = table.warning(expected);
    if (!warning.isEmpty()) {
      call.announce(warning);
    }

    ResultImage velocity =
        call.newImage(
                "output", input.named("_velocity"), input.format(PixelType.FLOAT32).channels(3))
            .shownIf(values.flag("map"));
    ResultImage movie = movie(call);
    boolean drawn = values.flag("show_tracks") || values.has("plot");
    FlowTracks tracks =
        drawn || values.has("tracks") ? new FlowTracks(values.text("plane"), input) : null;
    SliceReceiver frames = movie.isWanted() ? movie::accept : null;
    if (drawn) {
      SliceReceiver shown = frames;
      frames = (slice, pixels) -> tracks.background(slice, pixels, shown);
    }
    SliceReceiver velocities = velocity.isWanted() ? velocity::accept : null;
    FlowMotion motion = values.has("motion") ? new FlowMotion() : null;
    FlowResult result =
        mask != null
            ? flow.simulate(mask, velocities, frames, tracks, motion, call.progress())
            : flow.simulate(fractions, velocities, frames, tracks, motion, call.progress());

    call.table("save", table.of(call, result));
    long steps = values.integer("steps");
    if (motion != null) {
      call.write("motion", path -> motion.table(steps).write(path, call.progress()));
    }
    if (tracks != null) {
      call.write("tracks", path -> tracks.table(steps).write(path, call.progress()));
      FlowPicture picture = new FlowPicture(tracks, result);
      call.write("plot", picture::write);
      if (values.flag("show_tracks")) {
        call.show(() -> picture.image(input.named("_tracks")));
      }
    }
    call.note(table.note(result));
    call.ranOn(result.run().backend());
  }

  private static ResultImage movie(Call call) throws IOException {
    InputImage input = call.input();
    Values values = call.values();
    String plane = values.text("plane");
    Calibration calibration = input.calibration().copy();
    calibration.disableDensityCalibration();
    StackFormat format =
        new StackFormat(
                plane.equals("yz") ? input.height() : input.width(),
                plane.equals("xy") ? input.height() : input.depth(),
                1,
                PixelType.FLOAT32)
            .frames(values.integer("frames"))
            .calibration(calibration)
            .colours(LutLoader.getLut("fire"));
    return call.newImage("movie", input.named("_movie"), format).shownIf(values.flag("show_movie"));
  }

  private static Flow flow(Values values) {
    double[] wall = vector(values, "wall");
    double[] force = vector(values, "force");
    return new Flow()
        .phase(values.constant("phase", Phase.class))
        .leftAndRight(face(values, "left"), face(values, "right"))
        .topAndBottom(face(values, "top"), face(values, "bottom"))
        .frontAndBack(face(values, "front"), face(values, "back"))
        .wall(wall[0], wall[1], wall[2])
        .force(force[0], force[1], force[2])
        .viscosity(values.decimal("viscosity"))
        .collision(values.constant("collision", Flow.Collision.class))
        .steps(values.integer("steps"))
        .length(values.has("length") ? values.decimal("length") : 0)
        .frames(values.integer("frames"))
        .plane(values.constant("plane", Flow.Plane.class))
        .position(values.has("position") ? values.integer("position") : -1)
        .particles(values.integer("particles"))
        .backend(values.text("backend"))
        .threads(values.integer("threads"));
  }

  private static Flow.Face face(Values values, String key) {
    return values.constant(key, Flow.Face.class);
  }

  /** Three numbers with commas between them. */
  private static double[] vector(Values values, String key) {
    String[] parts = values.text(key).split(",", -1);
    double[] vector = new double[3];
    try {
      if (parts.length != 3) {
        throw new NumberFormatException();
      }
      for (int i = 0; i < 3; i++) {
        vector[i] = Double.parseDouble(parts[i].trim());
      }
      return vector;
    } catch (NumberFormatException e) {
      throw new UsageException(
          key
              + ("=" + values.text(key))
              + " is not allowed; use three numbers with commas between them: X,Y,Z");
    }
  }
}
