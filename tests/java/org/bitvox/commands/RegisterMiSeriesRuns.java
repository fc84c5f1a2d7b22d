// SPDX-License-Identifier: BSD-2-Clause
package org.bitvox.commands;

import static org.bitvox.MacroCall.results;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;

import ij.ImagePlus;
import ij.ImageStack;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Arrays;
import org.bitvox.MacroCall;
import org.bitvox.ProgressListener;
import org.bitvox.TestBlobs;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.io.TempDir;

/** What tests of Register by MI with several frames, or the table of a motion, share. */
abstract class RegisterMiSeriesRuns {
  static final int WIDTH = 40;
  static final int HEIGHT = 36;
  static final int DEPTH = 16;
  static final int FRAMES = 4;
  static final double[] DRIFT = {1.5, -1, 0.5}; // of each frame to the next

  @TempDir Path folder;

  /** Blobs that drift, and their negative as the second channel. */
  static ImagePlus series(int channels, int frames, double[] drift) {
    ImageStack stack = new ImageStack(WIDTH, HEIGHT);
    for (int t = 0; t < frames; t++) {
      Object[] slices =
          TestBlobs.slices(WIDTH, HEIGHT, DEPTH, 8, t * drift[0], t * drift[1], t * drift[2]);
      for (Object slice : slices) {
        stack.addSlice("", slice);
        for (int c = 1; c < channels; c++) {
          byte[] negative = ((byte[]) slice).clone();
          for (int i = 0; i < negative.length; i++) {
            negative[i] = (byte) (255 - negative[i]);
          }
          stack.addSlice("", negative);
        }
      }
    }
    ImagePlus image = new ImagePlus("series.tif", stack);
    image.setDimensions(channels, DEPTH, frames);
    image.setOpenAsHyperStack(true);
    image.getCalibration().pixelWidth = 0.5;
    image.getCalibration().pixelHeight = 0.5;
    image.getCalibration().pixelDepth = 0.5;
    image.getCalibration().frameInterval = 3;
    image.getCalibration().setUnit("um");
    return image;
  }

  static String run(ImagePlus image, String options) {
    results().reset();
    return MacroCall.run(new RegisterMiCommand(), image, options);
  }

  static String cli(String... options) throws IOException {
    return Commands.named("register_mi").run(Arrays.asList(options), ProgressListener.NONE);
  }

  final String path(String name) {
    return folder.resolve(name).toString();
  }

  @AfterEach
  void close() {
    MacroCall.closeAll();
  }

  static byte[] pixels(ImagePlus image, int channel, int slice, int frame) {
    return (byte[]) image.getStack().getPixels(image.getStackIndex(channel, slice, frame));
  }

  static void assertSameStacks(ImagePlus a, ImagePlus b) {
    assertArrayEquals(a.getDimensions(), b.getDimensions());
    assertEquals(a.getCalibration().pixelWidth, b.getCalibration().pixelWidth, 1e-9);
    for (int i = 1; i <= a.getStackSize(); i++) {
      assertArrayEquals((byte[]) a.getStack().getPixels(i), (byte[]) b.getStack().getPixels(i));
    }
  }
}
