// SPDX-License-Identifier: BSD-2-Clause

import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.bitvox.Foreground;
import org.bitvox.Geodesic;
import org.bitvox.GraphDistance;
import org.bitvox.GreyStack;
import org.bitvox.Label;
import org.bitvox.MinimalPath;
import org.bitvox.PixelStack;
import org.bitvox.ProgressListener;
import org.bitvox.SliceReceiver;
import org.bitvox.SplitObjects;
import org.bitvox.WeightedGraph;

/**
 * Shortest paths and split objects as an ImageJ user waits for them: from slices in the Java heap
 * to slices, tables and paths there.
 *
 * <pre>java -Xmx16g -cp Bitvox_.jar PathsFromJava.java [side] [backend] [runs] [call...]</pre>
 *
 * <p>All calls are made if none is named. The first call of the process pays for loading the
 * library, starting the threads and, on a GPU, for CUDA's start-up, and is told apart. A graph has
 * no side: it is a grid of 2236 x 2236 vertices, and is in memory already.
 */
final class PathsFromJava {
  private PathsFromJava() {}

  public static void main(String[] args) {
    int side = args.length > 0 ? Integer.parseInt(args[0]) : 512;
    String backend = args.length > 1 ? args[1] : "auto";
    int runs = args.length > 2 ? Integer.parseInt(args[2]) : 5;
    Map<String, Runnable> calls = calls(side, backend);
    List<String> chosen =
        args.length > 3 ? Arrays.asList(args).subList(3, args.length) : List.copyOf(calls.keySet());
    System.out.printf("first call of the process: %.1f ms%n", timed(calls.get(chosen.get(0))));
    for (String name : chosen) {
      timed(calls.get(name));
      double[] milliseconds = new double[runs];
      for (int run = 0; run < runs; run++) {
        milliseconds[run] = timed(calls.get(name));
      }
      Arrays.sort(milliseconds);
      System.out.printf(
          "%s, %d^3: median %.1f ms, %.1f to %.1f%n",
          name, side, milliseconds[runs / 2], milliseconds[0], milliseconds[runs - 1]);
    }
  }

  private static Map<String, Runnable> calls(int side, String backend) {
    Map<String, Runnable> calls = new LinkedHashMap<>();
    GreyStack random = random(side);
    GreyStack smooth = smooth(side);
    GreyStack seed = seed(side);
    for (Label.Connectivity neighbours :
        new Label.Connectivity[] {Label.Connectivity.FACES, Label.Connectivity.ALL}) {
      String some = neighbours == Label.Connectivity.FACES ? "_6" : "_26";
      calls.put("geodesic_random" + some, () -> measure(random, seed, neighbours, backend));
      calls.put("geodesic_smooth" + some, () -> measure(smooth, seed, neighbours, backend));
      calls.put("path_random" + some, () -> trace(random, corners(side), neighbours, backend));
      calls.put("path_smooth" + some, () -> trace(smooth, corners(side), neighbours, backend));
    }
    calls.put(
        "tree_smooth_26", () -> trace(smooth, places(side, 1000), Label.Connectivity.ALL, backend));
    PixelStack foam = foam(side);
    calls.put("split_count", () -> split(foam, null, false, backend));
    calls.put("split_labels", () -> split(foam, kept(side), false, backend));
    calls.put("split_labels_and_table", () -> split(foam, kept(side), true, backend));
    WeightedGraph road = road(2236);
    calls.put(
        "graph_road",
        () ->
            new GraphDistance()
                .backend(backend)
                .measure(road, new long[] {2236 * 1118 + 1118}, ProgressListener.NONE));
    return calls;
  }

  private static void measure(
      GreyStack costs, GreyStack seed, Label.Connectivity neighbours, String backend) {
    new Geodesic()
        .connectivity(neighbours)
        .backend(backend)
        .measure(costs, seed, null, kept(costs.depth()), null, ProgressListener.NONE);
  }

  private static void trace(
      GreyStack costs, long[] points, Label.Connectivity neighbours, String backend) {
    new MinimalPath()
        .paths(MinimalPath.Paths.FROM_FIRST)
        .connectivity(neighbours)
        .backend(backend)
        .trace(costs, points, null, ProgressListener.NONE);
  }

  private static void split(PixelStack foam, SliceReceiver labels, boolean table, String backend) {
    new SplitObjects()
        .tolerance(0.5)
        .objects(table)
        .backend(backend)
        .split(foam, labels, ProgressListener.NONE)
        .close();
  }

  /** As an image keeps its slices. */
  private static SliceReceiver kept(int depth) {
    Object[] slices = new Object[depth];
    return (slice, pixels) -> slices[slice] = pixels;
  }

  private static double timed(Runnable call) {
    long start = System.nanoTime();
    call.run();
    return (System.nanoTime() - start) / 1e6;
  }

  private static long[] corners(int side) {
    return new long[] {0, 0, 0, side - 1, side - 1, side - 1};
  }

  private static long[] places(int side, int count) {
    return new Random(1).longs(3L * count, 0, side).toArray();
  }

  private static GreyStack random(int side) {
    byte[][] slices = new byte[side][side * side];
    Random random = new Random(1);
    for (byte[] slice : slices) {
      random.nextBytes(slice);
      for (int i = 0; i < slice.length; i++) {
        slice[i] = slice[i] == 0 ? 1 : slice[i]; // 1 to 255
      }
    }
    return new GreyStack(side, side, side, slices);
  }

  private static GreyStack smooth(int side) {
    byte[][] slices = new byte[side][side * side];
    double[] alongX = wave(side, 19);
    double[] alongY = wave(side, 16);
    double[] alongZ = wave(side, 22);
    for (int z = 0; z < side; z++) {
      for (int y = 0; y < side; y++) {
        for (int x = 0; x < side; x++) {
          slices[z][y * side + x] = (byte) (128 + alongX[x] * alongY[y] / 60 + alongZ[z]);
        }
      }
    }
    return new GreyStack(side, side, side, slices);
  }

  private static double[] wave(int side, double length) {
    double[] values = new double[side];
    for (int i = 0; i < side; i++) {
      values[i] = 60 * Math.sin(i / length);
    }
    return values;
  }

  private static GreyStack seed(int side) {
    byte[][] slices = new byte[side][side * side];
    slices[side / 2][side / 2 * side + side / 2] = 1;
    return new GreyStack(side, side, side, slices);
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

  /** A grid of roads of lengths 1 to 1000 that lead both ways. */
  private static WeightedGraph road(int side) {
    int edges = 2 * side * (side - 1);
    int[] from = new int[edges];
    int[] to = new int[edges];
    double[] weight = new double[edges];
    Random random = new Random(1);
    int k = 0;
    for (int i = 0; i < side * side; i++) {
      for (int step : new int[] {1, side}) {
        if (step == 1 ? i % side == side - 1 : i + side >= side * side) {
          continue;
        }
        from[k] = i;
        to[k] = i + step;
        weight[k++] = 1 + random.nextInt(1000);
      }
    }
    return WeightedGraph.of(
        side * side, from, to, weight, WeightedGraph.Direction.UNDIRECTED, ProgressListener.NONE);
  }
}
