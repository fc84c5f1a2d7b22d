// SPDX-License-Identifier: BSD-2-Clause
package org.bitvox.files;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import ij.IJ;
import ij.ImagePlus;
import ij.measure.Calibration;
import ij.plugin.LutLoader;
import java.awt.image.IndexColorModel;
import java.awt.image.Raster;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Arrays;
import javax.imageio.ImageIO;
import javax.imageio.ImageReader;
import javax.imageio.stream.ImageInputStream;
import org.bitvox.ProgressListener;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

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

  private Path write16(Calibration scale, IndexColorModel lut, int width, int height, int depth)
      throws IOException {
    Path path = Files.createFile(folder.resolve("map.tif"));
    StackFormat format =
        new StackFormat(width, height, depth, PixelType.UINT16).calibration(scale).colours(lut);
    try (SliceWriter writer = SliceWriter.create(path, "a.tif", format, ProgressListener.NONE)) {
      for (int z = 0; z < depth; z++) {
        writer.write(z, slice(width * height, z));
      }
      writer.complete();
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

  @ParameterizedTest
  @CsvSource({"mm, 12.25, -3.5, 7", "mm, 0, 1e-300, 0", "pixel, -1024, 0, 0.1"})
  void originsSurvive(String unit, double x, double y, double z) throws IOException {
    Calibration calibration = unit.equals("pixel") ? new Calibration() : scale(unit, 2, 3, 4);
    calibration.xOrigin = x;
    calibration.yOrigin = y;
    calibration.zOrigin = z;
    for (boolean invert : new boolean[] {false, true}) {
      calibration.setInvertY(invert);
      Path path = write16(calibration, null, 4, 3, 2);
      TiffImageJTest.assertAsImageJ(path.toString());
      TiffImageJTest.assertSame(calibration, IJ.openImage(path.toString()).getCalibration());
      Files.delete(path);
    }
  }

  @Test
  void originsThatAreNoNumbersAreLeftOut() throws IOException {
    Calibration calibration = scale("mm", 2, 3, 4);
    calibration.xOrigin = Double.NaN;
    calibration.yOrigin = Double.NEGATIVE_INFINITY;
    calibration.zOrigin = 5;
    Calibration read =
        IJ.openImage(write16(calibration, null, 4, 3, 2).toString()).getCalibration();
    assertEquals(0, read.xOrigin);
    assertEquals(0, read.yOrigin);
    assertEquals(5, read.zOrigin);
  }

  private Path write(PixelType type, Calibration calibration) throws IOException {
    Path path = folder.resolve("density.tif");
    Files.deleteIfExists(path);
    Files.createFile(path);
    StackFormat format = new StackFormat(4, 3, 2, type).calibration(calibration);
    Object[] slices = {new byte[12], new short[12], new int[12], new float[12]};
    try (SliceWriter writer = SliceWriter.create(path, "a.tif", format, ProgressListener.NONE)) {
      writer.write(0, slices[type.ordinal()]);
      writer.write(1, slices[type.ordinal()]);
      writer.complete();
    }
    return path;
  }

  /** As ImageJ's opener and the own reader have it. */
  private static void assertCalibrated(Calibration expected, Path path) throws IOException {
    TiffImageJTest.assertAsImageJ(path.toString());
    Calibration read = IJ.openImage(path.toString()).getCalibration();
    assertEquals(expected.getFunction(), read.getFunction());
    assertArrayEquals(expected.getCoefficients(), read.getCoefficients());
    assertEquals(expected.getValueUnit(), read.getValueUnit());
    assertEquals(expected.zeroClip(), read.zeroClip());
    for (int value : new int[] {0, 1, 100, 255}) {
      assertEquals(expected.getCValue(value), read.getCValue(value));
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, Calibration.UNCALIBRATED_OD})
  void densityCalibrationsSurvive(int function) throws IOException {
    int[] counts = {2, 3, 4, 5, 2, 2, 2, 4, 4, 3, 4, 3, 4, 3};
    double[] all = {-1024.5, 1.0 / 3, 3e-7, 1e22, -2e-9};
    double[] coefficients = function > 13 ? null : Arrays.copyOf(all, counts[function]);
    for (PixelType type : new PixelType[] {PixelType.UINT8, PixelType.UINT16}) {
      if (function > 13 && type == PixelType.UINT16) {
        continue; // ImageJ has optical densities of 8 bits only
      }
      for (boolean zeroClip : new boolean[] {false, true}) {
        Calibration calibration = scale("µm", 2, 3, 4);
        calibration.setFunction(function, coefficients, "HU = µ\\x", zeroClip);
        assertCalibrated(calibration, write(type, calibration));
      }
    }
  }

  @Test
  void signedImagesAndUnitsOfFloatsSurvive() throws IOException {
    Calibration signed = scale("mm", 1, 1, 1);
    signed.setSigned16BitCalibration();
    Path path = write(PixelType.UINT16, signed);
    assertCalibrated(signed, path);
    assertTrue(TiffStack.open(path, "signed", ReadOptions.NONE).calibration().isSigned16Bit());
    Calibration attenuation = new Calibration();
    attenuation.setValueUnit("1/cm");
    assertCalibrated(attenuation, write(PixelType.FLOAT32, attenuation));
    assertCalibrated(new Calibration(), write(PixelType.FLOAT32, new Calibration()));
  }

  @Test
  void unitsOfAnyLengthSurvive() throws IOException {
    for (int length : new int[] {1000, 5000, 100000}) {
      String unit = new String(new char[length]).replace("\0", "µ");
      Path path = write16(scale(unit, 1, 2, 3), LutLoader.getLut("fire"), 4, 3, 2);
      assertEquals(unit, IJ.openImage(path.toString()).getCalibration().getUnit());
      TiffImageJTest.assertAsImageJ(path.toString());
      Files.delete(path);
    }
  }

  @Test
  void slicesOfMoreThanFourGigabytesAreReadAgain() throws IOException {
    StackFormat format = new StackFormat(40000, 30000, 2, PixelType.FLOAT32);
    TiffHeader header = new TiffHeader(format);
    Path path = Files.write(folder.resolve("large.tif"), header.first(0, 1).array());
    try (FileChannel out = FileChannel.open(path, StandardOpenOption.WRITE)) {
      out.write(ByteBuffer.allocate(1), header.offset(2) - 1);
    }
    try {
      assertEquals(2, TiffStack.open(path, "large.tif", ReadOptions.NONE).depth());
    } catch (IOException e) {
      assertTrue(e.getMessage().contains("one slice needs 4578 MiB of Java heap"), "" + e);
    }
  }

  @Test
  void coloursAndDisplayRangeSurvive() throws IOException {
    byte[][] lut = new byte[3][256];
    for (int i = 0; i < 256; i++) {
      lut[0][i] = (byte) i;
      lut[1][i] = (byte) (255 - i);
      lut[2][i] = (byte) (i / 2);
    }
    Path path =
        write16(new Calibration(), new IndexColorModel(8, 256, lut[0], lut[1], lut[2]), 6, 2, 3);
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
    StackFormat format = new StackFormat(3, 2, 2, PixelType.UINT8);
    try (SliceWriter writer = SliceWriter.create(path, "a.tif", format, ProgressListener.NONE)) {
      writer.write(0, pixels);
      writer.write(1, pixels);
      writer.complete();
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
    TiffHeader large = new TiffHeader(new StackFormat(40000, 30000, 2, PixelType.UINT16));
    assertTrue(large.end() > 0xffffffffL);
    assertEquals(4096 + 2_400_000_000L, large.offset(1));
    ByteBuffer first = large.first(0, 9);
    assertEquals(0, first.getInt(8 + 2 + 12 * first.getShort(8)));
    TiffHeader small = new TiffHeader(new StackFormat(40000, 20000, 2, PixelType.UINT16));
    first = small.first(0, 9);
    assertEquals((int) small.directory(1), first.getInt(8 + 2 + 12 * first.getShort(8)));
  }
}
