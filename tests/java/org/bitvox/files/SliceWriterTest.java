// SPDX-License-Identifier: BSD-2-Clause
package org.bitvox.files;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import ij.IJ;
import ij.ImagePlus;
import ij.ImageStack;
import ij.io.FileSaver;
import java.io.IOException;
import java.lang.reflect.Array;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import org.bitvox.ProgressListener;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

class SliceWriterTest {
  @TempDir Path folder;

  /** An array of the type's values. */
  static Object pixels(PixelType type, int size) {
    switch (type) {
      case UINT8:
      case INT8:
        return new byte[size];
      case UINT16:
      case INT16:
        return new short[size];
      case UINT32:
      case INT32:
        return new int[size];
      case UINT64:
      case INT64:
        return new long[size];
      case FLOAT32:
        return new float[size];
      default:
        return new double[size];
    }
  }

  static Object slice(PixelType type, int size, int slice) {
    Object pixels = pixels(type, size);
    for (int i = 0; i < size; i++) {
      int value = 70001 * i + 13 * slice;
      if (pixels instanceof byte[]) {
        Array.setByte(pixels, i, (byte) value);
      } else if (pixels instanceof short[]) {
        Array.setShort(pixels, i, (short) value);
      } else if (pixels instanceof int[]) {
        Array.setInt(pixels, i, value);
      } else if (pixels instanceof long[]) {
        Array.setLong(pixels, i, 1000000007L * value);
      } else {
        Array.set(pixels, i, value / 3f);
      }
    }
    return pixels;
  }

  private Path write(String name, StackFormat format) throws IOException {
    Path path = Files.createFile(folder.resolve(name));
    try (SliceWriter writer = SliceWriter.create(path, name, format, ProgressListener.NONE)) {
      for (int slice = 0; slice < format.slices(); slice++) {
        writer.write(slice, slice(format.type, format.width * format.height, slice));
      }
      writer.complete();
    }
    return path;
  }

  /** A slice is larger than what is written at once. */
  @ParameterizedTest
  @EnumSource(value = PixelType.class, mode = EnumSource.Mode.EXCLUDE, names = "RGB")
  void rawFilesHoldThePixelsAlone(PixelType type) throws IOException {
    StackFormat format = new StackFormat(1200, 900, 2, type);
    ByteBuffer file =
        ByteBuffer.wrap(Files.readAllBytes(write("v.RAW", format))).order(ByteOrder.LITTLE_ENDIAN);
    int size = 1200 * 900;
    assertEquals(2L * size * type.bytes, file.capacity());
    for (int slice = 0; slice < 2; slice++) {
      Object expected = slice(type, size, slice);
      for (int i = 0; i < size; i++) {
        int at = (slice * size + i) * type.bytes;
        double found =
            expected instanceof byte[]
                ? file.get(at)
                : expected instanceof short[]
                    ? file.getShort(at)
                    : expected instanceof int[]
                        ? file.getInt(at)
                        : expected instanceof long[]
                            ? file.getLong(at)
                            : expected instanceof float[] ? file.getFloat(at) : file.getDouble(at);
        assertEquals(Array.getDouble(expected, i), found);
      }
    }
  }

  /** The system is not asked for every slice. */
  @ParameterizedTest
  @DisabledOnOs(OS.WINDOWS)
  @CsvSource({"many.raw", "many.tif"})
  void smallSlicesAreWrittenTogether(String name) throws IOException {
    StackFormat format = new StackFormat(3, 1, 20_000, PixelType.UINT16);
    long before = SystemCalls.writes();
    Path file = write(name, format);
    long writes = SystemCalls.writes() - before;
    assertTrue(writes < 1000, writes + " writes");
    long at = name.endsWith(".raw") ? 0 : new TiffHeader(format).offset(0);
    ByteBuffer bytes = ByteBuffer.wrap(Files.readAllBytes(file)).order(ByteOrder.LITTLE_ENDIAN);
    for (int slice = 0; slice < format.slices(); slice++) {
      short[] expected = (short[]) slice(PixelType.UINT16, 3, slice);
      for (short value : expected) {
        assertEquals(value, bytes.getShort((int) at));
        at += 2;
      }
    }
  }

