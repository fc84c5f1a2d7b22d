// SPDX-License-Identifier: BSD-2-Clause
package org.bitvox.commands;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import ij.IJ;
import ij.ImagePlus;
import ij.measure.Calibration;
import java.awt.image.IndexColorModel;
import java.awt.image.Raster;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import javax.imageio.ImageIO;
import javax.imageio.ImageReader;
import javax.imageio.stream.ImageInputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class TiffWriterTest {
  @TempDir Path folder;

  private static Calibration scale(String unit, double x, double y, double z) {
    Calibration calibration = new Calibration();
    calibration.setUnit(unit);
    calibration.pixelWidth = x;
    calibration.pixelHeight = y;
    calibration.pixelDepth = z;
    return calibration;
  }

  private Path write16(Calibration scale, byte[][] lut, int width, int height, int depth)
      throws IOException {
    Path path = Files.createFile(folder.resolve("map.tif"));
    try (TiffWriter writer = new TiffWriter(path, width, height, depth, 16, scale, lut)) {
      for (int z = 0; z < depth; z++) {
        writer.accept(z, slice(width * height, z));
      }
      writer.finish();
    }
    return path;
  }

  private static short[] slice(int size, int z) {
    short[] pixels = new short[size];
    for (int i = 0; i < size; i++) {
      pixels[i] = (short) (i * 401 + z * 7);
    }
    return pixels;
  }

  @ParameterizedTest
  @CsvSource({"5, 3, 4", "1, 1, 2", "3, 1, 1", "65, 7, 3"})
  void imageJReadsTheSamePixels(int width, int height, int depth) throws IOException {
    Path path = write16(scale("mm", 0.957, 0.957, 1.5), null, width, height, depth);
    ImagePlus image = IJ.openImage(path.toString());
    assertEquals(depth, image.getStackSize());
    assertEquals(depth, image.getNSlices());
    for (int z = 0; z < depth; z++) {
      assertArrayEquals(
          slice(width * height, z), (short[]) image.getStack().getProcessor(z + 1).getPixels());
    }
  }

  @ParameterizedTest
  @CsvSource({
    "mm, 0.957, 0.957, 1.5",
    "µm, 4.1, 4.1, 4.1",
    "µm, 957.0312, 3.25, 1e-3",
    "nm, 0.3333333333333333, 0.1, 12345.6789",
    "Ångström [Å], 2, 2, 2",
  })
  void voxelSizesSurvive(String unit, double x, double y, double z) throws IOException {
    Path path = write16(scale(unit, x, y, z), null, 4, 3, 2);
    Calibration read = IJ.openImage(path.toString()).getCalibration();
    assertEquals(unit, read.getUnit());
    assertEquals(x, read.pixelWidth, 1e-12 * x);
    assertEquals(y, read.pixelHeight, 1e-12 * y);
    assertEquals(z, read.pixelDepth, 0);
  }

  @Test
  void anImageWithoutScaleStaysSo() throws IOException {
    Path path = write16(new Calibration(), null, 4, 3, 2);
    assertFalse(IJ.openImage(path.toString()).getCalibration().scaled());
  }

  @Test
  void coloursAndDisplayRangeSurvive() throws IOException {
    byte[][] lut = new byte[3][256];
    for (int i = 0; i < 256; i++) {
      lut[0][i] = (byte) i;
      lut[1][i] = (byte) (255 - i);
      lut[2][i] = (byte) (i / 2);
    }
    Path path = write16(new Calibration(), lut, 6, 2, 3);
    ImagePlus image = IJ.openImage(path.toString());
    IndexColorModel read = (IndexColorModel) image.getProcessor().getColorModel();
    for (int i = 0; i < 256; i++) {
      assertEquals(lut[0][i] & 255, read.getRed(i));
      assertEquals(lut[1][i] & 255, read.getGreen(i));
      assertEquals(lut[2][i] & 255, read.getBlue(i));
    }
    assertEquals(0, image.getDisplayRangeMin());
    assertEquals(11 * 401 + 2 * 7, image.getDisplayRangeMax());
  }

  @Test
  void eightBitStacksSurvive() throws IOException {
    Path path = Files.createFile(folder.resolve("binary.tif"));
    byte[] pixels = {0, (byte) 255, 0, (byte) 255, (byte) 255, 0};
    try (TiffWriter writer = new TiffWriter(path, 3, 2, 2, 8, new Calibration(), null)) {
      writer.write(0, pixels);
      writer.write(1, pixels);
      writer.finish();
    }
    ImagePlus image = IJ.openImage(path.toString());
    assertEquals(8, image.getBitDepth());
    assertFalse(image.isInvertedLut());
    assertArrayEquals(pixels, (byte[]) image.getStack().getProcessor(2).getPixels());
    assertEquals(255, image.getDisplayRangeMax());
  }

  @Test
  void otherProgramsSeeEverySlice() throws IOException {
    Path path = write16(scale("mm", 2, 2, 2), null, 5, 3, 7);
    ImageReader reader = ImageIO.getImageReadersByFormatName("tiff").next();
    try (ImageInputStream in = ImageIO.createImageInputStream(path.toFile())) {
      reader.setInput(in);
      assertEquals(7, reader.getNumImages(true));
      for (int z = 0; z < 7; z++) {
        short[] expected = slice(15, z);
        Raster read = reader.read(z).getRaster();
        for (int i = 0; i < 15; i++) {
          assertEquals(expected[i] & 0xffff, read.getSample(i % 5, i / 5, 0));
        }
      }
    }
  }

  @Test
  void filesBeyondFourGigabytesHaveOneDirectory() {
    TiffHeader large = new TiffHeader(40000, 30000, 2, 16, new Calibration(), null);
    assertTrue(large.end() > 0xffffffffL);
    assertEquals(4096 + 2_400_000_000L, large.offset(1));
    ByteBuffer first = large.first(0, 9);
    assertEquals(0, first.getInt(8 + 2 + 12 * first.getShort(8)));
    TiffHeader small = new TiffHeader(40000, 20000, 2, 16, new Calibration(), null);
    first = small.first(0, 9);
    assertEquals((int) small.directory(1), first.getInt(8 + 2 + 12 * first.getShort(8)));
  }
}
