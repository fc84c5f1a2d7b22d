// SPDX-License-Identifier: BSD-2-Clause
package org.bitvox.files;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/** Files of an independent writer: every type in every form. */
class TiffStackTest {
  @TempDir Path folder;

  private TiffStack open(TiffBuilder builder) throws IOException {
    Path path = Files.write(folder.resolve("a.tif"), builder.build());
    return TiffStack.open(path, "a.tif", ReadOptions.NONE);
  }

  private void assertRead(TiffBuilder builder, String form) throws IOException {
    TiffStack stack = open(builder);
    assertEquals(builder.width, stack.width(), form);
    assertEquals(builder.height, stack.height(), form);
    assertEquals(builder.pages, stack.depth(), form);
    assertEquals(builder.type.bitDepth, stack.bitDepth(), form);
    for (int z = builder.pages - 1; z >= 0; z--) {
      Object expected = TiffSample.pixels(builder.type, builder.width, builder.height, z);
      assertTrue(same(expected, stack.readSlice(z)), form + ", slice " + z);
    }
  }

  static boolean same(Object a, Object b) {
    return Arrays.deepEquals(new Object[] {a}, new Object[] {b});
  }

  @ParameterizedTest
  @EnumSource(SampleType.class)
  void readsEveryForm(SampleType type) throws IOException {
    for (ByteOrder order : new ByteOrder[] {ByteOrder.LITTLE_ENDIAN, ByteOrder.BIG_ENDIAN}) {
      for (boolean big : new boolean[] {false, true}) {
        for (int compression : new int[] {1, 5, 8, 32946, 32773}) {
          for (int rows : new int[] {1, 5, 23, 70000}) {
            TiffBuilder builder = builder(type, order, big, compression);
            builder.rowsPerStrip = rows;
            assertRead(builder, type + " " + order + " " + big + " " + compression + " " + rows);
          }
          for (int[] tile : new int[][] {{16, 16}, {48, 32}, {32, 1}, {5, 7}}) {
            TiffBuilder builder = builder(type, order, big, compression);
            builder.tileWidth = tile[0];
            builder.tileHeight = tile[1];
            String size = Arrays.toString(tile);
            assertRead(builder, type + " " + order + " " + big + " " + compression + " " + size);
          }
        }
      }
    }
  }

  private static TiffBuilder builder(
      SampleType type, ByteOrder order, boolean big, int compression) {
    TiffBuilder builder = new TiffBuilder();
    builder.type = type;
    builder.order = order;
    builder.big = big;
    builder.compression = compression;
    return builder;
  }

  @ParameterizedTest
  @CsvSource({
    "BYTE, 2",
    "UNSIGNED_SHORT, 2",
    "SIGNED_SHORT, 2",
    "INT, 2",
    "UNSIGNED_INT, 2",
    "FLOAT, 2",
    "DOUBLE, 2",
    "FLOAT, 3",
    "DOUBLE, 3",
  })
  void undoesPredictors(SampleType type, int predictor) throws IOException {
    for (ByteOrder order : new ByteOrder[] {ByteOrder.LITTLE_ENDIAN, ByteOrder.BIG_ENDIAN}) {
      for (int compression : new int[] {5, 8}) {
        for (int tile : new int[] {0, 16}) {
          TiffBuilder builder = builder(type, order, false, compression);
          builder.predictor = predictor;
          builder.tileWidth = tile;
          builder.tileHeight = tile;
          assertRead(builder, type + " " + order + " " + compression + " " + tile);
        }
      }
    }
  }

  @ParameterizedTest
  @CsvSource({"1, 1", "1, 9", "9, 1", "8, 8", "64, 3", "300, 200"})
  void readsEverySize(int width, int height) throws IOException {
    for (SampleType type : SampleType.values()) {
      for (int compression : new int[] {1, 5, 8, 32773}) {
        TiffBuilder builder = builder(type, ByteOrder.BIG_ENDIAN, true, compression);
        builder.width = width;
        builder.height = height;
        assertRead(builder, type + " " + compression);
      }
    }
  }

  @Test
  void lastStripsMayBeFilledUp() throws IOException {
    for (int compression : new int[] {1, 5, 8, 32773}) {
      TiffBuilder builder = builder(SampleType.BYTE, ByteOrder.BIG_ENDIAN, false, compression);
      builder.fullLastStrip = true;
      assertRead(builder, "" + compression);
    }
  }

  @Test
  void slicesThatFollowOneAnotherNeedOneDirectory() throws IOException {
    for (SampleType type : SampleType.values()) {
      TiffBuilder builder = builder(type, ByteOrder.BIG_ENDIAN, false, 1);
      builder.pages = 4;
      builder.description = "ImageJ=1.54p\nimages=4\nslices=4\nloop=false\n";
      builder.oneDirectory = true;
      if (type.wholeBytes()) {
        assertRead(builder, "" + type);
      }
    }
  }

  @Test
  void valuesMayBeGivenByOtherTypesOfNumbers() throws IOException {
    TiffBuilder builder = new TiffBuilder();
    builder.rowsPerStrip = 100;
    builder.tags.put(256, TiffBuilder.values(4, builder.width));
    builder.tags.put(257, TiffBuilder.values(1, builder.height));
    builder.tags.put(278, TiffBuilder.values(4, 0xffffffffL));
    builder.tags.put(279, null); // not needed for one strip that is not packed
    builder.tags.put(259, null);
    builder.tags.put(277, null);
    assertRead(builder, "other types");
  }

  @Test
  void aBigTiffOfClassicSize() throws IOException {
    TiffBuilder builder = new TiffBuilder();
    builder.big = true;
    builder.pages = 200;
    assertRead(builder, "200 pages");
  }

  @Test
  void severalThreadsReadAtOnce() throws Exception {
    for (int compression : new int[] {1, 5, 8, 32773}) {
      TiffBuilder builder =
          builder(SampleType.UNSIGNED_SHORT, ByteOrder.BIG_ENDIAN, false, compression);
      builder.width = 500;
      builder.height = 300;
      builder.pages = 16;
      TiffStack stack = open(builder);
      ExecutorService threads = Executors.newFixedThreadPool(8);
      List<Future<Boolean>> slices = new ArrayList<>();
      for (int i = 0; i < 64; i++) {
        int z = i % 16;
        slices.add(
            threads.submit(
                () -> same(TiffSample.pixels(builder.type, 500, 300, z), stack.readSlice(z))));
      }
      for (Future<Boolean> slice : slices) {
        assertTrue(slice.get());
      }
      threads.shutdown();
    }
  }
}
