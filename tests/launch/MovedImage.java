// SPDX-License-Identifier: BSD-2-Clause

import ij.IJ;
import ij.ImagePlus;
import ij.ImageStack;
import ij.io.FileSaver;
import ij.process.ByteProcessor;
import ij.process.ImageProcessor;
import ij.process.ShortProcessor;
import java.util.Random;

/**
 * Makes 16-bit images whose motion is known. java -cp ij.jar MovedImage.java IN.tif OUT.tif and
 *
 * <ul>
 *   <li>crop X Y Z WIDTH HEIGHT DEPTH: that part, voxel by voxel, which a shift by X, Y, Z lays on
 *       IN;
 *   <li>move DX DY DZ ANGLE: the image that a turn by ANGLE degrees about the middle of its slices,
 *       and then a shift by DX, DY, DZ voxels, lays on IN; between voxels linear;
 *   <li>negative DX DY DZ ANGLE: the same as 8-bit image, bright for dark, with noise.
 * </ul>
 */
public final class MovedImage {
  private static ImageStack in;
  private static float[][] slices;

  private MovedImage() {}

  public static void main(String[] args) {
    ImagePlus image = IJ.openImage(args[0]);
    in = image.getStack();
    double[] numbers = new double[args.length - 3];
    for (int i = 0; i < numbers.length; i++) {
      numbers[i] = Double.parseDouble(args[3 + i]);
    }
    ImageStack out = args[2].equals("crop") ? cropped(numbers) : moved(numbers, args[2]);
    ImagePlus result = new ImagePlus("moved", out);
    result.setCalibration(image.getCalibration().copy());
    if (args[2].equals("negative")) {
      result.getCalibration().disableDensityCalibration();
    }
    if (!new FileSaver(result).saveAsTiffStack(args[1])) {
      System.exit(1);
    }
  }

  private static ImageStack cropped(double[] n) {
    return in.crop((int) n[0], (int) n[1], (int) n[2], (int) n[3], (int) n[4], (int) n[5]);
  }

  private static ImageStack moved(double[] motion, String kind) {
    slices = new float[in.getSize()][in.getWidth() * in.getHeight()];
    for (int z = 0; z < slices.length; z++) {
      ImageProcessor slice = in.getProcessor(z + 1);
      for (int i = 0; i < slices[z].length; i++) {
        slices[z][i] = slice.getf(i); // raw, not Hounsfield units
      }
    }
    boolean negative = kind.equals("negative");
    Random random = new Random(1);
    double radians = Math.toRadians(motion[3]);
    double middleX = (in.getWidth() - 1) / 2.0;
    double middleY = (in.getHeight() - 1) / 2.0;
    ImageStack out = new ImageStack(in.getWidth(), in.getHeight());
    for (int z = 0; z < in.getSize(); z++) {
      ImageProcessor slice =
          negative
              ? new ByteProcessor(in.getWidth(), in.getHeight())
              : new ShortProcessor(in.getWidth(), in.getHeight());
      for (int y = 0; y < in.getHeight(); y++) {
        for (int x = 0; x < in.getWidth(); x++) {
          double right = Math.cos(radians) * (x - middleX) - Math.sin(radians) * (y - middleY);
          double down = Math.sin(radians) * (x - middleX) + Math.cos(radians) * (y - middleY);
          double value =
              value(right + middleX + motion[0], down + middleY + motion[1], z + motion[2]);
          if (negative) {
            double part = (value - 32768 + 1024) / 4096; // of the range of a CT
            double dark = 230 - 200 * Math.sqrt(Math.max(0, part)) + 8 * random.nextGaussian();
            value = Math.max(0, Math.min(255, dark));
          }
          slice.set(x, y, (int) Math.round(value));
        }
      }
      out.addSlice(slice);
    }
    return out;
  }

  /** Between the voxels of the image; beyond its border the nearest voxel. */
  private static double value(double x, double y, double z) {
    double sum = 0;
    for (int corner = 0; corner < 8; corner++) {
      int i = (int) Math.floor(x) + (corner & 1);
      int j = (int) Math.floor(y) + (corner >> 1 & 1);
      int k = (int) Math.floor(z) + (corner >> 2);
      double weight = (1 - Math.abs(x - i)) * (1 - Math.abs(y - j)) * (1 - Math.abs(z - k));
      float[] slice = slices[clamp(k, slices.length)];
      sum += weight * slice[clamp(j, in.getHeight()) * in.getWidth() + clamp(i, in.getWidth())];
    }
    return sum;
  }

  private static int clamp(int at, int side) {
    return Math.max(0, Math.min(side - 1, at));
  }
}