  /** Files are seen as they were left, whatever lies between what is written. */
  @Test
  void writesInAnyOrderAndPiecesOfAnySize() throws IOException {
    Path path = Files.createFile(folder.resolve("v.raw"));
    StackFormat format = new StackFormat(1000, 700, 3, PixelType.UINT8);
    byte[] large = new byte[3_000_000];
    for (int i = 0; i < large.length; i++) {
      large[i] = (byte) (i / 1000 * 7 + i);
    }
    try (SliceWriter writer = SliceWriter.create(path, "v.raw", format, ProgressListener.NONE)) {
      for (int slice : new int[] {2, 0, 1}) {
        writer.write(slice, slice(PixelType.UINT8, 700_000, slice));
      }
      writer.writeFully(ByteBuffer.wrap(large, 1, large.length - 1), 2_500_000);
      writer.complete();
    }
    byte[] file = Files.readAllBytes(path);
    assertEquals(2_500_000 + large.length - 1, file.length);
    for (int slice = 0; slice < 3; slice++) {
      byte[] there = Arrays.copyOfRange(file, slice * 700_000, (slice + 1) * 700_000);
      assertArrayEquals((byte[]) slice(PixelType.UINT8, 700_000, slice), there);
    }
    assertArrayEquals(
        Arrays.copyOfRange(large, 1, large.length),
        Arrays.copyOfRange(file, 2_500_000, file.length));
  }

  @Test
  void imageJHasNoPixelsOfAnySize() {
    StackFormat format = new StackFormat(3, 2, 1, PixelType.UINT8);
    format.calibration().setUnit("m");
    format.calibration().pixelWidth = 1e-10;
    format.calibration().pixelHeight = 1e-10;
    assertEquals(
        "TIFF files of ImageJ cannot have pixels of 1.0E-10 m: a pixel is 5e-10 to 2e9 of its unit"
            + " there; use voxel_size= with another unit, or .ome.tif, .nrrd, .mha or .nii",
        assertThrows(IllegalArgumentException.class, () -> write("v.tif", format)).getMessage());
  }

  @Test
  void imageJHasNoIntegersOf32Bits() {
    assertEquals(
        "ImageJ has no int32 images, so .tif cannot have them; use .nrrd, .mha or .nii, or another type",
        assertThrows(
                IllegalArgumentException.class,
                () -> write("v.tif", new StackFormat(3, 2, 1, PixelType.INT32)))
            .getMessage());
  }

  @ParameterizedTest
  @CsvSource({"3, 4, 1", "3, 1, 1", "1, 4, 5", "2, 3, 4", "1, 1, 6", "1, 6, 1"})
  void imageJReadsChannelsAndFrames(int channels, int depth, int frames) throws IOException {
    StackFormat format =
        new StackFormat(5, 3, depth, PixelType.FLOAT32).channels(channels).frames(frames);
    ImagePlus image = IJ.openImage(write("h.tif", format).toString());
    assertEquals(channels, image.getNChannels());
    assertEquals(depth, image.getNSlices());
    assertEquals(frames, image.getNFrames());
    assertEquals(format.isHyperstack(), image.getOpenAsHyperStack());
    for (int slice = 0; slice < format.slices(); slice++) {
      assertArrayEquals(
          (float[]) slice(PixelType.FLOAT32, 15, slice),
          (float[]) image.getStack().getPixels(slice + 1));
    }
    assertEquals(
        slice(2 % channels, 1 % depth, frames - 1, channels, depth),
        image.getStackIndex(2 % channels + 1, 1 % depth + 1, frames) - 1);
  }

  private static int slice(int channel, int z, int frame, int channels, int depth) {
    return (frame * depth + z) * channels + channel;
  }

  @ParameterizedTest
  @CsvSource({"3, 4, 2", "3, 1, 1", "1, 4, 1", "1, 4, 5"})
  void dimensionsAreDescribedAsImageJDoes(int channels, int depth, int frames) throws IOException {
    StackFormat format =
        new StackFormat(5, 3, depth, PixelType.FLOAT32).channels(channels).frames(frames);
    ImageStack stack = new ImageStack(5, 3);
    for (int slice = 0; slice < format.slices(); slice++) {
      stack.addSlice("", slice(PixelType.FLOAT32, 15, slice));
    }
    ImagePlus image = new ImagePlus("h", stack);
    image.setDimensions(channels, depth, frames);
    image.setOpenAsHyperStack(true);
    String expected = new FileSaver(image).getDescriptionString();
    expected = expected.substring(expected.indexOf("images="), expected.indexOf("loop="));
    String file = new String(Files.readAllBytes(write("h.tif", format)), "ISO-8859-1");
    assertTrue(file.contains("\n" + expected + "loop=false\n"), expected);
  }
}
