// SPDX-License-Identifier: BSD-2-Clause

import java.awt.Color;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Locale;
import java.util.stream.IntStream;

/** Spheres: in arrays, alone, spinning, and falling. */
final class FlowSpheres {
  private static final double VISCOSITY = 0.1667;
  private static final double[] RADII = {0.18611, 0.24814, 0.31018, 0.37221, 0.43425}; // over L
  private static final double[] ZICK_HOMSY = {2.008, 2.810, 4.292, 7.442, 15.4};

  private FlowSpheres() {}

  /** Drag of simple cubic arrays over Stokes' 6 pi viscosity radius velocity. */
  static void arrays(Path file) throws IOException {
    FlowChart chart =
        new FlowChart("Radius / side of the cell", "K = drag / that of Stokes")
            .limits(0.17, 0.45, 0, 18)
            .add("Zick, Homsy 1982", Color.black, 1, "connected circle", RADII, ZICK_HOMSY);
    FlowChart ratios =
        new FlowChart("Radius / side of the cell", "K / that of Zick and Homsy")
            .limits(0.17, 0.45, 0.85, 1.15)
            .line("", 0.17, 0.45, radius -> 1);
    for (int side : new int[] {16, 32}) {
      for (boolean fractions : new boolean[] {false, true}) {
        double[] found =
            Arrays.stream(RADII).map(radius -> array(side, radius * side, fractions)).toArray();
        String name = side + " voxels, " + (fractions ? "fractions" : "whole");
        String symbol = fractions ? "box" : "x";
        chart.found(name, side / 16 - 1, symbol, RADII, found);
        double[] ratio =
            IntStream.range(0, found.length).mapToDouble(i -> found[i] / ZICK_HOMSY[i]).toArray();
        ratios.found("", side / 16 - 1, "line", RADII, ratio);
        ratios.found("", side / 16 - 1, symbol, RADII, ratio);
        for (int i = 0; i < RADII.length; i++) {
          double off = 100 * (found[i] / ZICK_HOMSY[i] - 1);
          FlowRun.say("a/L %.3f, %s: K %.3f, %+.1f %%", RADII[i], name, found[i], off);
        }
      }
    }
    FlowChart.write(file, chart.legend("top-left"), ratios);
  }

  private static double array(int side, double radius, boolean fractions) {
    double square = radius * radius;
    FlowRun run =
        FlowRun.of(side, side, side, (x, y, z) -> x * x + y * y + z * z >= square, 8, fractions);
    allPeriodic(run).vector("force", 0, 0, 1e-7).key("steps", 100000).key("steady", 1e-4).run();
    return drag(run, side, radius);
  }

  private static FlowRun allPeriodic(FlowRun run) {
    return run.faces("periodic", "periodic", "periodic", "periodic", "periodic", "periodic");
  }

  /** Of a force of 1e-7. */
  private static double drag(FlowRun run, int side, double radius) {
    double volume = Math.pow(side, 3);
    double velocity = run.flux('z') / volume;
    return 1e-7 * volume / (6 * Math.PI * VISCOSITY * radius * velocity);
  }

  /** Drag and torque of bodies, over those of formulas. */
  static void drag(Path file) throws IOException {
    double[] radii = {3, 4, 6, 8, 10};
    double[] drags = Arrays.stream(radii).limit(3).map(a -> stokes((int) a)).toArray();
    double[] torques = Arrays.stream(radii).skip(1).map(a -> torque((int) a)).toArray();
    for (int i = 0; i < 3; i++) {
      FlowRun.say("radius %.0f: drag %+.1f %%", radii[i], 100 * (drags[i] - 1));
    }
    for (int i = 0; i < 4; i++) {
      FlowRun.say("radius %.0f: torque %+.1f %%", radii[i + 1], 100 * (torques[i] - 1));
    }
    FlowChart chart =
        new FlowChart("Radius (voxels)", "Found / formula")
            .limits(2, 11, 0.85, 1.05)
            .line("Stokes, as Hasimoto has it; 8 pi viscosity a^3 spin", 2, 11, a -> 1)
            .joined("drag at rest", 0, Arrays.copyOf(radii, 3), drags)
            .joined("torque as it spins", 1, Arrays.copyOfRange(radii, 1, 5), torques)
            .legend("top-left");
    FlowChart.write(file, chart);
  }

  private static String sphere(int side, double radius) {
    String middle = "" + (side - 1) / 2.0;
    return "sphere centre=" + middle + "," + middle + "," + middle + " radius=" + radius;
  }

