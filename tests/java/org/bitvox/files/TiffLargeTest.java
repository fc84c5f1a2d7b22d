// SPDX-License-Identifier: BSD-2-Clause
package org.bitvox.files;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTimeoutPreemptively;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.util.Arrays;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Files of more than 4 GB, of which the disk holds only what is not zero. */
class TiffLargeTest {
  private static final int WIDTH = 3000;
  private static final int HEIGHT = 1000;
  private static final int DEPTH = 1200;
  private static final long SLICE = 2L * WIDTH * HEIGHT; // in all 7.2 GB

  @TempDir Path folder;

  private Path file(byte[] start, long... slices) throws IOException {
    Path path = Files.write(folder.resolve("large.tif"), start);
    try (FileChannel out = FileChannel.open(path, StandardOpenOption.WRITE)) {
      for (long at : slices) {
        ByteBuffer pixels = ByteBuffer.allocate((int) SLICE).order(ByteOrder.LITTLE_ENDIAN);
        pixels.asShortBuffer().put((short[]) pixels(at));
        out.write(pixels, at);
      }
    }
    return path;
  }

  private static Object pixels(long at) {
    return TiffSample.pixels(SampleType.UNSIGNED_SHORT, WIDTH, HEIGHT, (int) (at % 1001));
  }

  @Test
  void imageJsStacks() throws IOException {
    TiffBuilder builder = new TiffBuilder();
    builder.type = SampleType.UNSIGNED_SHORT;
    builder.pages = 0;
    builder.oneDirectory = true;
    builder.description = "ImageJ=1.54p\nimages=1200\nslices=1200\nloop=false\n";
    builder.tags.put(256, new long[] {4, WIDTH});
    builder.tags.put(257, new long[] {4, HEIGHT});
    builder.tags.put(278, new long[] {4, HEIGHT});
    builder.tags.put(273, new long[] {4, 4096});
    builder.tags.put(279, new long[] {4, SLICE});
    byte[] start = builder.build();
    long last = 4096 + (DEPTH - 1) * SLICE;
    Path path = file(start, 4096, last);
    TiffStack stack = TiffStack.open(path, "large.tif", ReadOptions.NONE);
    assertEquals(DEPTH, stack.depth());
    assertTrue(TiffStackTest.same(pixels(4096), stack.readSlice(0)));
    assertTrue(TiffStackTest.same(pixels(last), stack.readSlice(DEPTH - 1)));
    assertTrue(TiffStackTest.same(new short[WIDTH * HEIGHT], stack.readSlice(800)));
    try (FileChannel out = FileChannel.open(path, StandardOpenOption.WRITE)) {
      out.truncate(last + SLICE - 1);
    }
    IOException problem =
        assertThrows(IOException.class, () -> TiffStack.open(path, "large.tif", ReadOptions.NONE));
    assertEquals(
        "large.tif: the file is truncated: 1199 of 1200 slices are there", problem.getMessage());
  }

  @Test
  void bigTiffs() throws IOException {
    TiffBuilder builder = new TiffBuilder();
    builder.type = SampleType.UNSIGNED_SHORT;
    builder.big = true;
    builder.pages = 0;
    builder.oneDirectory = true;
    long at = 6_000_000_000L;
    builder.tags.put(256, new long[] {4, WIDTH});
    builder.tags.put(257, new long[] {4, HEIGHT});
    builder.tags.put(278, new long[] {4, HEIGHT});
    builder.tags.put(273, new long[] {16, at});
    builder.tags.put(279, new long[] {16, SLICE});
    Path path = file(builder.build(), at);
    assertTrue(Files.size(path) > 6_000_000_000L);
    TiffStack stack = TiffStack.open(path, "large.tif", ReadOptions.NONE);
    assertEquals(1, stack.depth());
    assertTrue(TiffStackTest.same(pixels(at), stack.readSlice(0)));
  }

