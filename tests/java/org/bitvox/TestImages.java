// SPDX-License-Identifier: BSD-2-Clause
package org.bitvox;

import ij.ImagePlus;
import ij.ImageStack;
import ij.io.FileSaver;
import ij.measure.Calibration;
import ij.process.ByteProcessor;
import ij.process.FloatProcessor;
import ij.process.ImageProcessor;
import ij.process.ShortProcessor;
import java.nio.file.Path;

/** Images for the tests, made here: two balls in a box. */
public final class TestImages {
  public static final int WIDTH = 24;
  public static final int HEIGHT = 18;
  public static final int DEPTH = 15;

  private TestImages() {}

  /** Whether a voxel is in one of the balls. */
  public static boolean foreground(int x, int y, int z) {
    boolean large = (x - 9) * (x - 9) + (y - 8) * (y - 8) + (z - 7) * (z - 7) <= 36;
    boolean small = (x - 20) * (x - 20) + (y - 5) * (y - 5) + (z - 4) * (z - 4) <= 6;
    return large || small;
  }

  /** An 8-, 16- or 32-bit stack with two values. */
  public static ImagePlus stack(int bits, double background, double foreground) {
    ImageStack stack = new ImageStack(WIDTH, HEIGHT);
    for (int z = 0; z < DEPTH; z++) {
      ImageProcessor slice =
          bits == 8
              ? new ByteProcessor(WIDTH, HEIGHT)
              : bits == 16 ? new ShortProcessor(WIDTH, HEIGHT) : new FloatProcessor(WIDTH, HEIGHT);
      for (int y = 0; y < HEIGHT; y++) {
        for (int x = 0; x < WIDTH; x++) {
          slice.setf(x, y, (float) (foreground(x, y, z) ? foreground : background));
        }
      }
      stack.addSlice(slice);
    }
    return new ImagePlus("balls.tif", stack);
  }

  /** The same with 0 and 255. */
  public static ImagePlus binary() {
    return stack(8, 0, 255);
  }

  /** The same with voxels of this size. */
  public static ImagePlus calibrated(String unit, double width, double height, double depth) {
    ImagePlus image = binary();
    Calibration calibration = image.getCalibration();
    calibration.setUnit(unit);
    calibration.pixelWidth = width;
    calibration.pixelHeight = height;
    calibration.pixelDepth = depth;
    return image;
  }

  /** Stacks of one size and type as the channels of one image. */
  public static ImagePlus channels(ImagePlus... stacks) {
    int depth = stacks[0].getStackSize();
    ImageStack all = new ImageStack(stacks[0].getWidth(), stacks[0].getHeight());
    for (int z = 1; z <= depth; z++) {
      for (ImagePlus stack : stacks) {
        all.addSlice(stack.getStack().getProcessor(z));
      }
    }
    ImagePlus image = new ImagePlus("channels.tif", all);
    image.setDimensions(stacks.length, depth, 1);
    image.setOpenAsHyperStack(true);
    return image;
  }

  /** Saves as ImageJ does and returns the file's name. */
  public static String save(ImagePlus image, Path folder, String name) {
    String path = folder.resolve(name).toString();
    FileSaver saver = new FileSaver(image);
    boolean saved = image.getStackSize() > 1 ? saver.saveAsTiffStack(path) : saver.saveAsTiff(path);
    if (!saved) {
      throw new IllegalStateException("cannot save " + path);
    }
    return path;
  }
}
