// SPDX-License-Identifier: BSD-2-Clause

import java.lang.management.GarbageCollectorMXBean;
import java.lang.management.ManagementFactory;
import java.util.Arrays;
import org.bitvox.BitVolume;
import org.bitvox.Foreground;
import org.bitvox.Granulometry;
import org.bitvox.GranulometryResult;
import org.bitvox.PixelStack;
import org.bitvox.ProgressListener;
import org.bitvox.SampleFoam;

/**
 * From the byte[] slices of an image in the Java heap to the curve, as an ImageJ user waits for it.
 *
 * <pre>java -Xmx6g -cp Bitvox_.jar GranulometryFromJava.java [side] [backend] [runs]</pre>
 *
 * <p>The first run pays, on a GPU, for CUDA's start-up and is told apart; the library was loaded
 * and the threads were started when the foam was made. So is what the garbage collector takes of
 * the later ones, on average.
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
    GranulometryResult result = null;
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

  private static PixelStack foam(int side) {
    byte[][] slices = new byte[side][side * side];
    try (BitVolume volume = new BitVolume(side, side, side)) {
      new SampleFoam().radii(5, 50).fraction(0.5).seed(1).fill(volume, ProgressListener.NONE);
      for (int z = 0; z < side; z++) {
        volume.unpackSlice(z, slices[z]);
      }
    }
    return new PixelStack(side, side, side, slices, Foreground.binary());
  }
}
