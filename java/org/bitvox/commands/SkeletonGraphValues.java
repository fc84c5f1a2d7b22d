// SPDX-License-Identifier: BSD-2-Clause
package org.bitvox.commands;

import java.io.IOException;
import org.bitvox.calls.InputImage;

/** Reads an image as raw values, whatever its type. */
final class SkeletonGraphValues {
  private SkeletonGraphValues() {}

  static float[][] of(InputImage image) throws IOException {
    float[][] slices = new float[image.depth()][];
    for (int z = 0; z < slices.length; z++) {
      slices[z] = floats(image.slice(z));
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
    byte[] values = (byte[]) pixels;
    float[] floats = new float[values.length];
    for (int i = 0; i < values.length; i++) {
      floats[i] = values[i] & 0xff;
    }
    return floats;
  }
}
