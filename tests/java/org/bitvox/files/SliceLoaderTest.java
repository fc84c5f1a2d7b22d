// SPDX-License-Identifier: BSD-2-Clause
package org.bitvox.files;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.CancellationException;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.bitvox.BitVolume;
import org.bitvox.Convolution;
import org.bitvox.Foreground;
import org.bitvox.GreyImage;
import org.bitvox.GreyStack;
import org.bitvox.GreyVolume;
import org.bitvox.Kernel;
import org.bitvox.ProgressListener;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class SliceLoaderTest {
  @TempDir Path folder;

  /** One large slice, of many strips. */
  private TiffStack large(int compression) throws IOException {
    TiffBuilder builder = new TiffBuilder();
    builder.width = 2000;
    builder.height = 1000;
    builder.pages = 1;
    builder.rowsPerStrip = 20;
    builder.compression = compression;
    return TiffStack.open(
        Files.write(folder.resolve("a.tif"), builder.build()), "a.tif", ReadOptions.NONE);
  }

  private static BitVolume load(TiffStack stack, ProgressListener listener) throws IOException {
    return SliceLoader.load(stack, Foreground.between(100, 255), 2, listener);
  }

  /** The system is not asked for every slice, and slices are where they were. */
  @ParameterizedTest
  @DisabledOnOs(OS.WINDOWS)
  @ValueSource(strings = {"many.raw", "many.tif"})
  void readsManySmallSlices(String name) throws IOException {
    StackFile file = many(name);
    file.keepOpen();
    long before = SystemCalls.reads();
    try (BitVolume bits = SliceLoader.load(file, Foreground.between(128, 255), 2, NONE);
        GreyVolume grey = SliceLoader.loadGrey(file, 8, (pixels, stopped) -> pixels, 2, NONE)) {
      long reads = SystemCalls.reads() - before;
      assertTrue(reads < MANY / 2, reads + " reads");
      byte[] pixels = new byte[6];
      for (int z = 0; z < MANY; z++) {
        bits.unpackSlice(z, pixels);
        for (int i = 0; i < 6; i++) {
          assertEquals(value(z, i) < 0 ? -1 : 0, pixels[i], "slice " + z);
        }
        assertArrayEquals(slice(z), (byte[]) file.readSlice(z));
      }
      byte[] some = new byte[6 * 100];
      bits.unpackSlices(MANY - 100, 100, some);
      assertEquals(value(MANY - 1, 5) < 0 ? -1 : 0, some[599]);
      assertThrows(IllegalArgumentException.class, () -> bits.unpackSlices(MANY - 99, 100, some));
      Object[] slices = IntStream.range(0, MANY).mapToObj(z -> slice(z)).toArray();
      assertArrayEquals(smooth(new GreyStack(3, 2, MANY, slices)), smooth(grey));
    } finally {
      file.close();
    }
    assertArrayEquals(slice(7), (byte[]) file.readSlice(7));
  }

  private static final int MANY = 20_000;

  private static final ProgressListener NONE = ProgressListener.NONE;

  private static byte value(int z, int i) {
    return (byte) (z * 31 + z / 256 * 7 + i * 50);
  }

  private static byte[] slice(int z) {
    byte[] slice = new byte[6];
    for (int i = 0; i < 6; i++) {
      slice[i] = value(z, i);
    }
    return slice;
  }

  private static Object[] smooth(GreyImage image) {
    Object[] slices = new Object[MANY];
    new Convolution(Kernel.mean(1, Kernel.Axes.XYZ))
        .apply(image, (z, pixels) -> slices[z] = pixels, NONE);
    return slices;
  }

  private StackFile many(String name) throws IOException {
    StackFormat format = new StackFormat(3, 2, MANY, PixelType.UINT8);
    Path path = Files.createFile(folder.resolve(name));
    try (SliceWriter writer = SliceWriter.create(path, name, format, NONE)) {
      for (int z = 0; z < MANY; z++) {
        writer.write(z, slice(z));
      }
      writer.complete();
    }
    return name.endsWith(".raw")
        ? new RawStack(path, name, 3, 2, MANY, SampleType.BYTE)
        : StackFile.open(path.toString());
  }

  @Test
  void stopsWithinASlice() throws IOException {
    for (int compression : new int[] {1, 8}) {
      TiffStack stack = large(compression);
      AtomicInteger calls = new AtomicInteger();
      assertThrows(
          CancellationException.class,
          () -> load(stack, (done, total) -> calls.incrementAndGet() < 5));
      assertEquals(5, calls.get());
      load(stack, (done, total) -> done <= total && total == 1).close();
    }
  }
}
