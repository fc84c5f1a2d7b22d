// SPDX-License-Identifier: BSD-2-Clause
package org.bitvox.files;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.Collections;
import org.bitvox.commands.Commands;
import org.bitvox.parameters.Values;
import org.junit.jupiter.api.Assertions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What is damaged is refused, with a sentence that names the file and the place. */
class TiffDamageTest {
  @TempDir Path folder;

  private final TiffBuilder builder = new TiffBuilder();

  private String failure(byte[] file) throws IOException {
    return failure(folder, file);
  }

  /** The sentence behind the file's name. */
  static String failure(Path folder, byte[] file) throws IOException {
    Path path = Files.write(folder.resolve("a.tif"), file);
    IOException problem =
        Assertions.assertTimeoutPreemptively(
            Duration.ofSeconds(10), () -> assertThrows(IOException.class, () -> readAll(path)));
    assertTrue(problem.getMessage().startsWith("a.tif: "), problem.getMessage());
    return problem.getMessage().substring(7);
  }

  private static void readAll(Path path) throws IOException {
    TiffStack stack = TiffStack.open(path, "a.tif", ReadOptions.NONE);
    for (int z = 0; z < stack.depth(); z++) {
      stack.readSlice(z);
    }
  }

  private String failure() throws IOException {
    return failure(builder.build());
  }

  private String failure(int tag, long type, long... values) throws IOException {
    builder.tags.put(tag, TiffBuilder.values((int) type, values));
    return failure();
  }

  @ParameterizedTest
  @CsvSource({
    "256, ImageWidth",
    "257, ImageLength",
    "273, StripOffsets",
    "279, StripByteCounts",
  })
  void missingTags(int tag, String name) throws IOException {
    builder.compression = 5; // else nobody needs the last one
    builder.tags.put(tag, null);
    assertEquals(name + " of page 1 is missing", failure());
    builder.tagsOf = 2;
    assertEquals(name + " of page 3 is missing", failure());
  }

  @Test
  void impossibleValues() throws IOException {
    assertEquals("ImageWidth of page 1 is 0, which is not supported", failure(256, 3, 0));
    builder.tagsOf = 1;
    assertEquals("ImageWidth of page 2 has 2 values, not 1", failure(256, 3, 37, 37));
    assertEquals("ImageWidth of page 2 is of type 2, which it cannot be", failure(256, 2, 37));
    assertEquals("ImageWidth of page 2 is of type 77, which it cannot be", failure(256, 77, 37));
    builder.tags.clear();
    assertEquals("StripOffsets of page 2 has 5 values, not 1", failure(278, 3, 99));
    builder.tags.clear();
    assertEquals("FillOrder of page 2 is 3, which is not supported", failure(266, 3, 3));
    builder.tags.clear();
    builder.tagsOf = -1;
    assertEquals(unread("17-bit unsigned whole numbers"), failure(258, 3, 17));
    builder.tags.clear();
    assertEquals(
        "compression 6 (old JPEG) cannot be read; save it uncompressed, or with LZW, ZIP or"
            + " PackBits",
        failure(259, 3, 6));
  }

  private static String unread(String values) {
    return "its values are "
        + values
        + "; whole numbers of 1 to 16, 32 and 64 bits and floats of 16, 32 and 64 bits can be read,"
        + " signed ones of 8, 16, 32 and 64 bits, so convert it first";
  }

  @Test
  void unusualTypes() throws IOException {
    for (int bits : new int[] {0, 17, 24, 48, 1000}) {
      assertEquals(unread(bits + "-bit unsigned whole numbers"), failure(258, 3, bits));
    }
    String[] kinds = {"complex whole numbers", "complex floats"};
    for (int format : new int[] {5, 6}) {
      builder.tags.put(339, new long[] {3, format});
      assertEquals(unread("16-bit " + kinds[format - 5]), failure(258, 3, 16));
    }
    builder.tags.put(339, new long[] {3, 99});
    String kind = "values of an unknown kind (SampleFormat 99)";
    assertEquals(unread("16-bit " + kind), failure(258, 3, 16));
    builder.tags.put(339, new long[] {3, 3});
    assertEquals(unread("24-bit floats"), failure(258, 3, 24));
    builder.tags.put(339, new long[] {3, 2});
    assertEquals(unread("12-bit signed whole numbers"), failure(258, 3, 12));
  }

