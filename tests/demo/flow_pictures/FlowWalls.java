// SPDX-License-Identifier: BSD-2-Clause

import java.io.IOException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.stream.IntStream;

/** Flows between walls that formulas describe. */
final class FlowWalls {
  private FlowWalls() {}

  /** Profiles of a channel of 8 voxels, and of a square duct of 16 through its middle. */
  static void poiseuille(Path file) throws IOException {
    FlowChart chart =
        new FlowChart("Place across / side", "Velocity x viscosity / (force x side^2)")
            .limits(0, 1, 0, 0.28)
            .line("parabola", 0, 1, s -> s * (1 - s) / 2)
            .line("series of the duct", 0, 1, s -> duct(s, 0.5));
    double[] viscosities = {0.05, 0.1667, 0.5};
    String[] shapes = {"circle", "x", "box"};
    double[] places = IntStream.range(0, 8).mapToDouble(i -> (i + 0.5) / 8).toArray();
    for (int i = 0; i < 3; i++) {
      double[] found = channel(viscosities[i], "trt");
      chart.found("channel, viscosity " + viscosities[i], 0, shapes[i], places, found);
      double worst = 0;
      for (int x = 0; x < 8; x++) {
        worst = Math.max(worst, Math.abs(found[x] / (places[x] * (1 - places[x]) / 2) - 1));
      }
      FlowRun.say("channel, viscosity %.3f: at most %.4f %% off", viscosities[i], 100 * worst);
    }
    chart.found("the same with bgk, 0.5", 1, "triangle", places, channel(0.5, "bgk"));
    FlowRun run = new FlowRun(16, 16, 2).vector("force", 0, 0, 1e-4).key("steps", 100000);
    run.key("steady", 1e-5).run();
    double[] across = IntStream.range(0, 16).mapToDouble(i -> (i + 0.5) / 16).toArray();
    double[] speeds =
        IntStream.range(0, 16)
            .mapToDouble(x -> run.velocity(x, 7, 0, 2) * 0.1667 / (1e-4 * 256))
            .toArray();
    double mean = run.number("Mean velocity z (voxels/step)") * 0.1667 / (1e-4 * 256);
    FlowRun.say("duct: mean velocity %+.2f %%", 100 * (mean / 0.0351442537 - 1));
    FlowChart.write(file, chart.found("duct", 2, "circle", across, speeds).legend("top-right"));
  }

  /** Over force, side and viscosity, along a duct of side 1. */
  private static double duct(double x, double y) {
    double sum = 0;
    for (int n = 1; n < 80; n += 2) {
      double edge = Math.cosh(n * Math.PI * (y - 0.5)) / Math.cosh(n * Math.PI / 2);
      sum += Math.sin(n * Math.PI * x) * (1 - edge) / Math.pow(n, 3);
    }
    return sum * 4 / Math.pow(Math.PI, 3);
  }

  private static double[] channel(double viscosity, String collision) {
    double force = 1e-3 * viscosity;
    FlowRun run =
        new FlowRun(8, 1, 1)
            .faces("closed", "closed", "periodic", "periodic", "periodic", "periodic")
            .vector("force", 0, 0, force)
            .key("viscosity", viscosity)
            .key("collision", collision)
            .key("steps", Math.round(400 / viscosity))
            .run();
    return IntStream.range(0, 8)
        .mapToDouble(x -> run.velocity(x, 0, 0, 2) * viscosity / (force * 64))
        .toArray();
  }

  /** What flows through pipes, over pi R^4 force / (8 viscosity). */
  static void pipes(Path file) throws IOException {
    double[] radii = {4, 6, 8, 12, 16, 24, 32};
    FlowChart chart =
        new FlowChart("Radius (voxels)", "Flux / formula")
            .limits(0, 34, 0.92, 1.1)
            .line("pi R^4 F / (8 viscosity)", 0, 34, r -> 1);
    for (boolean fractions : new boolean[] {false, true}) {
      double[] flux = Arrays.stream(radii).map(radius -> pipe(radius, fractions)).toArray();
      String name = fractions ? "fractions" : "whole voxels";
      chart.joined(name, fractions ? 0 : 1, radii, flux);
      for (int i = 0; i < radii.length; i++) {
        FlowRun.say("radius %.0f, %s: %+.2f %%", radii[i], name, 100 * (flux[i] - 1));
      }
    }
    FlowChart.write(file, chart.legend("top-right"));
  }

  private static double pipe(double radius, boolean fractions) {
    int side = 2 * (int) radius + 2;
    FlowRun run =
        FlowRun.of(side, side, 1, (x, y, z) -> Math.hypot(x, y) < radius, 16, fractions)
            .vector("force", 0, 0, 1e-6)
            .key("steps", Math.round(10 * radius * radius))
            .run();
    return run.flux('z') / (Math.PI * Math.pow(radius, 4) * 1e-6 / (8 * 0.1667));
  }

  /** Where velocities over a wall within a voxel meet 0, from where it should be. */
  static void couette(Path file) throws IOException {
    double[] places = IntStream.rangeClosed(0, 20).mapToDouble(i -> i / 20.0).toArray();
    FlowChart[] charts = new FlowChart[2];
    String[] collisions = {"trt", "bgk"};
    double[] viscosities = {0.02, 0.1, 0.1667, 0.5};
    for (int c = 0; c < 2; c++) {
      String collision = collisions[c];
      charts[c] =
          new FlowChart("Wall within the voxel (" + collision + ")", "Found beyond it by (voxels)")
              .limits(0, 1, -0.1, 0.1)
              .line("the wall", 0, 1, place -> 0);
      for (int v = 0; v < viscosities.length; v++) {
        double viscosity = viscosities[v];
        double[] slips =
            Arrays.stream(places).map(place -> slip(place, viscosity, collision)).toArray();
        charts[c].joined("viscosity " + viscosity, v, places, slips);
        double worst = Arrays.stream(slips).map(Math::abs).max().orElse(0);
        FlowRun.say("%s, viscosity %.3f: at most %.3f voxels", collision, viscosity, worst);
      }
      charts[c].legend("bottom-left");
    }
    FlowChart.write(file, charts);
  }

  private static double slip(double place, double viscosity, String collision) {
    byte[] fluid = new byte[16];
    Arrays.fill(fluid, 2, 16, (byte) 255);
    long solid = Math.round(255 * place);
    fluid[2] = (byte) (255 - solid);
    FlowRun run =
        new FlowRun(1, 16, 1, fluid)
            .key("fraction", "")
            .faces("periodic", "periodic", "closed", "moving", "periodic", "periodic")
            .vector("wall", 0.01, 0, 0)
            .vector("force", 0, 0, 0)
            .key("viscosity", viscosity)
            .key("collision", collision)
            .key("steps", Math.round(1000 / viscosity))
            .run();
    double u = run.velocity(0, 8, 0, 0);
    double slope = (run.velocity(0, 12, 0, 0) - u) / 4;
    return 8 - u / slope - (1.5 + solid / 255.0);
  }
}
