// SPDX-License-Identifier: BSD-2-Clause
package org.bitvox.files;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;

import ij.IJ;
import ij.ImageStack;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import org.bitvox.ProgressListener;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** RGB pixels come back from files of all formats. */
class ColourWriterTest {
  private static final int WIDTH = 5;
  private static final int HEIGHT = 4;
  private static final int DEPTH = 3;

  @TempDir Path folder;

  /** Red, green and blue differ, and so do pixels and slices; 0xff stands above them. */
  private static int[] slice(int z) {
    int[] pixels = new int[WIDTH * HEIGHT];
    for (int i = 0; i < pixels.length; i++) {
      pixels[i] = 0xff000000 | (10 + i) << 16 | (100 + z) << 8 | 255 - i;
    }
    return pixels;
  }

  private Path written(String name) throws IOException {
    Path path = Files.createFile(folder.resolve(name));
    StackFormat format = new StackFormat(WIDTH, HEIGHT, DEPTH, PixelType.RGB);
    try (SliceWriter writer = SliceWriter.create(path, name, format, ProgressListener.NONE)) {
      for (int z = 0; z < DEPTH; z++) {
        writer.write(z, slice(z));
      }
      writer.complete();
    }
    return path;
  }

  @Test
  void imageJReadsRgbOfTiff() throws IOException {
    ImageStack stack = IJ.openImage(written("c.tif").toString()).getStack();
    assertEquals(DEPTH, stack.getSize());
    for (int z = 0; z < DEPTH; z++) {
      assertArrayEquals(slice(z), (int[]) stack.getPixels(z + 1));
    }
  }

  @Test
  void rawFilesHaveThreeBytesPerPixel() throws IOException {
    ByteBuffer bytes = ByteBuffer.wrap(Files.readAllBytes(written("c.raw")));
    assertEquals(3 * WIDTH * HEIGHT * DEPTH, bytes.remaining());
    for (int z = 0; z < DEPTH; z++) {
      for (int pixel : slice(z)) {
        int red = bytes.get() & 0xff;
        int green = bytes.get() & 0xff;
        int blue = bytes.get() & 0xff;
        assertEquals(pixel & 0xffffff, red << 16 | green << 8 | blue);
      }
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"tif", "ome.tif", "nrrd", "nii", "nii.gz", "mha"})
  void channelsAreRedGreenAndBlue(String ending) throws IOException {
    String path = written("c." + ending).toString();
    StackFile file = ImageFormats.open(path, ReadOptions.hyperstacks());
    assertEquals(3, file.channels());
    assertEquals(DEPTH, file.slices());
    for (int z = 0; z < DEPTH; z++) {
      int[] expected = slice(z);
      for (int channel = 0; channel < 3; channel++) {
        byte[] found = (byte[]) file.readValues(3 * z + channel);
        for (int i = 0; i < found.length; i++) {
          assertEquals(expected[i] >> 8 * (2 - channel) & 0xff, found[i] & 0xff);
        }
      }
    }
    file.close();
  }
}