  /** Each step of the loop is so short that the size of the file ends it in minutes only. */
  @Test
  void aLoopOfDirectories() throws IOException {
    TiffBuilder builder = new TiffBuilder();
    builder.pages = 0;
    builder.oneDirectory = true;
    builder.rowsPerStrip = builder.height;
    builder.tags.put(273, new long[] {4, 0xfffffff0L});
    builder.tags.put(279, new long[] {4, builder.width * builder.height});
    byte[] start = builder.build();
    ByteBuffer bytes = ByteBuffer.wrap(start).order(ByteOrder.LITTLE_ENDIAN);
    int directory = bytes.getInt(4);
    bytes.putInt(directory + 2 + 12 * bytes.getShort(directory), directory);
    Path path = file(start);
    try (FileChannel out = FileChannel.open(path, StandardOpenOption.WRITE)) {
      out.write(ByteBuffer.allocate(1), 4_200_000_000L);
    }
    IOException problem =
        assertTimeoutPreemptively(
            Duration.ofSeconds(20),
            () ->
                assertThrows(
                    IOException.class, () -> TiffStack.open(path, "large.tif", ReadOptions.NONE)));
    assertEquals("large.tif: the directories of its pages form a loop", problem.getMessage());
  }

  /** What each page refers to is large, and the same. */
  @Test
  void manyPagesOfTheSameStrips() throws IOException {
    int strips = 400_000;
    int pages = 10_000;
    TiffBuilder builder = new TiffBuilder();
    builder.pages = 0;
    builder.oneDirectory = true;
    builder.tags.put(256, new long[] {3, 1});
    builder.tags.put(257, new long[] {4, strips});
    builder.tags.put(278, new long[] {3, 1});
    long[] offsets = new long[strips + 1];
    Arrays.fill(offsets, 0xfffffff0L);
    offsets[0] = 4;
    builder.tags.put(273, offsets);
    long[] counts = new long[strips + 1];
    Arrays.fill(counts, 1);
    counts[0] = 4;
    builder.tags.put(279, counts);
    ByteBuffer start = ByteBuffer.wrap(builder.build()).order(ByteOrder.LITTLE_ENDIAN);
    int first = start.getInt(4);
    byte[] directory = new byte[2 + 12 * start.getShort(first) + 4];
    ByteBuffer copy = ByteBuffer.wrap(directory).order(ByteOrder.LITTLE_ENDIAN);
    start.position(first);
    start.get(directory);
    ByteBuffer all = ByteBuffer.allocate(start.capacity() + pages * directory.length);
    all.put(start.array());
    for (int page = 0; page < pages; page++) {
      copy.putInt(directory.length - 4, all.position() + directory.length);
      all.put(directory);
    }
    all.putInt(all.capacity() - 4, 0);
    all.order(ByteOrder.LITTLE_ENDIAN).putInt(first + directory.length - 4, start.capacity());
    Path path = file(all.array());
    IOException problem =
        assertTimeoutPreemptively(
            Duration.ofSeconds(20),
            () ->
                assertThrows(
                    IOException.class, () -> TiffStack.open(path, "large.tif", ReadOptions.NONE)));
    assertEquals("large.tif: its pages overlap in the file", problem.getMessage());
  }

  @Test
  void aSliceThatTheHeapCannotHold() throws IOException {
    long side = 46000; // 8 GB as floats
    long rows = 500;
    Assumptions.assumeTrue(4 * side * side > Runtime.getRuntime().maxMemory());
    TiffBuilder builder = new TiffBuilder();
    builder.type = SampleType.FLOAT;
    builder.pages = 0;
    builder.oneDirectory = true;
    builder.compression = 8;
    builder.tags.put(256, new long[] {4, side});
    builder.tags.put(257, new long[] {4, side});
    builder.tags.put(278, new long[] {4, rows});
    long[] offsets = new long[1 + (int) (side / rows)];
    long[] counts = new long[offsets.length];
    offsets[0] = 4;
    counts[0] = 4;
    for (int i = 1; i < offsets.length; i++) {
      offsets[i] = i * 100000L;
      counts[i] = 100000;
    }
    builder.tags.put(273, offsets);
    builder.tags.put(279, counts);
    Path path = file(builder.build());
    try (FileChannel out = FileChannel.open(path, StandardOpenOption.WRITE)) {
      out.write(ByteBuffer.allocate(1), offsets.length * 100000L);
    }
    IOException problem =
        assertThrows(IOException.class, () -> TiffStack.open(path, "large.tif", ReadOptions.NONE));
    assertTrue(
        problem
            .getMessage()
            .matches("large.tif: one slice needs 81\\d\\d MiB of Java heap in each thread; .*"),
        problem.getMessage());
  }
}
