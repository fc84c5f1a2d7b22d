// SPDX-License-Identifier: BSD-2-Clause
package org.bitvox;

import java.util.Random;

/** Grey images for the tests: noise of a fixed seed. */
final class TestGrey {
  private TestGrey() {}

  static GreyStack noise(int width, int height, int depth, int bits, int values, long seed) {
    return new GreyStack(width, height, depth, slices(width * height, depth, bits, values, seed));
  }

  static Object[] slices(int pixels, int depth, int bits, int values, long seed) {
    Random random = new Random(seed);
    Object[] slices = new Object[depth];
    for (int z = 0; z < depth; z++) {
      byte[] bytes = new byte[pixels];
      short[] shorts = new short[pixels];
      float[] floats = new float[pixels];
      for (int i = 0; i < pixels; i++) {
        int value = random.nextInt(values);
        bytes[i] = (byte) value;
        shorts[i] = (short) value;
        floats[i] = value + 0.25f;
      }
      slices[z] = bits == 8 ? bytes : bits == 16 ? shorts : floats;
    }
    return slices;
  }

  static double value(Object slice, int i) {
    if (slice instanceof byte[]) {
      return ((byte[]) slice)[i] & 0xff;
    }
    return slice instanceof short[] ? ((short[]) slice)[i] & 0xffff : ((float[]) slice)[i];
  }
}
