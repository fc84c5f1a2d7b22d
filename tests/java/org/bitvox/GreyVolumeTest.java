// SPDX-License-Identifier: BSD-2-Clause
package org.bitvox;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.util.concurrent.CancellationException;
import org.junit.jupiter.api.Test;

class GreyVolumeTest {
  @Test
  void aHugeSliceIsHandedOverInPieces() {
    int width = 1 << 13;
    int height = 3 * 512 + 1; // four pieces of 4 million pixels at most
    short[] pixels = new short[width * height];
    for (int i = 0; i < pixels.length; i += 997) {
      pixels[i] = (short) (i % 50000);
    }
    pixels[pixels.length - 1] = (short) 65535;
    try (GreyVolume volume = new GreyVolume(width, height, 1, 16)) {
      int[] asked = {0};
      volume.setSlice(0, pixels, () -> ++asked[0] > 4);
      assertEquals(4, asked[0]);
      assertSame(new GreyStack(width, height, 1, new Object[] {pixels}), volume);
      assertThrows(
          CancellationException.class, () -> volume.setSlice(0, pixels, () -> ++asked[0] > 6));
      assertEquals(7, asked[0]);
    }
  }

  private static void assertSame(GreyStack expected, GreyVolume volume) {
    JointHistogramResult both =
        new JointHistogram()
            .bins(4096, 4096)
            .measure(expected, volume, null, ProgressListener.NONE);
    long equal = 0;
    for (int bin = 0; bin < 4096; bin++) {
      equal += both.count(bin, bin);
    }
    assertEquals((long) volume.width() * volume.height(), equal);
  }

  @Test
  void refusesWrongSlices() {
    try (GreyVolume volume = new GreyVolume(5, 4, 3, 8)) {
      assertThrows(IllegalArgumentException.class, () -> volume.setSlice(-1, new byte[20]));
      assertThrows(IllegalArgumentException.class, () -> volume.setSlice(3, new byte[20]));
      assertThrows(IllegalArgumentException.class, () -> volume.setSlice(0, new byte[21]));
      assertThrows(IllegalArgumentException.class, () -> volume.setSlice(0, new short[20]));
      assertThrows(IllegalArgumentException.class, () -> volume.setSlice(0, null));
    }
  }
}
