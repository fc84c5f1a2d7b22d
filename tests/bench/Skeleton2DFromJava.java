// SPDX-License-Identifier: BSD-2-Clause

import ij.process.ByteProcessor;
import java.util.Arrays;
import org.bitvox.BitVolume;
import org.bitvox.Foreground;
import org.bitvox.PixelStack;
import org.bitvox.ProgressListener;
import org.bitvox.SampleFoam;
import org.bitvox.Skeleton2D;

/**
 * The skeletons of a stack of slices of a foam by ImageJ's own rule: ImageJ itself, slice after
 * slice, against Bitvox, in one run; both from byte[] slices to byte[] slices.
 *
 * <pre>java -Xmx6g -cp Bitvox_.jar:ij.jar Skeleton2DFromJava.java SIDE SLICES BACKEND RUNS</pre>
 */
final class Skeleton2DFromJava {
  private Skeleton2DFromJava() {}

  public static void main(String[] args) {
    if (args.length != 4) {
      System.err.println("usage: Skeleton2DFromJava SIDE SLICES BACKEND RUNS");
      System.exit(2);
    }
    int side = Integer.parseInt(args[0]);
    int depth = Integer.parseInt(args[1]);
    int runs = Integer.parseInt(args[3]);
    byte[][] slices = foam(side, depth);
    PixelStack image = new PixelStack(side, side, depth, slices, Foreground.binary());
    Skeleton2D skeleton = new Skeleton2D().rule(Skeleton2D.Rule.IMAGEJ).backend(args[2]);

    byte[][] ours = null;
    String backend = "";
    double[] milliseconds = new double[runs];
    for (int run = 0; run < runs; run++) {
      long start = System.nanoTime();
      try (Skeleton2D.Result result = skeleton.thin(image, ProgressListener.NONE)) {
        ours = result.skeleton().toSlices();
        backend = result.run().backend();
      }
      milliseconds[run] = (System.nanoTime() - start) / 1e6;
    }
    Arrays.sort(milliseconds, 1, runs); // the first run starts the library
    double median = milliseconds[(runs + 1) / 2];

    long start = System.nanoTime();
    for (int z = 0; z < depth; z++) {
      new ByteProcessor(side, side, slices[z]).skeletonize(255);
    }
    double imagej = (System.nanoTime() - start) / 1e6;
    if (!Arrays.deepEquals(slices, ours)) {
      throw new AssertionError("the skeletons differ");
    }
    System.out.printf(
        "%d slices of %d x %d, %s: %.1f ms (first run %.1f ms); ImageJ: %.0f ms, %.0f x%n",
        depth, side, side, backend, median, milliseconds[0], imagej, imagej / median);
  }

  private static byte[][] foam(int side, int depth) {
    try (BitVolume volume = new BitVolume(side, side, depth)) {
      new SampleFoam().radii(5, 50).fraction(0.5).seed(1).fill(volume, ProgressListener.NONE);
      return volume.toSlices();
    }
  }
}