  @Test
  void unusualPredictors() throws IOException {
    builder.compression = 5;
    assertEquals("Predictor of page 1 is 4, which is not supported", failure(317, 3, 4));
    assertEquals("Predictor of page 1 is 3, which is not supported", failure(317, 3, 3));
    for (SampleType type : new SampleType[] {SampleType.BIT, SampleType.TWELVE_BITS}) {
      builder.type = type;
      assertEquals("Predictor of page 1 is 2, which is not supported", failure(317, 3, 2));
    }
  }

  @Test
  void sizesThatTheFileCannotHold() throws IOException {
    builder.compression = 8;
    builder.rowsPerStrip = 100;
    assertEquals("a slice may have at most 2147483639 voxels", failure(256, 4, 0x7fffffffL));
    String sentence = failure(256, 4, 90_000_000L);
    assertTrue(
        sentence.matches("strip 1 of page 1 is said to have \\d+ bytes; its pixels are 2070000000"),
        sentence);
    builder.tags.clear();
    builder.tileWidth = 16;
    builder.tileHeight = 16;
    assertEquals(
        "TileLength of page 1 is 2000000000, which is not supported",
        failure(323, 4, 2_000_000_000L));
  }

  @Test
  void countsThatAreNotThePixels() throws IOException {
    assertEquals(
        "strip 5 of page 1 is said to have 74 bytes; its pixels are 111",
        failure(279, 3, 185, 185, 185, 185, 74));
    assertEquals(
        "strip 2 of page 1 is said to have 255 bytes; its pixels are 185",
        failure(279, 3, 185, 255, 185, 185, 111));
    builder.tags.put(273, new long[] {4, 8, 193, 378, 563, 600}); // the fourth is too short
    assertEquals(
        "strip 4 of page 1 is said to have 180 bytes; its pixels are 185",
        failure(279, 3, 185, 185, 185, 180, 111));
  }

  @Test
  void whatLiesOutsideTheFile() throws IOException {
    builder.tagsOf = 1;
    long[] offsets = {16, 200, 400, 600, 1_000_000};
    assertEquals("the file is truncated: 1 of 3 slices are there", failure(273, 4, offsets));
    offsets[4] = 0xffffffffL;
    assertEquals("the file is truncated: 1 of 3 slices are there", failure(273, 4, offsets));
    builder.big = true;
    offsets[4] = Long.MAX_VALUE;
    assertEquals("the file is truncated: 1 of 3 slices are there", failure(273, 16, offsets));
    offsets[4] = -1;
    assertEquals("StripOffsets of page 2 is too large", failure(273, 16, offsets));
  }

  @Test
  void whatLiesInTheHeader() throws IOException {
    builder.tagsOf = 1;
    builder.rowsPerStrip = 100;
    for (int at : new int[] {0, 7}) {
      assertEquals(
          "StripOffsets puts strip 1 of page 2 into the header of the file", failure(273, 4, at));
    }
    builder.big = true;
    assertEquals(
        "StripOffsets puts strip 1 of page 2 into the header of the file", failure(273, 16, 15));
  }

