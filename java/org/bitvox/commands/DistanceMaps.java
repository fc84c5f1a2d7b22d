// SPDX-License-Identifier: BSD-2-Clause
package org.bitvox.commands;

import ij.ImagePlus;
import ij.ImageStack;
import java.io.IOException;

/** Reads distance maps: raw values, whatever the type of the image. */
final class DistanceMaps {
  private DistanceMaps() {}

  static float[][] of(ImagePlus image) {
    ImageStack stack = image.getStack();
    float[][] slices = new float[stack.getSize()][];
    for (int z = 0; z < slices.length; z++) {
      slices[z] = floats(stack.getProcessor(z + 1).getPixels());
    }
    return slices;
  }

  static float[][] of(StackFile file) throws IOException {
    float[][] slices = new float[file.depth()][];
    for (int z = 0; z < slices.length; z++) {
      slices[z] = floats(file.readSlice(z));
    }
    return slices;
  }

  private static float[] floats(Object pixels) {
    if (pixels instanceof float[]) {
      return (float[]) pixels;
    }
    if (pixels instanceof short[]) {
      short[] values = (short[]) pixels;
      float[] floats = new float[values.length];
      for (int i = 0; i < values.length; i++) {
        floats[i] = values[i] & 0xffff;
      }
      return floats;
    }
    if (pixels instanceof byte[]) {
      byte[] values = (byte[]) pixels;
      float[] floats = new float[values.length];
      for (int i = 0; i < values.length; i++) {
        floats[i] = values[i] & 0xff;
      }
      return floats;
    }
    throw new IllegalArgumentException(Messages.RGB);
  }
}