  /** In a cell of eight radii, over K of Hasimoto's dilute array. */
  private static double stokes(int radius) {
    int side = 8 * radius;
    double c = 4 * Math.PI / 3 / 512;
    double k = 1 / (1 - 1.7601 * Math.cbrt(c) + c - 1.5593 * c * c);
    FlowRun run = allPeriodic(new FlowRun(side, side, side)).vector("force", 0, 0, 1e-7);
    return drag(
            bodies(run, sphere(side, radius)).key("steps", 100000).key("steady", 5e-4).run(),
            side,
            radius)
        / k;
  }

  private static FlowRun bodies(FlowRun run, String text) {
    try {
      return run.bodies(text + "\n");
    } catch (IOException e) {
      throw new IllegalStateException(e);
    }
  }

  /** In a box of seven radii. */
  private static double torque(int radius) {
    int side = 7 * radius;
    FlowRun run = allPeriodic(new FlowRun(side, side, side)).vector("force", 0, 0, 0);
    bodies(run, sphere(side, radius) + " spin=0,0.001,0");
    run.key("steps", 44 * radius * radius).key("frames", 1);
    run.key("motion", FlowRun.file("motion.csv")).run();
    double found = -last("Y torque (mass voxels^2/step^2)");
    return found / (8 * Math.PI * VISCOSITY * Math.pow(radius, 3) * 0.001);
  }

  private static double last(String column) {
    try {
      double[] values = FlowRun.column("motion.csv", column);
      return values[values.length - 1];
    } catch (IOException e) {
      throw new IllegalStateException(e);
    }
  }

  /** Density (kg/m^3) and viscosity (Pa s) of the fluid, the largest speed (m/s), and Re. */
  private static final double[][] TEN_CATE = {
    {970, 0.373, 0.035986, 1.5},
    {965, 0.212, 0.05718, 4.1},
    {962, 0.113, 0.087269, 11.6},
    {960, 0.058, 0.12224, 31.9}
  };

  /** A sphere of 15 mm, 8 voxels, falls in a box of 100 x 100 x 160 mm. */
  static void falling(Path file) throws IOException {
    FlowChart chart = new FlowChart("Time (s)", "Speed (m/s)").limits(0, 4, 0, 0.16);
    for (int i = 0; i < TEN_CATE.length; i++) {
      double expected = TEN_CATE[i][2];
      double step = fall(TEN_CATE[i]);
      double[] speeds =
          Arrays.stream(FlowRun.column("motion.csv", "Z velocity (voxels/step)"))
              .map(speed -> speed * 0.015 / 8 / step)
              .toArray();
      double[] times =
          IntStream.range(0, speeds.length).mapToDouble(frame -> 10 * (frame + 1) * step).toArray();
      chart.line(i == 0 ? "ten Cate 2002, largest" : "", 0, 4, time -> expected);
      chart.found("Re " + TEN_CATE[i][3], i, "line", times, speeds);
      double largest = Arrays.stream(speeds).max().orElse(0);
      double off = 100 * (largest / expected - 1);
      FlowRun.say(
          "Re %.1f: %.5f m/s, %.5f found, %+.1f %%", TEN_CATE[i][3], expected, largest, off);
    }
    FlowChart.write(file, chart.legend("top-right"));
  }

  /** Returns how many seconds a step is. */
  private static double fall(double[] fluid) throws IOException {
    double voxel = 0.015 / 8;
    double speed = 0.02; // voxels a step, where it should come to
    double step = speed * voxel / fluid[2];
    int side = (int) Math.round(0.1 / voxel);
    int depth = (int) Math.round(0.16 / voxel);
    double middle = (side - 1) / 2.0;
    double gap = (0.120 + 0.0075 / 2) / voxel; // below the sphere, as it begins
    int steps = (int) (0.12 / voxel / speed) / 10 * 10;
    new FlowRun(side, side, depth)
        .faces("closed", "closed", "closed", "closed", "closed", "closed")
        .vector("force", 0, 0, 0)
        .key("viscosity", fluid[1] / fluid[0] * step / voxel / voxel)
        .key("steps", steps)
        .key("frames", steps / 10)
        .bodies(
            String.format(
                Locale.ROOT,
                "sphere centre=%f,%f,%f radius=4 density=%f\ngravity acceleration=0,0,%.9f\n",
                middle,
                middle,
                depth - 0.5 - gap - 4,
                1120 / fluid[0],
                9.81 * step * step / voxel))
        .key("motion", FlowRun.file("motion.csv"))
        .run();
    return step;
  }
}
