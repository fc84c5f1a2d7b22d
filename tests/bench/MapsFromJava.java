// SPDX-License-Identifier: BSD-2-Clause

import java.lang.management.GarbageCollectorMXBean;
import java.lang.management.ManagementFactory;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.bitvox.DistanceMap;
import org.bitvox.Foreground;
import org.bitvox.Label;
import org.bitvox.LocalThickness;
import org.bitvox.PixelStack;
import org.bitvox.ProgressListener;
import org.bitvox.SliceReceiver;

/**
 * From the byte[] slices of an image in the Java heap to slices of labels, distances and
 * thicknesses, as an ImageJ user waits for them.
 *
 * <pre>java -Xmx8g -cp Bitvox_.jar MapsFromJava.java [side] [backend] [runs] [call...]</pre>
 *
 * <p>Calls are count, labels, integers (labels of 32 bits), distances and thickness; all of them if
 * none is named. The first call of the process pays for loading the library, starting the threads
 * and, on a GPU, for CUDA's start-up, and is told apart. So is what the garbage collector takes, on
 * average. The foam is made without the library.
 */
final class MapsFromJava {
  private MapsFromJava() {}

  public static void main(String[] args) {
    int side = args.length > 0 ? Integer.parseInt(args[0]) : 512;
    String backend = args.length > 1 ? args[1] : "auto";
    int runs = args.length > 2 ? Integer.parseInt(args[2]) : 9;
    PixelStack image = foam(side);
    Map<String, Runnable> calls = calls(image, backend);
    List<String> chosen =
        args.length > 3
            ? Arrays.asList(args).subList(3, args.length)
            : new ArrayList<>(calls.keySet());
    System.out.printf("first call of the process: %.1f ms%n", timed(calls.get(chosen.get(0))));
    for (String name : chosen) {
      timed(calls.get(name));
      double[] milliseconds = new double[runs];
      long collecting = -collectingMilliseconds();
      for (int run = 0; run < runs; run++) {
        milliseconds[run] = timed(calls.get(name));
      }
      collecting += collectingMilliseconds();
      Arrays.sort(milliseconds);
      System.out.printf(
          "%s, %d^3: median %.1f ms, %.1f to %.1f, of which the garbage collector takes %.1f ms%n",
          name,
          side,
          milliseconds[runs / 2],
          milliseconds[0],
          milliseconds[runs - 1],
          (double) collecting / runs);
    }
  }

  private static Map<String, Runnable> calls(PixelStack image, String backend) {
    Map<String, Runnable> calls = new LinkedHashMap<>();
    calls.put("count", () -> label(new Label().backend(backend), image, null));
    calls.put("labels", () -> label(new Label().backend(backend), image, kept(image)));
    calls.put(
        "integers",
        () -> label(new Label().backend(backend).pixels(Label.Pixels.INTEGER), image, kept(image)));
    calls.put(
        "distances",
        () ->
            new DistanceMap().backend(backend).measure(image, kept(image), ProgressListener.NONE));
    calls.put(
        "thickness",
        () ->
            new LocalThickness()
                .backend(backend)
                .measure(image, kept(image), ProgressListener.NONE));
    return calls;
  }

  private static void label(Label label, PixelStack image, SliceReceiver labels) {
    label.label(image, labels, ProgressListener.NONE).close();
  }

  /** As an image keeps its slices. */
  private static SliceReceiver kept(PixelStack image) {
    Object[] slices = new Object[image.depth()];
    return (slice, pixels) -> slices[slice] = pixels;
  }

  private static double timed(Runnable call) {
    long start = System.nanoTime();
    call.run();
    return (System.nanoTime() - start) / 1e6;
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
