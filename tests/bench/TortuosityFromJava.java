// SPDX-License-Identifier: BSD-2-Clause
import java.util.Arrays;
import java.util.Random;
import org.bitvox.Foreground;
import org.bitvox.PixelStack;
import org.bitvox.ProgressListener;
import org.bitvox.Tortuosity;

/**
 * Times the tortuosity factors along x, y and z together, as Java programs get them: from the
 * slices' byte[] arrays to three results. Arguments: side of the cube, backend, number of runs. The
 * volume is the voids between overlapping balls of radius 8, 30 % of it.
 */
final class TortuosityFromJava {
  private static final int RADIUS = 8;
  private static final double VOIDS = 0.3;

  private TortuosityFromJava() {}

  public static void main(String[] args) {
    int side = args.length > 0 ? Integer.parseInt(args[0]) : 256;
    String backend = args.length > 1 ? args[1] : "auto";
    int runs = args.length > 2 ? Integer.parseInt(args[2]) : 7;
    PixelStack image = voids(side);
    double[] milliseconds = new double[runs];
    StringBuilder factors = new StringBuilder();
    for (int run = 0; run < runs; run++) {
      factors.setLength(0);
      long start = System.nanoTime();
      for (Tortuosity.Direction direction : Tortuosity.Direction.values()) {
        double tau =
            new Tortuosity()
                .direction(direction)
                .backend(backend)
                .measure(image, null, null, ProgressListener.NONE)
                .tortuosity();
        factors.append(String.format(" %.5f", tau));
      }
      milliseconds[run] = (System.nanoTime() - start) / 1e6;
    }
    double[] later = Arrays.copyOfRange(milliseconds, Math.min(1, runs - 1), runs);
    Arrays.sort(later);
    System.out.printf(
        "%d^3, %s, three directions: first run %.1f ms, then median %.1f ms, best %.1f ms; tau%s%n",
        side, backend, milliseconds[0], later[later.length / 2], later[0], factors);
  }

  /** 255 where no ball reaches. */
  private static PixelStack voids(int side) {
    byte[][] slices = new byte[side][side * side];
    for (byte[] slice : slices) {
      Arrays.fill(slice, (byte) 255);
    }
    Random random = new Random(1);
    double volume = 4.0 / 3 * Math.PI * RADIUS * RADIUS * RADIUS;
    long balls = Math.round(-Math.log(VOIDS) * side * side * (double) side / volume);
    for (long ball = 0; ball < balls; ball++) {
      int x = random.nextInt(side);
      int y = random.nextInt(side);
      int z = random.nextInt(side);
      for (int k = Math.max(0, z - RADIUS); k <= Math.min(side - 1, z + RADIUS); k++) {
        for (int j = Math.max(0, y - RADIUS); j <= Math.min(side - 1, y + RADIUS); j++) {
          int left = RADIUS * RADIUS - (k - z) * (k - z) - (j - y) * (j - y);
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
