// SPDX-License-Identifier: BSD-2-Clause
package org.bitvox.files;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** ImageJ's stacks of one directory, behind whose first slice the others follow. */
class TiffOneDirectoryTest {
  private static final String NO_ROOM =
      "a.tif: ImageDescription announces %d images, but where their pixels should be there is"
          + " something else";

  @TempDir Path folder;

  private final TiffBuilder builder = new TiffBuilder();

  private Path file(byte[] bytes) throws IOException {
    return Files.write(folder.resolve("a.tif"), bytes);
  }

  private String failure(byte[] bytes) throws IOException {
    Path path = file(bytes);
    return assertThrows(IOException.class, () -> TiffStack.open(path, "a.tif", ReadOptions.NONE))
        .getMessage();
  }

  private void announce(int images) {
    builder.description = "ImageJ=1.54p\nimages=" + images + "\nslices=" + images + "\n";
  }

  /** The pixels come first: what follows them in the file is no slice. */
  @Test
  void aDirectoryIsNotTakenForPixels() throws IOException {
    builder.width = 5;
    builder.height = 3;
    for (int there = 1; there <= 3; there++) {
      builder.pages = there;
      builder.oneDirectory = true;
      for (int announced = there + 1; announced <= there + 3; announced++) {
        announce(announced);
        assertEquals(String.format(NO_ROOM, announced), failure(builder.build()));
      }
    }
  }

  /** The directory comes first, then the pixels, then what one of its tags refers to. */
  @Test
  void valuesOfTagsAreNotTakenForPixels() throws IOException {
    announce(3);
    for (int tag :
        new int[] {270, 282, 50839}) { // ImageJ's description, XResolution, a list of ImageJ
      assertEquals(String.format(NO_ROOM, 3), failure(valuesBehind(2, tag)));
      TiffStack stack = TiffStack.open(file(valuesBehind(3, tag)), "a.tif", ReadOptions.NONE);
      assertEquals(3, stack.depth());
      for (int z = 0; z < 3; z++) {
        Object expected = TiffSample.pixels(SampleType.BYTE, builder.width, builder.height, z);
        assertTrue(TiffStackTest.same(expected, stack.readSlice(z)), "slice " + z);
      }
    }
  }

  /** A directory, so many slices, and behind them the values of one tag. */
  private byte[] valuesBehind(int slices, int tag) throws IOException {
    int slice = builder.width * builder.height;
    int at = 1000;
    builder.pages = 0;
    builder.oneDirectory = true;
    builder.rowsPerStrip = builder.height;
    builder.tags.put(273, new long[] {4, at});
    builder.tags.put(279, new long[] {4, slice});
    builder.tags.put(282, TiffBuilder.values(5, 1, 2));
    builder.tags.put(50839, TiffBuilder.values(1, 1, 2, 3, 4, 5, 6, 7, 8, 9));
    ByteBuffer start = ByteBuffer.wrap(builder.build()).order(ByteOrder.LITTLE_ENDIAN);
    int entry = TiffDamageTest.entry(start.array(), 0, tag);
    byte[] values = Arrays.copyOfRange(start.array(), start.getInt(entry + 8), start.capacity());
    start.putInt(entry + 8, at + slices * slice);
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    out.write(Arrays.copyOf(start.array(), at));
    for (int z = 0; z < slices; z++) {
      out.write((byte[]) TiffSample.pixels(SampleType.BYTE, builder.width, builder.height, z));
    }
    out.write(Arrays.copyOf(values, slice + 1)); // no file ends too early
    return out.toByteArray();
  }

  @Test
  void packedPagesAreNotContinuedEither() throws IOException {
    announce(3);
    builder.compression = 8;
    builder.oneDirectory = true;
    assertEquals(
        "a.tif: ImageDescription announces 3 slices, but the file has 1 page",
        failure(builder.build()));
  }
}