  /** The pages of 851 bytes lie behind the header, and the directories behind the pages. */
  @Test
  void pixelsOverTheirOwnDirectory() throws IOException {
    builder.tagsOf = 1;
    builder.rowsPerStrip = 100;
    ByteBuffer bytes = ByteBuffer.wrap(builder.build()).order(ByteOrder.LITTLE_ENDIAN);
    int at = directory(bytes, 1);
    int end = at + 2 + 12 * bytes.getShort(at) + 4;
    for (int offset : new int[] {at - 850, at, end - 1}) {
      assertEquals(
          "StripOffsets puts strip 1 of page 2 over the directory of that page",
          failure(273, 4, offset));
    }
    for (int offset : new int[] {8, at - 851}) {
      builder.tags.put(273, new long[] {4, offset});
      readAll(Files.write(folder.resolve("b.tif"), builder.build()));
    }
    builder.tags.clear();
    builder.tagsOf = -1;
    builder.pages = 1;
    builder.big = true;
    builder.tileWidth = builder.tileHeight = 64;
    builder.compression = 5;
    bytes = ByteBuffer.wrap(builder.build()).order(ByteOrder.LITTLE_ENDIAN);
    assertEquals(
        "TileOffsets puts tile 1 of page 1 over the directory of that page",
        failure(324, 16, bytes.getLong(8) - 5));
  }

  /** Some programs say that the last strip is full; what is not read lies over the directory. */
  @Test
  void aLastStripMayBeSaidToBeFull() throws IOException {
    builder.pages = 1;
    builder.description = String.join("", Collections.nCopies(100, "text"));
    builder.tags.put(279, TiffBuilder.values(3, 185, 185, 185, 185, 185));
    readAll(Files.write(folder.resolve("b.tif"), builder.build()));
  }

  @Test
  void valuesOutsideTheFile() throws IOException {
    builder.pages = 1;
    builder.rowsPerStrip = 100;
    byte[] file = builder.build();
    int at = entry(file, 0, 273);
    ByteBuffer bytes = ByteBuffer.wrap(file).order(ByteOrder.LITTLE_ENDIAN);
    bytes.putInt(at + 4, 0x7fffffff);
    assertEquals("StripOffsets of page 1 has 2147483647 values, not 1", failure(file));
    file = builder.build();
    builder.tags.put(282, TiffBuilder.values(5, 1, 2));
    file = builder.build();
    bytes = ByteBuffer.wrap(file).order(ByteOrder.LITTLE_ENDIAN);
    bytes.putInt(entry(file, 0, 282) + 8, file.length - 7);
    assertEquals("the file is truncated: XResolution of page 1 lies beyond its end", failure(file));
  }

  /** Where the entry of a tag of a little-endian classic TIFF is. */
  static int entry(byte[] file, int page, int tag) {
    ByteBuffer bytes = ByteBuffer.wrap(file).order(ByteOrder.LITTLE_ENDIAN);
    int directory = directory(bytes, page);
    for (int i = 0; i < bytes.getShort(directory); i++) {
      if ((bytes.getShort(directory + 2 + 12 * i) & 0xffff) == tag) {
        return directory + 2 + 12 * i;
      }
    }
    throw new IllegalArgumentException("no tag " + tag);
  }

  private static int directory(ByteBuffer bytes, int page) {
    int at = bytes.getInt(4);
    for (int i = 0; i < page; i++) {
      at = bytes.getInt(at + 2 + 12 * bytes.getShort(at));
    }
    return at;
  }

  @Test
  void directoriesThatFormALoop() throws IOException {
    builder.pages = 5;
    for (int from = 0; from < 5; from++) {
      for (int to = 0; to <= from; to++) {
        byte[] file = builder.build();
        ByteBuffer bytes = ByteBuffer.wrap(file).order(ByteOrder.LITTLE_ENDIAN);
        int directory = directory(bytes, from);
        bytes.putInt(directory + 2 + 12 * bytes.getShort(directory), directory(bytes, to));
        assertEquals("the directories of its pages form a loop", failure(file));
      }
    }
  }

