// SPDX-License-Identifier: BSD-2-Clause

import java.lang.management.GarbageCollectorMXBean;
import java.lang.management.ManagementFactory;
import java.util.Arrays;
import java.util.Random;
import org.bitvox.Foreground;
import org.bitvox.Granulometry;
import org.bitvox.PixelStack;
import org.bitvox.ProgressListener;

/**
 * From the byte[] slices of an image in the Java heap to the curve, as an ImageJ user waits for it.
 *
 * <pre>java -Xmx6g -cp Bitvox_.jar GranulometryFromJava.java [side] [backend] [runs]</pre>
 *
 * <p>The first run pays for loading the library, starting the threads and, on a GPU, for CUDA's
 * start-up, and is told apart. So is what the garbage collector takes of the later ones, on
 * average. The foam is made without the library.
 */
final class GranulometryFromJava {
  private GranulometryFromJava() {}

  public static void main(String[] args) {
    int side = args.length > 0 ? Integer.parseInt(args[0]) : 512;
    String backend = args.length > 1 ? args[1] : "auto";
    int runs = args.length > 2 ? Integer.parseInt(args[2]) : 7;
    PixelStack image = foam(side);
    Granulometry granulometry = new Granulometry().backend(backend);

    double[] milliseconds = new double[runs];
    Granulometry.Result result = null;
    long collecting = 0;
    for (int run = 0; run < runs; run++) {
      if (run == 1) {
        collecting = -collectingMilliseconds();
      }
      long start = System.nanoTime();
      result = granulometry.measure(image, ProgressListener.NONE);
      milliseconds[run] = (System.nanoTime() - start) / 1e6;
    }
    double first = milliseconds[0];
    double[] later = Arrays.copyOfRange(milliseconds, 1, runs);
    Arrays.sort(later);
    System.out.printf(
        "%d^3 foam, %s: first run %.1f ms, then median %.1f ms, best %.1f ms, of which the garbage"
            + " collector takes %.1f ms; V(10) = %d%n",
        side,
        result.run().backend(),
        first,
        later[later.length / 2],
        later[0],
        (double) (collecting + collectingMilliseconds()) / Math.max(1, runs - 1),
        result.curve().count(10));
  }

  /** Of this process so far. */
  private static long collectingMilliseconds() {
    return ManagementFactory.getGarbageCollectorMXBeans().stream()
        .mapToLong(GarbageCollectorMXBean::getCollectionTime)
        .sum();
  }

  /** Balls of radius 5 to 50 at random places, about half of the volume. */
  private static PixelStack foam(int side) {
    byte[][] slices = new byte[side][side * side];
    Random random = new Random(1);
    double left = Math.log(2) * side * side * side; // of the volumes of balls that may overlap
    while (left > 0) {
      double radius = 5 + 45 * random.nextDouble();
      fillBall(slices, side, random, radius);
      left -= 4.0 / 3 * Math.PI * radius * radius * radius;
    }
    return new PixelStack(side, side, side, slices, Foreground.binary());
  }

  private static void fillBall(byte[][] slices, int side, Random random, double radius) {
    double x = side * random.nextDouble();
    double y = side * random.nextDouble();
    double z = side * random.nextDouble();
    for (int k = first(z - radius); k < end(z + radius, side); k++) {
      double disc = Math.sqrt(radius * radius - (k - z) * (k - z));
      for (int j = first(y - disc); j < end(y + disc, side); j++) {
        double half = Math.sqrt(Math.max(0, disc * disc - (j - y) * (j - y)));
        int begin = first(x - half);
        Arrays.fill(
            slices[k],
            j * side + begin,
            j * side + Math.max(begin, end(x + half, side)),
            (byte) 255);
      }
    }
  }

  private static int first(double low) {
    return (int) Math.max(0, Math.ceil(low));
  }

  private static int end(double high, int side) {
    return (int) Math.min(side, Math.floor(high) + 1);
  }
}
