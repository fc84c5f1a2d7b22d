// SPDX-License-Identifier: BSD-2-Clause
package org.bitvox.files;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;

import java.awt.image.BufferedImage;
import java.awt.image.DataBufferByte;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import javax.imageio.IIOImage;
import javax.imageio.ImageIO;
import javax.imageio.ImageWriteParam;
import javax.imageio.ImageWriter;
import javax.imageio.stream.ImageOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** JPEG and CCITT, whose strips and tiles Java's own readers decode. */
class TiffPackedByOthersTest {
  static final Path JPEG_SAMPLE = TiffSamplesTest.SAMPLES.resolve("lossy/byte-libtiff-jpeg.tif");

  private static final String NOT_JPEG = " is damaged: it cannot be decoded as JPEG";
  private static final String NOT_CCITT = " is damaged: it cannot be decoded as CCITT fax";

  @TempDir Path folder;

  /** It has squares of 8 x 8 pixels with one value each. */
  @Test
  void jpegOfLibtiffWithCommonTables() throws IOException {
    TiffStack stack = TiffStack.open(JPEG_SAMPLE, "a.tif", ReadOptions.NONE);
    assertEquals(2, stack.depth());
    for (int z = 0; z < 2; z++) {
      byte[] expected = new byte[21 * 14];
      for (int i = 0; i < expected.length; i++) {
        expected[i] = (byte) (i % 21 / 8 * 40 + i / 21 / 8 * 70 + z * 25);
      }
      assertArrayEquals(expected, (byte[]) stack.readSlice(z));
    }
  }

  /** A file whose blocks are packed by Java's own writers. */
  private static TiffBuilder builder(int compression, int tile) {
    TiffBuilder builder = new TiffBuilder();
    builder.type = compression == 7 ? SampleType.BYTE : SampleType.BIT;
    builder.tileWidth = tile;
    builder.tileHeight = tile;
    builder.order = tile > 0 ? ByteOrder.BIG_ENDIAN : ByteOrder.LITTLE_ENDIAN;
    builder.big = tile > 0;
    builder.tags.put(259, new long[] {3, compression});
    builder.tags.put(292, compression == 3 ? new long[] {4, 1} : null); // as Java writes it
    int width = tile > 0 ? tile : builder.width;
    builder.damage = (page, block, bytes) -> packed(compression, bytes, width);
    return builder;
  }

