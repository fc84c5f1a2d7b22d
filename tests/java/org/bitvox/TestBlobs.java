// SPDX-License-Identifier: BSD-2-Clause
package org.bitvox;

/** Grey images for the tests: soft balls at places of a formula, seen from anywhere. */
public final class TestBlobs {
  private static final double[][] BALLS = { // x, y, z, radius; relative to the width
    {0.3, 0.35, 0.2, 0.17},
    {0.62, 0.3, 0.3, 0.12},
    {0.7, 0.66, 0.16, 0.1},
    {0.36, 0.68, 0.34, 0.08},
    {0.52, 0.5, 0.1, 0.06}
  };

  private TestBlobs() {}

  /** The value at a place in voxels of an image of that width: 10 to about 200. */
  public static double value(double x, double y, double z, int width) {
    double sum = 10;
    for (int i = 0; i < BALLS.length; i++) {
      double dx = x / width - BALLS[i][0];
      double dy = y / width - BALLS[i][1];
      double dz = z / width - BALLS[i][2];
      double outside = Math.sqrt(dx * dx + dy * dy + dz * dz) - BALLS[i][3];
      sum += (60 + 30 * i) / (1 + Math.exp(60 * outside));
    }
    return sum;
  }

  /** Slices of the blobs moved by -dx, -dy, -dz voxels: moving them by dx, dy, dz undoes it. */
  public static Object[] slices(
      int width, int height, int depth, int bits, double dx, double dy, double dz) {
    Object[] slices = new Object[depth];
    for (int z = 0; z < depth; z++) {
      byte[] bytes = new byte[width * height];
      short[] shorts = new short[width * height];
      float[] floats = new float[width * height];
      for (int i = 0; i < bytes.length; i++) {
        double value = value(i % width + dx, i / width + dy, z + dz, width);
        bytes[i] = (byte) Math.round(value);
        shorts[i] = (short) Math.round(3000 - 10 * value); // another modality
        floats[i] = (float) value;
      }
      slices[z] = bits == 8 ? bytes : bits == 16 ? shorts : floats;
    }
    return slices;
  }
}