  @Test
  void pagesOfTheSamePixels() throws IOException {
    builder.rowsPerStrip = 100;
    builder.damage = (page, block, packed) -> page == 0 ? packed : new byte[0];
    builder.tags.put(279, new long[] {4, 37 * 23});
    builder.tags.put(273, new long[] {4, 8});
    TiffStack stack =
        TiffStack.open(
            Files.write(folder.resolve("a.tif"), builder.build()), "a.tif", ReadOptions.NONE);
    Object blank = TiffSample.pixels(SampleType.BYTE, 37, 23, 0);
    for (int z = 0; z < 3; z++) {
      assertTrue(TiffStackTest.same(blank, stack.readSlice(z)));
    }
    builder.tagsOf = 1;
    builder.pages = 2;
    assertEquals("its pages overlap in the file", failure(273, 4, 20));
  }

  /** Thousands of slices that one strip is said to have. */
  @Test
  void pagesThatShareTooMuch() throws IOException {
    builder.width = 300;
    builder.height = 300;
    builder.pages = 400;
    builder.rowsPerStrip = 300;
    builder.damage = (page, block, packed) -> page == 0 ? packed : new byte[0];
    builder.tags.put(279, new long[] {4, 90000});
    assertEquals(
        "its pages share strips, or have tiles that are not in the file, of more than 100 times its"
            + " size",
        failure(273, 4, 8));
  }

  @Test
  void directoriesThatAreNone() throws IOException {
    byte[] file = builder.build();
    ByteBuffer bytes = ByteBuffer.wrap(file).order(ByteOrder.LITTLE_ENDIAN);
    bytes.putShort(directory(bytes, 1), (short) 0);
    assertEquals("the directory of page 2 cannot have 0 tags", failure(file));
    bytes.putShort(directory(bytes, 0), (short) 999);
    assertEquals("the file is truncated", failure(file));
    file = builder.build();
    bytes = ByteBuffer.wrap(file).order(ByteOrder.LITTLE_ENDIAN);
    bytes.putShort(entry(file, 0, 257), (short) 256);
    assertEquals("ImageWidth of page 1 is given twice", failure(file));
  }

  @Test
  void unequalPages() throws IOException {
    builder.tagsOf = 1;
    builder.rowsPerStrip = 100;
    builder.tags.put(257, new long[] {3, 22});
    builder.tags.put(279, new long[] {4, 22 * 37});
    Path path = Files.write(folder.resolve("a.tif"), builder.build());
    TiffStack stack = TiffStack.open(path, "a.tif", ReadOptions.NONE);
    assertEquals(2, stack.depth());
    Object third = TiffSample.pixels(SampleType.BYTE, 37, 23, 2);
    assertTrue(TiffStackTest.same(third, stack.readSlice(1)));
    assertTrue(stack.notes().get(0).endsWith("series=1 is read, which is the largest."));
    Values ofMovie = Commands.named("classify_colours").parameters().defaults();
    IOException failure =
        assertThrows(
            IOException.class, () -> TiffStack.open(path, "a.tif", ReadOptions.of(ofMovie)));
    assertEquals(
        "a.tif: frame 2 has 37 x 22 pixels of 8 bits, frame 1 37 x 23 pixels of 8 bits; all frames"
            + " of a movie must be alike",
        failure.getMessage());
  }

  @ParameterizedTest
  @ValueSource(ints = {5, 8, 32946, 32773})
  void stripsThatEndEarly(int compression) throws IOException {
    builder.compression = compression;
    builder.damage =
        (page, block, packed) ->
            page == 1 && block == 2 ? Arrays.copyOf(packed, packed.length - 1) : packed;
    if (compression == 5) { // the end mark alone may be missing
      builder.damage =
          (page, block, packed) ->
              page == 1 && block == 2 ? Arrays.copyOf(packed, packed.length - 4) : packed;
    }
    String sentence = failure();
    assertTrue(
        sentence.matches("strip 3 of page 2 is damaged: it ends after \\d+ of 185 bytes"),
        sentence);
  }