  private static byte[] packed(int compression, byte[] bytes, int width) {
    try {
      return compression == 7 ? jpeg(bytes, width, 1) : ccitt(compression, bytes, width);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static byte[] jpeg(byte[] bytes, int width, int colours) throws IOException {
    int type = colours == 1 ? BufferedImage.TYPE_BYTE_GRAY : BufferedImage.TYPE_3BYTE_BGR;
    BufferedImage image = new BufferedImage(width, bytes.length / width / colours, type);
    System.arraycopy(bytes, 0, data(image), 0, bytes.length);
    return written(image, "jpeg", "JPEG");
  }

  /** The only strip of the file that Java writes, where 0 is white. */
  private static byte[] ccitt(int compression, byte[] bytes, int width) throws IOException {
    int rows = bytes.length / ((width + 7) / 8);
    BufferedImage image = new BufferedImage(width, rows, BufferedImage.TYPE_BYTE_BINARY);
    for (int i = 0; i < bytes.length; i++) {
      data(image)[i] = (byte) ~bytes[i];
    }
    String[] names = {"CCITT RLE", "CCITT T.4", "CCITT T.6"};
    Path file = Files.createTempFile("packed", ".tif");
    try {
      byte[] whole = written(image, "tiff", names[compression - 2]);
      Files.write(file, whole);
      try (FileBytes in = FileBytes.open(file, "packed.tif")) {
        TiffPage page = TiffPage.of(TiffPages.find(in).firstDirectory());
        assertEquals(1, page.offsets.length);
        int start = (int) page.offsets[0];
        return Arrays.copyOfRange(whole, start, start + (int) page.counts[0]);
      }
    } finally {
      Files.delete(file);
    }
  }

  private static byte[] data(BufferedImage image) {
    return ((DataBufferByte) image.getRaster().getDataBuffer()).getData();
  }

  private static byte[] written(BufferedImage image, String format, String packing)
      throws IOException {
    ImageWriter writer = ImageIO.getImageWritersByFormatName(format).next();
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (ImageOutputStream out = ImageIO.createImageOutputStream(bytes)) {
      writer.setOutput(out);
      ImageWriteParam options = writer.getDefaultWriteParam();
      options.setCompressionMode(ImageWriteParam.MODE_EXPLICIT);
      options.setCompressionType(packing);
      options.setCompressionQuality(1);
      writer.write(null, new IIOImage(image, null, null), options);
    } finally {
      writer.dispose();
    }
    return bytes.toByteArray();
  }

  private TiffStack open(TiffBuilder builder) throws IOException {
    Path path = Files.write(folder.resolve("a.tif"), builder.build());
    return TiffStack.open(path, "a.tif", ReadOptions.NONE);
  }

  private String failure(TiffBuilder builder) throws IOException {
    return TiffDamageTest.failure(folder, builder.build());
  }

  @ParameterizedTest
  @CsvSource({"2,0", "2,16", "3,0", "3,16", "4,0", "4,16", "4,48"})
  void ccittInStripsAndTiles(int compression, int tile) throws IOException {
    TiffBuilder builder = builder(compression, tile);
    TiffStack stack = open(builder);
    for (int z = 0; z < builder.pages; z++) {
      byte[] expected =
          (byte[]) TiffSample.pixels(SampleType.BIT, builder.width, builder.height, z);
      assertArrayEquals(expected, (byte[]) stack.readSlice(z));
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 16, 48})
  void jpegInStripsAndTiles(int tile) throws IOException {
    TiffBuilder builder = builder(7, tile);
    builder.fullLastStrip = true;
    TiffStack stack = open(builder);
    for (int z = 0; z < builder.pages; z++) {
      byte[] expected =
          (byte[]) TiffSample.pixels(SampleType.BYTE, builder.width, builder.height, z);
      byte[] found = (byte[]) stack.readSlice(z);
      for (int i = 0; i < found.length; i++) {
        assertEquals(expected[i] & 255, found[i] & 255, 3, "pixel " + i); // it rounds
      }
    }
  }

  @Test
  void bytesThatAreCutOff() throws IOException {
    for (int compression : new int[] {2, 3, 4, 7}) {
      TiffBuilder builder = builder(compression, 0);
      TiffBuilder.Damage whole = builder.damage;
      builder.damage =
          (page, block, bytes) -> {
            byte[] packed = whole.of(page, block, bytes);
            return page == 1 && block == 2 ? Arrays.copyOf(packed, packed.length / 2) : packed;
          };
      assertEquals(
          "strip 3 of page 2" + (compression == 7 ? NOT_JPEG : NOT_CCITT), failure(builder));
    }
  }

  @Test
  void bytesThatAreSomethingElse() throws IOException {
    for (int compression : new int[] {2, 3, 4, 7}) {
      TiffBuilder builder = builder(compression, 0);
      builder.damage = (page, block, bytes) -> Arrays.copyOf(new byte[] {3, 1, 4, 1, 5}, 99);
      assertEquals(
          "strip 1 of page 1" + (compression == 7 ? NOT_JPEG : NOT_CCITT), failure(builder));
    }
  }

  @Test
  void jpegOfAnotherSizeThanItsStrip() throws IOException {
    TiffBuilder builder = builder(7, 0);
    builder.damage = (page, block, bytes) -> packed(7, new byte[60 * 7], 60);
    assertEquals(
        "strip 1 of page 1 is damaged: it has 60 x 7 pixels, not 37 x 5", failure(builder));
  }

  @Test
  void coloursInsideOfGreyJpeg() throws IOException {
    TiffBuilder builder = builder(7, 0);
    builder.damage =
        (page, block, bytes) -> {
          try {
            return jpeg(new byte[37 * 5 * 3], 37, 3);
          } catch (IOException e) {
            throw new UncheckedIOException(e);
          }
        };
    assertEquals("strip 1 of page 1" + NOT_JPEG, failure(builder));
  }

  @Test
  void otherValuesThanAreReadSoPacked() throws IOException {
    TiffBuilder rgb = builder(7, 0);
    rgb.tags.put(262, new long[] {3, 2});
    rgb.tags.put(277, new long[] {3, 3});
    String rest = "; save it uncompressed, or with LZW, ZIP or PackBits";
    assertEquals(
        "compression 7 (JPEG) can be read if each pixel has one value of 8 bits" + rest,
        failure(rgb));
    TiffBuilder grey = builder(4, 0);
    grey.tags.put(258, new long[] {3, 8});
    assertEquals(
        "compression 4 (CCITT fax 4) can be read if each pixel has one value of 1 bit" + rest,
        failure(grey));
  }

  @Test
  void sizesThatNoSuchBytesHave() throws IOException {
    TiffBuilder builder = builder(4, 0);
    builder.rowsPerStrip = 100;
    builder.damage = (page, block, bytes) -> new byte[2]; // of at most 16 rows
    assertEquals("strip 1 of page 1 is said to have 2 bytes; its pixels are 115", failure(builder));
  }
}
