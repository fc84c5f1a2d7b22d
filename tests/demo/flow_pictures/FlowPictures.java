// SPDX-License-Identifier: BSD-2-Clause

import java.io.IOException;
import java.nio.file.Path;
import java.nio.file.Paths;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;

/**
 * The figures of the manual's page on flow: a folder for files, that of the pictures, and the names
 * of those to be made, or none for all.
 */
public final class FlowPictures {
  /** Makes a figure, and prints its numbers. */
  private interface Figure {
    void make(Path file) throws IOException;
  }

  private FlowPictures() {}

  public static void main(String[] args) throws IOException {
    FlowRun.in(Paths.get(args[0]));
    Map<String, Figure> figures = new LinkedHashMap<>();
    figures.put("flow_poiseuille", FlowWalls::poiseuille);
    figures.put("flow_pipes", FlowWalls::pipes);
    figures.put("flow_couette", FlowWalls::couette);
    figures.put("flow_mass", FlowPictures::mass);
    figures.put("flow_spheres", FlowSpheres::arrays);
    figures.put("flow_drag", FlowSpheres::drag);
    figures.put("flow_falling", FlowSpheres::falling);
    figures.put("flow_cavity", FlowCavities::square);
    figures.put("flow_cube", FlowCavities::cube);
    List<String> wanted = Arrays.asList(args).subList(2, args.length);
    for (String name : wanted.isEmpty() ? figures.keySet() : wanted) {
      FlowRun.say("%s", name);
      figures.get(name).make(Paths.get(args[1]).resolve(name + ".png"));
    }
  }

  /** How much fluid a box stirred by a lid and a force gains or loses, with solid and fractions. */
  private static void mass(Path file) throws IOException {
    byte[] fluid = new byte[16 * 12 * 12];
    Random random = new Random(3);
    for (int i = 0; i < fluid.length; i++) {
      int kind = random.nextInt(20);
      fluid[i] = (byte) (kind == 0 ? 0 : kind == 1 ? random.nextInt(255) : 255);
    }
    double[] powers = {2, 2.5, 3, 3.5, 4, 4.5, 5};
    double[] changes = new double[powers.length];
    for (int i = 0; i < powers.length; i++) {
      long steps = Math.round(Math.pow(10, powers[i]));
      changes[i] =
          1e6
              * new FlowRun(16, 12, 12, fluid)
                  .key("fraction", "")
                  .faces("closed", "closed", "moving", "closed", "periodic", "periodic")
                  .vector("wall", 0.05, 0, 0.05)
                  .vector("force", 1e-5, 1e-5, 1e-5)
                  .key("viscosity", 0.05)
                  .key("steps", steps)
                  .run()
                  .number("Mass change");
      FlowRun.say("%d steps: %.2g", steps, changes[i] / 1e6);
    }
    FlowChart chart =
        new FlowChart("log10 of the steps", "Mass change (millionths)")
            .limits(1.8, 5.2, -1.2, 1.2)
            .line("nothing lost", 1.8, 5.2, power -> 0)
            .joined("Bitvox", 0, powers, changes)
            .legend("top-right");
    FlowChart.write(file, chart);
  }
}
