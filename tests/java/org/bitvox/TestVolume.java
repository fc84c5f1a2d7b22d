// SPDX-License-Identifier: BSD-2-Clause
package org.bitvox;

import java.util.Arrays;
import java.util.Random;

/** A small binary volume in Java, to be measured in every way and by obvious loops. */
final class TestVolume {
  final int width;
  final int height;
  final int depth;
  final byte[][] slices;

  TestVolume(int width, int height, int depth) {
    this.width = width;
    this.height = height;
    this.depth = depth;
    slices = new byte[depth][width * height];
  }

  /** Noise thinned by a few boxes, so that there are objects of several sizes. */
  static TestVolume blobs(int width, int height, int depth, long seed) {
    TestVolume volume = new TestVolume(width, height, depth);
    Random random = new Random(seed);
    for (int box = 0; box < 6; box++) {
      int x0 = random.nextInt(width);
      int y0 = random.nextInt(height);
      int z0 = random.nextInt(depth);
      int size = 1 + random.nextInt(7);
      for (int z = z0; z < Math.min(depth, z0 + size); z++) {
        for (int y = y0; y < Math.min(height, y0 + size); y++) {
          for (int x = x0; x < Math.min(width, x0 + size); x++) {
            volume.slices[z][y * width + x] = (byte) 255;
          }
        }
      }
    }
    for (int i = 0; i < 5; i++) {
      volume.slices[random.nextInt(depth)][random.nextInt(width * height)] = (byte) 255;
    }
    return volume;
  }

  static TestVolume full(int width, int height, int depth) {
    TestVolume volume = new TestVolume(width, height, depth);
    for (byte[] slice : volume.slices) {
      Arrays.fill(slice, (byte) 255);
    }
    return volume;
  }

  boolean inside(int x, int y, int z) {
    return x >= 0 && x < width && y >= 0 && y < height && z >= 0 && z < depth;
  }

  boolean at(int x, int y, int z) {
    return slices[z][y * width + x] != 0;
  }

  PixelStack pixels() {
    return new PixelStack(width, height, depth, slices, Foreground.binary());
  }

  BitVolume bits() {
    BitVolume volume = new BitVolume(width, height, depth);
    for (int z = 0; z < depth; z++) {
      volume.packSlice(z, slices[z], Foreground.binary());
    }
    return volume;
  }
}
