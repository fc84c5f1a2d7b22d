// SPDX-License-Identifier: BSD-2-Clause

import ij.CompositeImage;
import ij.ImagePlus;
import ij.ImageStack;
import ij.io.FileSaver;
import ij.measure.Calibration;
import ij.process.LUT;
import java.awt.Color;
import java.util.Random;

/**
 * Makes a time series whose drift is known: java -cp ij.jar SeriesImage.java OUT.tif [SHORT.tif],
 * cells in the first channel, their walls in the second; the short one has its first frames only.
 * Frame t turns by -1.5 t, t and 2 t degrees about x, y and z, then moves by 2.5 t, -1.5 t and 0.4
 * t voxels, to lie on frame 0; voxels are twice as deep as wide.
 */
public final class SeriesImage {
  private static final int WIDTH = 112;
  private static final int HEIGHT = 96;
  private static final int DEPTH = 28;
  private static final int[] FRAMES = {5, 3};
  private static final double ASPECT = 2;

  private static double[][] cells;

  private SeriesImage() {}

  public static void main(String[] args) {
    Random random = new Random(7);
    cells = new double[70][];
    for (int i = 0; i < cells.length; i++) {
      cells[i] =
          new double[] {
            WIDTH * (random.nextDouble() - 0.5),
            HEIGHT * (random.nextDouble() - 0.5),
            DEPTH * ASPECT * (random.nextDouble() - 0.5),
            4 + 5 * random.nextDouble()
          };
    }
    for (int i = 0; i < args.length; i++) {
      write(args[i], FRAMES[i]);
    }
  }

  private static void write(String file, int frames) {
    ImageStack stack = new ImageStack(WIDTH, HEIGHT);
    for (int t = 0; t < frames; t++) {
      for (int z = 0; z < DEPTH; z++) {
        byte[] inside = new byte[WIDTH * HEIGHT];
        byte[] walls = new byte[WIDTH * HEIGHT];
        for (int i = 0; i < inside.length; i++) {
          double depth = depth(t, i % WIDTH, i / WIDTH, z);
          inside[i] = (byte) Math.round(15 + 190 / (1 + Math.exp(-1.5 * depth)));
          walls[i] = (byte) Math.round(10 + 200 * Math.exp(-depth * depth / 3));
        }
        stack.addSlice("cells, t=" + t, inside);
        stack.addSlice("walls, t=" + t, walls);
      }
    }
    ImagePlus image = new ImagePlus("series", stack);
    image.setDimensions(2, DEPTH, frames);
    Calibration calibration = image.getCalibration();
    calibration.pixelWidth = 0.25;
    calibration.pixelHeight = 0.25;
    calibration.pixelDepth = 0.25 * ASPECT;
    calibration.frameInterval = 30;
    calibration.setTimeUnit("sec");
    calibration.setUnit("um");
    CompositeImage composite = new CompositeImage(image, CompositeImage.COMPOSITE);
    LUT[] luts = {LUT.createLutFromColor(Color.CYAN), LUT.createLutFromColor(Color.MAGENTA)};
    luts[0].min = 10;
    luts[0].max = 220;
    luts[1].min = 5;
    luts[1].max = 190;
    composite.setLuts(luts);
    if (!new FileSaver(composite).saveAsTiffStack(file)) {
      System.exit(1);
    }
  }

  /** How far within the nearest cell a voxel of a frame lies, in pixels; negative outside. */
  private static double depth(int t, int i, int j, int k) {
    double x = i - (WIDTH - 1) / 2.0;
    double y = j - (HEIGHT - 1) / 2.0;
    double z = (k - (DEPTH - 1) / 2.0) * ASPECT;
    double[] yz = turned(-1.5 * t, y, z);
    double[] zx = turned(t, yz[1], x);
    double[] xy = turned(2 * t, zx[1], yz[0]);
    double right = xy[0] + 2.5 * t;
    double down = xy[1] - 1.5 * t;
    double deep = zx[0] + 0.4 * t * ASPECT;
    double depth = -100;
    for (double[] cell : cells) {
      double a = right - cell[0];
      double b = down - cell[1];
      double c = deep - cell[2];
      depth = Math.max(depth, cell[3] - Math.sqrt(a * a + b * b + c * c));
    }
    return depth;
  }

  private static double[] turned(double degrees, double first, double second) {
    double angle = Math.toRadians(degrees);
    return new double[] {
      Math.cos(angle) * first - Math.sin(angle) * second,
      Math.sin(angle) * first + Math.cos(angle) * second
    };
  }
}
