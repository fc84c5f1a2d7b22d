// SPDX-License-Identifier: BSD-2-Clause

import java.io.DataInputStream;
import java.io.FileInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.lang.management.GarbageCollectorMXBean;
import java.lang.management.ManagementFactory;
import java.util.Arrays;
import java.util.zip.GZIPInputStream;
import org.bitvox.Foreground;
import org.bitvox.PixelStack;
import org.bitvox.ProgressListener;
import org.bitvox.Skeleton3D;

/**
 * From the byte[] slices of an image in the Java heap to the slices of its skeleton, as an ImageJ
 * user waits for it. The image is a raw file of 0 and 255, or such a file packed by gzip.
 *
 * <pre>java -Xmx6g -cp Bitvox_.jar Skeleton3DFromJava.java FILE WIDTH HEIGHT DEPTH BACKEND RUNS
 * </pre>
 *
 * <p>The first run pays for loading the library, starting the threads and, on a GPU, for CUDA's
 * start-up; it is told apart. So is what the garbage collector takes of the later ones, on average:
 * the slices of a skeleton are new arrays in each run.
 */
final class Skeleton3DFromJava {
  private Skeleton3DFromJava() {}

  public static void main(String[] args) throws IOException {
    if (args.length != 6) {
      System.err.println("usage: Skeleton3DFromJava FILE WIDTH HEIGHT DEPTH BACKEND RUNS");
      System.exit(2);
    }
    int width = Integer.parseInt(args[1]);
    int height = Integer.parseInt(args[2]);
    int depth = Integer.parseInt(args[3]);
    int runs = Integer.parseInt(args[5]);
    byte[][] slices = read(args[0], width * height, depth);
    PixelStack image = new PixelStack(width, height, depth, slices, Foreground.binary());
    Skeleton3D skeleton = new Skeleton3D().backend(args[4]);

    double[] whole = new double[runs];
    double[] thinning = new double[runs];
    String told = "";
    long collecting = 0;
    for (int run = 0; run < runs; run++) {
      if (run == 1) {
        collecting = -collectingMilliseconds();
      }
      long start = System.nanoTime();
      try (Skeleton3D.Result result = skeleton.thin(image, ProgressListener.NONE)) {
        thinning[run] = (System.nanoTime() - start) / 1e6;
        byte[][] thinned = result.skeleton().toSlices();
        whole[run] = (System.nanoTime() - start) / 1e6;
        told =
            String.format(
                "%s, %d to %d voxels, %d slices",
                result.run().backend(),
                result.voxelsBefore(),
                result.voxelsAfter(),
                thinned.length);
      }
    }
    System.out.printf(
        "%s: first run %.1f ms, %.1f without the slices back, then median %.1f ms, best %.1f ms, of"
            + " which the slices back take %.1f ms and the garbage collector %.1f ms (%s)%n",
        args[0],
        whole[0],
        thinning[0],
        median(whole),
        Arrays.stream(whole).skip(1).min().orElse(whole[0]),
        median(whole) - median(thinning),
        (double) (collecting + collectingMilliseconds()) / Math.max(1, runs - 1),
        told);
  }

  /** Of this process so far. */
  private static long collectingMilliseconds() {
    return ManagementFactory.getGarbageCollectorMXBeans().stream()
        .mapToLong(GarbageCollectorMXBean::getCollectionTime)
        .sum();
  }

  private static double median(double[] milliseconds) {
    double[] later = Arrays.copyOfRange(milliseconds, 1, milliseconds.length);
    Arrays.sort(later);
    return later[later.length / 2];
  }

  private static byte[][] read(String file, int pixels, int depth) throws IOException {
    byte[][] slices = new byte[depth][pixels];
    try (InputStream raw = new FileInputStream(file);
        DataInputStream in =
            new DataInputStream(file.endsWith(".gz") ? new GZIPInputStream(raw, 1 << 16) : raw)) {
      for (byte[] slice : slices) {
        in.readFully(slice);
      }
    }
    return slices;
  }
}
