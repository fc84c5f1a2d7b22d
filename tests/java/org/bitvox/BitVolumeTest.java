// SPDX-License-Identifier: BSD-2-Clause
package org.bitvox;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.concurrent.CancellationException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class BitVolumeTest {
  private static final Foreground BINARY = Foreground.binary();

  @ParameterizedTest
  @ValueSource(ints = {1, 63, 64, 65, 127, 128, 129, 300})
  void unpacksWhatWasPacked(int width) {
    TestVolume original = TestVolume.blobs(width, 9, 5, width);
    try (BitVolume volume = original.bits()) {
      long foreground = 0;
      for (int z = 0; z < 5; z++) {
        byte[] pixels = new byte[width * 9];
        volume.unpackSlice(z, pixels);
        assertArrayEquals(original.slices[z], pixels);
        for (byte pixel : pixels) {
          foreground += pixel == 0 ? 0 : 1;
        }
      }
      assertArrayEquals(original.slices, volume.toSlices());
      assertEquals(foreground, volume.countForeground(0));
      assertEquals(foreground, volume.countForeground(1));
    }
  }

  @Test
  void packingAHugeSliceCanBeStopped() {
    int width = 1 << 14;
    int height = 3 * 256 + 1; // four pieces of 4 million pixels at most
    try (BitVolume volume = new BitVolume(width, height, 1)) {
      byte[] pixels = new byte[width * height];
      pixels[pixels.length - 1] = (byte) 255;
      int[] asked = {0};
      volume.packSlice(0, pixels, BINARY, () -> ++asked[0] > 4);
      assertEquals(4, asked[0]);
      assertEquals(1, volume.countForeground(1));
      assertThrows(
          CancellationException.class,
          () -> volume.packSlice(0, pixels, BINARY, () -> ++asked[0] > 6));
      assertEquals(7, asked[0]);
    }
  }

  @Test
  void packingReplacesTheSlice() {
    try (BitVolume volume = TestVolume.full(70, 3, 2).bits()) {
      volume.packSlice(1, new byte[210], BINARY);
      assertEquals(210, volume.countForeground(0));
    }
  }

  @Test
  void thresholdsEveryType() {
    try (BitVolume volume = new BitVolume(4, 1, 1)) {
      volume.packSlice(0, new byte[] {0, 99, 100, (byte) 200}, Foreground.between(100, 255));
      assertEquals(2, volume.countForeground(0));
      volume.packSlice(0, new byte[] {0, 99, 100, (byte) 200}, Foreground.between(99, 100));
      assertEquals(2, volume.countForeground(0));
      short[] shorts = {0, 100, (short) 40000, (short) 65535};
      volume.packSlice(0, shorts, Foreground.between(40000, 65535));
      assertEquals(2, volume.countForeground(0));
      volume.packSlice(0, shorts, Foreground.between(0, 39999));
      assertEquals(2, volume.countForeground(0));
      float[] floats = {-1.5f, Float.NaN, 0.5f, Float.POSITIVE_INFINITY};
      volume.packSlice(0, floats, Foreground.between(-1.5, Double.POSITIVE_INFINITY));
      assertEquals(3, volume.countForeground(0));
      volume.packSlice(0, floats, Foreground.between(0.6, 0.7));
      assertEquals(0, volume.countForeground(0));
      volume.packSlice(0, floats, Foreground.between(2, 1));
      assertEquals(0, volume.countForeground(0));
    }
  }

  @Test
  void refusesWhatIsNotBinary() {
    try (BitVolume volume = new BitVolume(100, 4, 1)) {
      byte[] grey = new byte[400];
      grey[399] = 1;
      IllegalArgumentException problem =
          assertThrows(IllegalArgumentException.class, () -> volume.packSlice(0, grey, BINARY));
      assertEquals("8-bit binary (0 and 255 only) image required.", problem.getMessage());
      assertThrows(
          IllegalArgumentException.class, () -> volume.packSlice(0, new short[400], BINARY));
      assertThrows(
          IllegalArgumentException.class, () -> volume.packSlice(0, new float[400], BINARY));
    }
  }

  @Test
  void refusesWrongSlices() {
    try (BitVolume volume = new BitVolume(5, 4, 3)) {
      byte[] fits = new byte[20];
      assertThrows(IllegalArgumentException.class, () -> volume.packSlice(-1, fits, BINARY));
      assertThrows(IllegalArgumentException.class, () -> volume.packSlice(3, fits, BINARY));
      assertThrows(IllegalArgumentException.class, () -> volume.packSlice(0, null, BINARY));
      assertThrows(IllegalArgumentException.class, () -> volume.packSlice(0, "text", BINARY));
      assertThrows(IllegalArgumentException.class, () -> volume.packSlice(0, new int[20], BINARY));
      assertThrows(IllegalArgumentException.class, () -> volume.packSlice(0, new byte[19], BINARY));
      assertThrows(IllegalArgumentException.class, () -> volume.unpackSlice(0, new byte[21]));
      assertThrows(IllegalArgumentException.class, () -> volume.unpackSlice(0, null));
      assertThrows(IllegalArgumentException.class, () -> volume.unpackSlice(3, fits));
      assertThrows(IllegalArgumentException.class, () -> volume.countForeground(-1));
    }
  }

  @Test
  void refusesImpossibleShapes() {
    assertThrows(IllegalArgumentException.class, () -> new BitVolume(0, 1, 1));
    assertThrows(IllegalArgumentException.class, () -> new BitVolume(1, -1, 1));
    assertThrows(OutOfMemoryError.class, () -> new BitVolume(1 << 15, 1 << 15, 1 << 15).close());
  }

  @Test
  void cannotBeClosedInUseNorUsedClosed() {
    BitVolume volume = TestVolume.full(9, 9, 9).bits();
    assertThrows(
        IllegalStateException.class,
        () ->
            new Granulometry()
                .measure(
                    volume,
                    (done, total) -> {
                      volume.close();
                      return true;
                    }));
    volume.close();
    volume.close();
    assertThrows(IllegalStateException.class, () -> volume.countForeground(0));
    assertThrows(
        IllegalStateException.class,
        () -> new Granulometry().measure(volume, ProgressListener.NONE));
  }

  @Test
  void whatNobodyClosesIsFreed() throws InterruptedException {
    int before = NativeOwner.aliveCount();
    for (int i = 0; i < 10; i++) {
      new BitVolume(64, 64, 64);
    }
    for (int i = 0; i < 100 && NativeOwner.aliveCount() > before; i++) {
      System.gc();
      Thread.sleep(10);
      NativeOwner.freeUnreachable();
    }
    assertTrue(NativeOwner.aliveCount() <= before);
  }

  @Test
  void differentSlicesMayBePackedAtOnce() throws InterruptedException {
    TestVolume original = TestVolume.blobs(100, 90, 16, 4);
    try (BitVolume volume = new BitVolume(100, 90, 16)) {
      Thread[] threads = new Thread[16];
      for (int z = 0; z < 16; z++) {
        int slice = z;
        threads[z] = new Thread(() -> volume.packSlice(slice, original.slices[slice], BINARY));
        threads[z].start();
      }
      for (Thread thread : threads) {
        thread.join();
      }
      for (int z = 0; z < 16; z++) {
        byte[] pixels = new byte[9000];
        volume.unpackSlice(z, pixels);
        assertArrayEquals(original.slices[z], pixels);
      }
    }
  }
}
