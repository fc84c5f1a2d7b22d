// SPDX-License-Identifier: BSD-2-Clause
package org.bitvox;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.lang.reflect.Array;
import java.util.Arrays;

/** The voxels of a volume, put together from those of cores. */
final class CoreVoxels {
  private final Box whole;
  private final double[] values;
  private int slices;

  CoreVoxels(Box whole) {
    this.whole = whole;
    values = new double[(int) whole.voxels()];
    Arrays.fill(values, -77); // what nobody writes stays wrong
  }

  /** Puts slices of a core in their place. */
  SliceReceiver of(Box core) {
    return (z, pixels) -> {
      assertEquals(core.width() * core.height(), Array.getLength(pixels));
      slices = 1;
      for (int i = 0; i < Array.getLength(pixels); i++) {
        long x = core.x() + i % core.width();
        long y = core.y() + i / core.width();
        long at = ((core.z() + z) * whole.height() + y) * whole.width() + x;
        values[(int) at] = ((Number) Array.get(pixels, i)).doubleValue();
      }
    };
  }

  /** Puts the voxels of a core into a volume: bits. */
  void putInto(TestVolume volume, Box core) {
    for (int i = 0; i < values.length; i++) {
      int slice = volume.width * volume.height;
      int x = i % volume.width;
      int y = i / volume.width % volume.height;
      int z = i / slice;
      if (core.contains(new Box(x, y, z, 1, 1, 1))) {
        volume.slices[z][i % slice] = (byte) values[i];
      }
    }
  }

  double[] values() {
    return values;
  }

  @Override
  public String toString() {
    return slices == 0 ? "no slices" : "slices";
  }
}
