// SPDX-License-Identifier: BSD-2-Clause
package org.bitvox.files;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What is not grey is refused. */
class TiffColoursTest {
  @TempDir Path folder;

  private final TiffBuilder builder = new TiffBuilder();

  private String failure() throws IOException {
    return TiffDamageTest.failure(folder, builder.build());
  }

  private String failure(int tag, long type, long... values) throws IOException {
    builder.tags.put(tag, TiffBuilder.values((int) type, values));
    return failure();
  }

  /** Values side by side, packed or not, as strips and as tiles; or each kind on its own. */
  @ParameterizedTest
  @CsvSource({"1, 1, 0", "1, 5, 0", "1, 8, 16", "2, 1, 0", "2, 8, 16"})
  void pixelsOfSeveralGreyValues(int planar, int compression, int tile) throws IOException {
    int samples = 3;
    int width = builder.width;
    TiffBuilder wide = new TiffBuilder(); // a row of it has all values of a row
    wide.pages = 1;
    wide.compression = compression;
    if (planar == 1) {
      wide.width = samples * width;
      wide.tileWidth = samples * tile;
      wide.tileHeight = tile;
      wide.tags.put(322, tile == 0 ? null : new long[] {3, tile});
    } else {
      wide.height = samples * wide.height;
      wide.rowsPerStrip = 23;
      wide.tileWidth = tile == 0 ? 0 : width;
      wide.tileHeight = tile == 0 ? 0 : 23;
    }
    wide.tags.put(256, new long[] {3, width});
    wide.tags.put(257, new long[] {3, builder.height});
    wide.tags.put(277, new long[] {3, samples});
    wide.tags.put(258, new long[] {3, 8, 8, 8});
    wide.tags.put(284, new long[] {3, planar});
    Path path = Files.write(folder.resolve("a.tif"), wide.build());
    StackFile file = ImageFormats.open(path.toString(), ReadOptions.hyperstacks());
    assertEquals(samples, file.channels());
    byte[] all = (byte[]) TiffSample.pixels(SampleType.BYTE, wide.width, wide.height, 0);
    for (int sample = 0; sample < samples; sample++) {
      byte[] expected = new byte[width * builder.height];
      for (int i = 0; i < expected.length; i++) {
        expected[i] = all[planar == 1 ? i * samples + sample : sample * expected.length + i];
      }
      assertArrayEquals(expected, (byte[]) file.part(sample, 0).readSlice(0));
    }
  }

  @Test
  void alphaIsLeftOut() throws IOException {
    builder.width = 2 * 37;
    builder.pages = 2;
    builder.tags.put(256, new long[] {3, 37});
    builder.tags.put(277, new long[] {3, 2});
    builder.tags.put(258, new long[] {3, 8, 8});
    builder.tags.put(338, new long[] {3, 2});
    Path path = Files.write(folder.resolve("a.tif"), builder.build());
    StackFile file = TiffStack.open(path, "a.tif", ReadOptions.NONE);
    assertEquals(1, file.channels());
    assertEquals(2, file.depth());
    assertEquals(
        "[a.tif: the last value of each pixel (alpha) is left out.]", file.notes().toString());
    byte[] both = (byte[]) TiffSample.pixels(SampleType.BYTE, 74, 23, 1);
    byte[] read = (byte[]) file.readSlice(1);
    for (int i = 0; i < read.length; i++) {
      assertEquals(both[2 * i], read[i]);
    }
  }

  @Test
  void valuesOfSeveralTypes() throws IOException {
    builder.tags.put(277, new long[] {3, 2});
    assertEquals(
        "BitsPerSample of page 1 is 8 and 16; all values of a pixel must be of one type, so convert"
            + " it first",
        failure(258, 3, 8, 16));
    assertEquals(
        "each pixel has 2 values of 4 bits; several values need 8, 16, 32 or 64 bits each, so"
            + " convert it first",
        failure(258, 3, 4, 4));
  }

  @ParameterizedTest
  @CsvSource({"5, ' (CMYK)'", "6, ' (YCbCr)'", "32803, ' (behind a colour filter)'", "99, ''"})
  void valuesThatAreNotGrey(int meaning, String words) throws IOException {
    String tag = "PhotometricInterpretation of page 1 is " + meaning + words;
    String sentence = tag + "; grey and RGB images can be read, so convert it first";
    assertEquals(sentence, failure(262, 3, meaning));
    builder.tags.put(277, new long[] {3, 4});
    assertEquals(sentence, failure());
  }

  /** Named in words, whatever packs the values; no sentence leads to what cannot be done. */
  @ParameterizedTest
  @CsvSource({
    "6, 1, ' (old JPEG) cannot'", "6, 6, ' (old JPEG) of colours cannot'",
    "7, 6, ' (JPEG) of colours cannot'", "34925, 1, ' (LZMA) cannot'",
    "50000, 1, ' (Zstandard) cannot'", "34926, 2, ' (Zstandard) cannot'",
    "99, 1, ' (unknown) cannot'"
  })
  void packingsThatAreNotRead(int compression, int meaning, String words) throws IOException {
    builder.tags.put(262, new long[] {3, meaning});
    String sentence = failure(259, 3, compression);
    assertTrue(sentence.startsWith("compression " + compression + words + " be read; "), sentence);
    assertTrue(sentence.endsWith("save it uncompressed, or with LZW, ZIP or PackBits"), sentence);
  }

  @Test
  void pixelsWithoutAValue() throws IOException {
    assertEquals("SamplesPerPixel of page 1 is 0, which is not supported", failure(277, 3, 0));
  }
}
