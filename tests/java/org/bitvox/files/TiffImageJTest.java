// SPDX-License-Identifier: BSD-2-Clause
package org.bitvox.files;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import ij.IJ;
import ij.ImagePlus;
import ij.ImageStack;
import ij.Prefs;
import ij.gui.Overlay;
import ij.gui.Roi;
import ij.io.FileInfo;
import ij.io.FileSaver;
import ij.io.TiffEncoder;
import ij.measure.Calibration;
import ij.plugin.LutLoader;
import ij.process.LUT;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Pixels and calibration are those of ImageJ's own opener. */
class TiffImageJTest {
  @TempDir Path folder;

  @AfterEach
  void littleEndian() {
    Prefs.intelByteOrder = false;
  }

  private static ImagePlus image(int bits, int depth) {
    SampleType type =
        bits == 8 ? SampleType.BYTE : bits == 16 ? SampleType.UNSIGNED_SHORT : SampleType.FLOAT;
    ImageStack stack = new ImageStack(31, 17);
    for (int z = 0; z < depth; z++) {
      stack.addSlice("slice " + z, TiffSample.pixels(type, 31, 17, z));
    }
    return new ImagePlus("image", stack);
  }

  private void assertAsImageJ(ImagePlus image) throws IOException {
    for (boolean little : new boolean[] {true, false}) {
      Prefs.intelByteOrder = little;
      String path = folder.resolve("a.tif").toString();
      FileSaver saver = new FileSaver(image);
      assertTrue(image.getStackSize() > 1 ? saver.saveAsTiffStack(path) : saver.saveAsTiff(path));
      assertAsImageJ(path);
    }
  }

  static void assertAsImageJ(String path) throws IOException {
    ImagePlus expected = IJ.openImage(path);
    TiffStack stack = TiffStack.open(Path.of(path), path, ReadOptions.NONE);
    assertEquals(expected.getWidth(), stack.width());
    assertEquals(expected.getHeight(), stack.height());
    assertEquals(expected.getStackSize(), stack.depth());
    assertEquals(expected.getBitDepth(), stack.bitDepth());
    for (int z = 0; z < stack.depth(); z++) {
      Object pixels = expected.getStack().getProcessor(z + 1).getPixels();
      assertTrue(TiffStackTest.same(pixels, stack.readSlice(z)), "slice " + z);
    }
    assertEquals(expected.getNChannels(), stack.channels());
    assertEquals(expected.getNSlices(), stack.slices());
    assertEquals(expected.getNFrames(), stack.frames());
    assertSame(expected.getCalibration(), stack.calibration());
  }

  static void assertSame(Calibration expected, Calibration read) {
    assertEquals(expected.pixelWidth, read.pixelWidth);
    assertEquals(expected.pixelHeight, read.pixelHeight);
    assertEquals(expected.pixelDepth, read.pixelDepth);
    assertEquals(expected.getUnit(), read.getUnit());
    assertEquals(expected.getZUnit(), read.getZUnit());
    assertEquals(expected.xOrigin, read.xOrigin);
    assertEquals(expected.yOrigin, read.yOrigin);
    assertEquals(expected.zOrigin, read.zOrigin);
    assertEquals(expected.getInvertY(), read.getInvertY());
    assertEquals(expected.frameInterval, read.frameInterval);
    assertEquals(expected.scaled(), read.scaled());
    assertEquals(expected.getFunction(), read.getFunction());
    assertArrayEquals(expected.getCoefficients(), read.getCoefficients());
    assertEquals(expected.getValueUnit(), read.getValueUnit());
    assertEquals(expected.isSigned16Bit(), read.isSigned16Bit());
    assertEquals(expected.zeroClip(), read.zeroClip());
    assertArrayEquals(expected.getCTable(), read.getCTable());
  }