  @ParameterizedTest
  @ValueSource(ints = {5, 8, 32773})
  void stripsThatAreTooLong(int compression) throws IOException {
    builder.compression = compression;
    byte[] longer = TiffPacker.pack(compression, new byte[186]);
    builder.damage = (page, block, packed) -> page == 2 && block == 0 ? longer : packed;
    assertEquals("strip 1 of page 3 is damaged: it holds more pixels than it should", failure());
  }

  @ParameterizedTest
  @CsvSource({"5, this is not LZW", "8, this is not ZIP"})
  void tilesOfSomethingElse(int compression, String reason) throws IOException {
    builder.compression = compression;
    builder.tileWidth = 16;
    builder.tileHeight = 16;
    byte[] noise = new byte[100];
    Arrays.fill(noise, (byte) 0x77);
    builder.damage = (page, block, packed) -> page == 0 && block == 3 ? noise : packed;
    assertEquals("tile 4 of page 1 is damaged: " + reason, failure());
  }

  @Test
  void noDamagedZipIsTakenForOtherPixels() throws IOException {
    builder.compression = 8;
    builder.pages = 1;
    builder.rowsPerStrip = 100;
    byte[] file = builder.build();
    Path path = folder.resolve("a.tif");
    int length = ByteBuffer.wrap(file).order(ByteOrder.LITTLE_ENDIAN).getInt(4) - 8;
    int refused = 0;
    for (int bit = 0; bit < 8 * length; bit++) {
      byte[] damaged = file.clone();
      damaged[8 + bit / 8] ^= (byte) (1 << bit % 8);
      Files.write(path, damaged);
      try {
        Object pixels = TiffStack.open(path, "a.tif", ReadOptions.NONE).readSlice(0);
        Object expected = TiffSample.pixels(SampleType.BYTE, 37, 23, 0);
        assertTrue(TiffStackTest.same(expected, pixels), "bit " + bit);
      } catch (IOException e) {
        assertTrue(e.getMessage().startsWith("a.tif: strip 1 of page 1 is damaged: "), "" + e);
        refused++;
      }
    }
    assertTrue(refused > 0.99 * 8 * length, refused + " of " + 8 * length); // few bits say nothing
  }

  @Test
  void checksums() throws IOException {
    builder.compression = 8;
    builder.damage =
        (page, block, packed) -> {
          packed[packed.length - 1] ^= 1;
          return packed;
        };
    assertEquals("strip 1 of page 1 is damaged: its checksum is wrong", failure());
  }

  @Test
  void lzwOfBefore1991() throws IOException {
    builder.compression = 5;
    builder.damage =
        (page, block, packed) -> {
          for (int i = 0; i < packed.length; i++) {
            packed[i] = (byte) (Integer.reverse(packed[i]) >>> 24);
          }
          packed[0] = 0; // the clear code, the lowest bit first
          packed[1] |= 1;
          return packed;
        };
    assertEquals(
        "strip 1 of page 1 is damaged: this is the LZW of before 1991, which is not supported",
        failure());
  }

  @Test
  void everyTruncation() throws IOException {
    builder.width = 9;
    builder.height = 7;
    for (int compression : new int[] {1, 5}) {
      builder.compression = compression;
      byte[] file = builder.build();
      for (int length = 8; length < file.length; length++) {
        String sentence = failure(Arrays.copyOf(file, length));
        assertTrue(sentence.startsWith("the file is truncated"), length + " " + sentence);
      }
    }
  }

  @Test
  void whatIsNoTiff() throws IOException {
    String sentence = "it does not begin as a TIFF file does";
    byte[] file = builder.build();
    for (int length = 0; length < 8; length++) {
      assertEquals(sentence, failure(Arrays.copyOf(file, length)));
    }
    builder.big = true;
    file = builder.build();
    for (int i : new int[] {0, 1, 2, 3, 4, 5, 6, 7}) {
      byte[] other = file.clone();
      other[i] += 5;
      assertEquals(sentence, failure(other), "byte " + i);
    }
  }
}
