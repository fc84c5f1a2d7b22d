// SPDX-License-Identifier: BSD-2-Clause

import java.awt.Color;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.function.DoubleUnaryOperator;
import java.util.stream.IntStream;

/** A square and a cube whose lid moves, beside tables of the literature. */
final class FlowCavities {
  /** Ghia, Ghia, Shin 1982: a place, and velocities at Reynolds numbers of 100, 400 and 1000. */
  private static final double[][] GHIA_U = {
    {0.9531, 0.68717, 0.55892, 0.46604},
    {0.8516, 0.23151, 0.29093, 0.33304},
    {0.7344, 0.00332, 0.16256, 0.18719},
    {0.6172, -0.13641, 0.02135, 0.05702},
    {0.5000, -0.20581, -0.11477, -0.06080},
    {0.4531, -0.21090, -0.17119, -0.10648},
    {0.2813, -0.15662, -0.32726, -0.27805},
    {0.1719, -0.10150, -0.24299, -0.38289},
    {0.1016, -0.06434, -0.14612, -0.29730},
    {0.0547, -0.03717, -0.08186, -0.18109}
  };

  private static final double[][] GHIA_V = {
    {0.9453, -0.10313, -0.22847, -0.39188},
    {0.8594, -0.22445, -0.44993, -0.42665},
    {0.8047, -0.24533, -0.38598, -0.31966},
    {0.5000, 0.05454, 0.05186, 0.02526},
    {0.2344, 0.17527, 0.30174, 0.32235},
    {0.1563, 0.16077, 0.28124, 0.37095},
    {0.0938, 0.12317, 0.22965, 0.32627},
    {0.0625, 0.09233, 0.18360, 0.27485}
  };

  /** Albensoeder, Kuhlmann 2005: the lid is at x = -1/2 and moves along y, the centre is 0. */
  private static final double[][] CUBE_V = {
    {-0.4531, 0.33171}, {-0.3516, 0.12183}, {-0.2344, 0.07334}, {-0.1172, 0.03905},
    {0, 0.00802}, {0.0469, -0.00612}, {0.2187, -0.10999}, {0.3281, -0.25160},
    {0.3984, -0.27293}, {0.4297, -0.23696}
  };

  private static final double[][] CUBE_U = {
    {-0.4375, -0.21738}, {-0.4062, -0.24407}, {-0.3437, -0.22924}, {-0.2734, -0.17580},
    {0, -0.03674}, {0.3047, 0.15223}, {0.3594, 0.31117}, {0.4063, 0.43423},
    {0.4453, 0.33511}, {0.4688, 0.18864}
  };

  private FlowCavities() {}

  static void square(Path file) throws IOException {
    FlowChart u = new FlowChart("y, on x = 1/2", "Velocity x / that of the lid");
    FlowChart v = new FlowChart("x, on y = 1/2", "Velocity y / that of the lid");
    u.limits(0, 1, -0.5, 1);
    v.limits(0, 1, -0.65, 0.5);
    int side = 128;
    int[] reynolds = {100, 400, 1000};
    for (int i = 0; i < 3; i++) {
      double lid = 0.05;
      FlowRun run =
          new FlowRun(side, side, 1)
              .faces("closed", "closed", "moving", "closed", "periodic", "periodic")
              .vector("wall", lid, 0, 0)
              .vector("force", 0, 0, 0)
              .key("viscosity", lid * side / reynolds[i])
              .key("steps", 200000)
              .key("steady", 3e-4)
              .run();
      DoubleUnaryOperator along = y -> run.velocity(side / 2.0 - 0.5, (1 - y) * side - 0.5, 0, 0);
      DoubleUnaryOperator across = x -> -run.velocity(x * side - 0.5, side / 2.0 - 0.5, 0, 1);
      String name = "Re " + reynolds[i];
      double worst =
          Math.max(
              compare(u, name, i, places(0, 1), y -> along.applyAsDouble(y) / lid, GHIA_U, i + 1),
              compare(v, name, i, places(0, 1), x -> across.applyAsDouble(x) / lid, GHIA_V, i + 1));
      double steps = run.number("Steady at step");
      FlowRun.say("%s: at most %.4f off, steady at step %.0f", name, worst, steps);
    }
    reference(u, "Ghia 1982");
    FlowChart.write(file, u.legend("top-left"), v);
  }

  static void cube(Path file) throws IOException {
    int side = 64;
    double lid = 0.1;
    double middle = (side - 1) / 2.0;
    FlowRun run =
        new FlowRun(side, side, side)
            .faces("moving", "closed", "closed", "closed", "closed", "closed")
            .vector("wall", 0, lid, 0)
            .vector("force", 0, 0, 0)
            .key("viscosity", lid * side / 1000)
            .key("steps", 30000)
            .key("steady", 2e-3)
            .run();
    FlowChart v = new FlowChart("x, on y = z = 0", "Velocity y / that of the lid");
    FlowChart u = new FlowChart("y, on x = z = 0", "Velocity x / that of the lid");
    v.limits(-0.5, 0.5, -0.4, 1);
    u.limits(-0.5, 0.5, -0.4, 0.6);
    double[] places = places(-0.5, 0.5);
    double worst =
        Math.max(
            compare(
                v,
                "Re 1000",
                0,
                places,
                x -> run.velocity((x + 0.5) * side - 0.5, middle, middle, 1) / lid,
                CUBE_V,
                1),
            compare(
                u,
                "Re 1000",
                0,
                places,
                y -> run.velocity(middle, (y + 0.5) * side - 0.5, middle, 0) / lid,
                CUBE_U,
                1));
    FlowRun.say("at most %.4f off, steady at step %.0f", worst, run.number("Steady at step"));
    reference(v, "Albensoeder 2005");
    FlowChart.write(file, v.legend("top-right"), u);
  }

  private static double[] places(double from, double to) {
    return IntStream.rangeClosed(1, 127).mapToDouble(i -> from + (to - from) * i / 128).toArray();
  }

  /** A row of the legend for the circles that are there. */
  private static void reference(FlowChart chart, String name) {
    chart.add(name, Color.black, 1, "circle", new double[] {-9}, new double[] {0});
  }

  /** Draws a profile and the table's circles; the largest difference of them. */
  private static double compare(
      FlowChart chart,
      String name,
      int colour,
      double[] places,
      DoubleUnaryOperator found,
      double[][] table,
      int column) {
    chart.found(name, colour, "line", places, Arrays.stream(places).map(found).toArray());
    double[] at = Arrays.stream(table).mapToDouble(row -> row[0]).toArray();
    double[] expected = Arrays.stream(table).mapToDouble(row -> row[column]).toArray();
    chart.found("", colour, "circle", at, expected);
    return IntStream.range(0, at.length)
        .mapToDouble(i -> Math.abs(found.applyAsDouble(at[i]) - expected[i]))
        .max()
        .orElse(0);
  }
}