  @ParameterizedTest
  @CsvSource({"8, 1", "8, 5", "16, 1", "16, 5", "32, 1", "32, 5"})
  void readsWhatImageJWrites(int bits, int depth) throws IOException {
    assertAsImageJ(image(bits, depth));
    ImagePlus image = image(bits, depth);
    image.setRoi(new Roi(3, 4, 5, 6));
    image.setOverlay(new Overlay(new Roi(1, 2, 3, 4)));
    image.setProperty("Info", "something about it");
    image.setProp("key", "value");
    image.setDisplayRange(3, 77);
    assertAsImageJ(image);
    image.setLut(new LUT(LutLoader.getLut("fire"), 0, 255));
    assertAsImageJ(image);
    image.setLut(LUT.createLutFromColor(java.awt.Color.WHITE).createInvertedLut());
    assertAsImageJ(image);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"mm", "um", "µm", "micron", "inch", "cm", "nm", "A", "Ångström [Å]", "a=b:c\\d"})
  void unitsAndSizes(String unit) throws IOException {
    for (double size : new double[] {1, 0.957, 1e-4, 2e-5, 12345.6789, 1.0 / 3}) {
      ImagePlus image = image(16, 3);
      Calibration calibration = image.getCalibration();
      calibration.setUnit(unit);
      calibration.pixelWidth = size;
      calibration.pixelHeight = 2 * size;
      calibration.pixelDepth = 3 * size;
      calibration.setZUnit("s");
      calibration.xOrigin = 4;
      calibration.frameInterval = 0.5;
      assertAsImageJ(image);
      assertAsImageJ(new ImagePlus("one", image.getProcessor()));
    }
  }

  @Test
  void unitsOfAnyLength() throws IOException {
    ImagePlus image = image(8, 2);
    image.getCalibration().setUnit(String.join("", java.util.Collections.nCopies(1000, "µ long")));
    image.getCalibration().pixelDepth = 2;
    assertAsImageJ(image);
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, Calibration.UNCALIBRATED_OD})
  void everyDensityCalibration(int function) throws IOException {
    double[] coefficients = {-12.5, 1.25, 3e-3, 1.5, 2e-9};
    int[] counts = {2, 3, 4, 5, 2, 2, 2, 4, 4, 3, 4, 3, 4, 3};
    double[] some =
        function < counts.length ? java.util.Arrays.copyOf(coefficients, counts[function]) : null;
    for (int bits : new int[] {8, 16, 32}) {
      for (boolean clip : new boolean[] {false, true}) {
        for (boolean inverted : new boolean[] {false, true}) {
          ImagePlus image = image(bits, 3);
          if (inverted) {
            image.getProcessor().invertLut();
          }
          image.getCalibration().setFunction(function, some, "HU µ", clip);
          assertAsImageJ(image);
        }
      }
    }
  }

  @Test
  void signedImages() throws IOException {
    ImagePlus image = image(16, 3);
    image.getCalibration().setSigned16BitCalibration();
    assertAsImageJ(image);
    TiffBuilder builder = new TiffBuilder();
    builder.type = SampleType.SIGNED_SHORT;
    assertAsImageJ(builder);
    builder.description =
        "ImageJ=1.54p\nimages=3\nslices=3\nunit=mm\ncf=0\nc0=-5.0\nc1=2.0\nvunit=HU\n";
    assertAsImageJ(builder);
  }

  private void assertAsImageJ(TiffBuilder builder) throws IOException {
    Path path = folder.resolve("b.tif");
    Files.write(path, builder.build());
    assertAsImageJ(path.toString());
  }

  @Test
  void channelsAndFrames() throws IOException {
    for (int[] shape : new int[][] {{1, 12, 1}, {1, 1, 12}, {3, 4, 1}, {2, 3, 2}, {12, 1, 1}}) {
      ImagePlus image = image(8, 12);
      image.setDimensions(shape[0], shape[1], shape[2]);
      image.setOpenAsHyperStack(true);
      assertAsImageJ(image);
    }
  }

  /** ImageJ reads these types of other programs. */
  @ParameterizedTest
  @CsvSource({"BIT, 1", "BYTE, 1", "UNSIGNED_SHORT, 1", "SIGNED_SHORT, 1", "INT, 1", "FLOAT, 1"})
  void typesAndCompressionsOfOtherPrograms(SampleType type) throws IOException {
    int[] compressions = type == SampleType.BIT ? new int[] {1} : new int[] {1, 5, 8, 32946, 32773};
    for (int compression : compressions) {
      for (ByteOrder order : new ByteOrder[] {ByteOrder.LITTLE_ENDIAN, ByteOrder.BIG_ENDIAN}) {
        TiffBuilder builder = new TiffBuilder();
        builder.type = type;
        builder.order = order;
        builder.compression = compression;
        builder.rowsPerStrip = type == SampleType.BIT ? 100 : 5;
        for (int photometric : new int[] {0, 1}) {
          builder.tags.put(262, new long[] {3, photometric});
          assertAsImageJ(builder);
        }
        boolean predicts = type.bits == 8 || type.bits == 16;
        builder.predictor = predicts && (compression == 5 || compression == 8) ? 2 : 1;
        assertAsImageJ(builder);
      }
    }
  }

  /** Two values in three bytes, in rows of any width. */
  @ParameterizedTest
  @ValueSource(ints = {1, 2, 3, 4, 37, 64})
  void twelveBits(int width) throws IOException {
    for (ByteOrder order : new ByteOrder[] {ByteOrder.LITTLE_ENDIAN, ByteOrder.BIG_ENDIAN}) {
      for (int pages : new int[] {1, width % 4 == 0 ? 3 : 1}) { // ImageJ loses its way in others
        TiffBuilder builder = new TiffBuilder();
        builder.type = SampleType.TWELVE_BITS;
        builder.width = width;
        builder.order = order;
        builder.pages = pages;
        assertAsImageJ(builder);
        builder.rowsPerStrip = 100;
        assertAsImageJ(builder);
      }
    }
  }

  @Test
  void orientationsAreNotFollowed() throws IOException {
    TiffBuilder builder = new TiffBuilder();
    Path path = Files.write(folder.resolve("b.tif"), builder.build());
    assertEquals("[]", "" + TiffStack.open(path, "b.tif", ReadOptions.NONE).notes());
    for (int orientation = 1; orientation <= 8; orientation++) {
      builder.tags.put(274, new long[] {3, orientation});
      assertAsImageJ(builder);
      assertEquals(
          orientation == 1
              ? "[]"
              : "[b.tif: its tag Orientation ("
                  + orientation
                  + ") is not followed; rows and columns are those of the file, as in ImageJ.]",
          "" + TiffStack.open(path, "b.tif", ReadOptions.NONE).notes());
    }
  }

  @ParameterizedTest
  @CsvSource({"72, 1, 2", "300, 1, 2", "25000, 1, 3", "250, 7, 3", "3, 7, 1", "0, 1, 3", "3, 0, 2"})
  void resolutionsOfOtherPrograms(long numerator, long denominator, int unit) throws IOException {
    TiffBuilder builder = new TiffBuilder();
    builder.tags.put(282, TiffBuilder.values(5, numerator, denominator));
    builder.tags.put(283, TiffBuilder.values(5, 2 * numerator, denominator));
    assertAsImageJ(builder);
    builder.tags.put(296, new long[] {3, unit});
    assertAsImageJ(builder);
    builder.description = "made by another program, images=3\n";
    assertAsImageJ(builder);
    for (String more :
        new String[] {"", "unit=um\n", "unit=cm\nspacing=-3.5\n", "unit=\\u00B5m\n"}) {
      builder.description = "ImageJ=1.54p\nimages=3\nslices=3\n" + more;
      assertAsImageJ(builder);
    }
  }

  @Test
  void whatIsWhiteAtZeroKeepsItsValues() throws IOException {
    ImagePlus image = image(8, 1);
    FileInfo info = image.getFileInfo();
    info.whiteIsZero = true;
    info.fileType = FileInfo.GRAY8;
    Path path = folder.resolve("white.tif");
    try (OutputStream out = Files.newOutputStream(path)) {
      new TiffEncoder(info).write(out);
    }
    assertAsImageJ(path.toString());
    assertTrue(
        TiffStackTest.same(
            image.getProcessor().getPixels(),
            TiffStack.open(path, "white", ReadOptions.NONE).readSlice(0)));
  }
}
