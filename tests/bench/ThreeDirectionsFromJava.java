// SPDX-License-Identifier: BSD-2-Clause
import java.util.Arrays;
import java.util.Random;
import org.bitvox.Foreground;
import org.bitvox.Permeability;
import org.bitvox.PixelStack;
import org.bitvox.ProgressListener;
import org.bitvox.Tortuosity;

/**
 * Times tortuosity factors or permeabilities along x, y and z together, as Java programs get them:
 * from the slices' byte[] arrays to three results. Arguments: tortuosity or permeability, side of
 * the cube, backend, number of runs. The volume is the voids between overlapping balls: for
 * tortuosity of radius 8, 30 % of it; for permeability of radius 12, 38 % of it, with periodic
 * sides.
 */
final class ThreeDirectionsFromJava {
  private ThreeDirectionsFromJava() {}

  public static void main(String[] args) {
    boolean flows = args.length > 0 && args[0].equals("permeability");
    int side = args.length > 1 ? Integer.parseInt(args[1]) : 256;
    String backend = args.length > 2 ? args[2] : "auto";
    int runs = args.length > 3 ? Integer.parseInt(args[3]) : 7;
    PixelStack image = flows ? voids(side, 12, 0.38) : voids(side, 8, 0.3);
    double[] milliseconds = new double[runs];
    String found = "";
    for (int run = 0; run < runs; run++) {
      long start = System.nanoTime();
      found = flows ? permeabilities(image, backend) : tortuosities(image, backend);
      milliseconds[run] = (System.nanoTime() - start) / 1e6;
    }
    double[] later = Arrays.copyOfRange(milliseconds, Math.min(1, runs - 1), runs);
    Arrays.sort(later);
    System.out.printf(
        "%d^3, %s, three directions: first run %.1f ms, then median %.1f ms, best %.1f ms; %s%n",
        side, backend, milliseconds[0], later[later.length / 2], later[0], found);
  }

  private static String tortuosities(PixelStack image, String backend) {
    StringBuilder found = new StringBuilder("tau");
    for (Tortuosity.Direction direction : Tortuosity.Direction.values()) {
      double tau =
          new Tortuosity()
              .direction(direction)
              .backend(backend)
              .measure(image, null, null, ProgressListener.NONE)
              .tortuosity();
      found.append(String.format(" %.5f", tau));
    }
    return found.toString();
  }

  private static String permeabilities(PixelStack image, String backend) {
    StringBuilder found = new StringBuilder("k");
    new Permeability()
        .direction(Permeability.Direction.ALL)
        .sides(Permeability.Sides.PERIODIC)
        .backend(backend)
        .measure(image, null, ProgressListener.NONE)
        .flows()
        .forEach(flow -> found.append(String.format(" %.5f", flow.along())));
    return found.toString();
  }

  /** 255 where no ball reaches. */
  private static PixelStack voids(int side, int radius, double part) {
    byte[][] slices = new byte[side][side * side];
    for (byte[] slice : slices) {
      Arrays.fill(slice, (byte) 255);
    }
    Random random = new Random(1);
    double volume = 4.0 / 3 * Math.PI * radius * radius * radius;
    long balls = Math.round(-Math.log(part) * side * side * (double) side / volume);
    for (long ball = 0; ball < balls; ball++) {
      int x = random.nextInt(side);
      int y = random.nextInt(side);
      int z = random.nextInt(side);
      for (int k = Math.max(0, z - radius); k <= Math.min(side - 1, z + radius); k++) {
        for (int j = Math.max(0, y - radius); j <= Math.min(side - 1, y + radius); j++) {
          int left = radius * radius - (k - z) * (k - z) - (j - y) * (j - y);
          if (left >= 0) {
            int half = (int) Math.sqrt(left);
            int end = Math.min(side, x + half + 1);
            Arrays.fill(slices[k], j * side + Math.max(0, x - half), j * side + end, (byte) 0);
          }
        }
      }
    }
    return new PixelStack(side, side, side, slices, Foreground.binary());
  }
}
