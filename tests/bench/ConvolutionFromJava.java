// SPDX-License-Identifier: BSD-2-Clause

import ij.ImagePlus;
import ij.ImageStack;
import ij.plugin.GaussianBlur3D;
import ij.plugin.filter.Convolver;
import ij.process.FloatProcessor;
import java.util.Random;
import org.bitvox.Convolution;
import org.bitvox.GreyStack;
import org.bitvox.Kernel;
import org.bitvox.ProgressListener;

/**
 * Bitvox beside ImageJ on the same images in one run: a 7 x 7 kernel that is not separable, and a
 * Gaussian blur in 3D.
 *
 * <pre>java -Xmx6g -cp ij.jar:Bitvox_.jar ConvolutionFromJava.java [backend] [runs]</pre>
 */
final class ConvolutionFromJava {
  private ConvolutionFromJava() {}

  private interface Work {
    void run();
  }

  public static void main(String[] args) {
    String backend = args.length > 0 ? args[0] : "auto";
    int runs = args.length > 1 ? Integer.parseInt(args[1]) : 5;
    Random random = new Random(1);

    int side = 2048;
    float[] image = noise(side * side, random);
    float[] kernel = noise(49, random);
    GreyStack grey = new GreyStack(side, side, 1, new Object[] {image});
    Convolution seven = new Convolution(Kernel.full(7, 7, 1, kernel)).backend(backend);
    double imagej =
        best(
            runs,
            () -> {
              Convolver convolver = new Convolver();
              convolver.setNormalize(false);
              convolver.convolve(new FloatProcessor(side, side, image.clone()), kernel, 7, 7);
            });
    report("7 x 7, 2048 x 2048", imagej, best(runs, () -> apply(seven, grey)), backend);

    int edge = 256;
    ImageStack stack = new ImageStack(edge, edge);
    for (int z = 0; z < edge; z++) {
      stack.addSlice(new FloatProcessor(edge, edge, noise(edge * edge, random)));
    }
    GreyStack volume = new GreyStack(edge, edge, edge, stack.getImageArray());
    Convolution blur = new Convolution(Kernel.gaussian(2, 2, 2)).backend(backend);
    double blurred =
        best(runs, () -> GaussianBlur3D.blur(new ImagePlus("", stack.duplicate()), 2, 2, 2));
    report("Gaussian, sigma 2, 256^3", blurred, best(runs, () -> apply(blur, volume)), backend);
    System.exit(0); // ImageJ's threads would stay
  }

  private static Convolution.Result apply(Convolution convolution, GreyStack image) {
    return convolution.apply(image, (z, pixels) -> {}, ProgressListener.NONE);
  }

  private static float[] noise(int length, Random random) {
    float[] values = new float[length];
    for (int i = 0; i < length; i++) {
      values[i] = random.nextFloat();
    }
    return values;
  }

  private static double best(int runs, Work work) {
    double best = Double.POSITIVE_INFINITY;
    for (int run = 0; run < runs; run++) {
      long start = System.nanoTime();
      work.run();
      best = Math.min(best, (System.nanoTime() - start) / 1e6);
    }
    return best;
  }

  private static void report(String what, double imagej, double bitvox, String backend) {
    System.out.printf(
        "%s: ImageJ %.1f ms, Bitvox (%s) %.1f ms: %.1f times as fast%n",
        what, imagej, backend, bitvox, imagej / bitvox);
  }
}
