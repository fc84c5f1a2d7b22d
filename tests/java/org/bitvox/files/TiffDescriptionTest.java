// SPDX-License-Identifier: BSD-2-Clause
package org.bitvox.files;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTimeoutPreemptively;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What ImageDescription and other programs say of the slices. */
class TiffDescriptionTest {
  @TempDir Path folder;

  private final TiffBuilder builder = new TiffBuilder();

  private String failure() throws IOException {
    return TiffDamageTest.failure(folder, builder.build());
  }

  private String failure(int tag, long type, long... values) throws IOException {
    builder.tags.put(tag, TiffBuilder.values((int) type, values));
    return failure();
  }

  @Test
  void whatTheDescriptionAnnounces() throws IOException {
    builder.rowsPerStrip = 100;
    builder.description = "ImageJ=1.54p\nimages=4\n";
    assertEquals("ImageDescription announces 4 images, but the file has 3", failure());
    builder.oneDirectory = true;
    builder.description = "ImageJ=1.54p\nimages=1e9\n";
    String sentence = failure();
    assertTrue(
        sentence.matches("the file is truncated: \\d of 1000000000 slices are there"), sentence);
  }

  @Test
  void descriptions() throws IOException {
    String start = "ImageDescription is damaged: ";
    builder.description = "ImageJ=1.54p\nunit=\\u00Z5m\n";
    assertEquals(start + "it has a wrong \\u escape", failure());
    builder.description = "ImageJ=1.54p\nchannels=three\n";
    assertEquals(start + "channels=three is not a number", failure());
    for (String key : new String[] {"channels", "slices", "frames"}) {
      for (String wrong : new String[] {"0", "-2", "NaN", "1.5"}) {
        builder.description = "ImageJ=1.54p\n" + key + "=" + wrong + "\n";
        assertEquals(start + key + "=" + wrong + " is not a whole number from 1", failure());
      }
    }
    builder.description = "ImageJ=1.54p\nspacing=NaN\n";
    assertEquals(start + "spacing=NaN is not a size", failure());
    builder.description = "ImageJ=1.54p\ncf=3\nc0=1\nc1=2\nvunit=HU\n";
    assertEquals(start + "the calibration has 2 of 5 coefficients", failure());
    builder.description += "min=1\nmax=2\n"; // ImageJ would compute with them
    assertEquals(start + "the calibration has 2 of 5 coefficients", failure());
    builder.description = "ImageJ=1.54p\ncf=0\nc0=1\nc1=two\nvunit=HU\n";
    assertEquals(start + "c1=two is not a number", failure());
  }

  /** Lengths that no number has together: there are no looks then. */
  @Test
  void looksOfAnyLengths() throws IOException {
    builder.big = true;
    builder.rowsPerStrip = 100;
    builder.description = "ImageJ=1.54p\nimages=3\nchannels=3\n";
    long[] blocks = {20, Long.MAX_VALUE - 40, 16 * 3}; // a header, one of no kind, ranges
    builder.tags.put(50838, TiffBuilder.values(16, blocks));
    byte[] header = "JIJIxxxx\1\0\0\0gnar\1\0\0\0".getBytes(StandardCharsets.US_ASCII);
    builder.tags.put(50839, TiffBuilder.values(1, longs(header)));
    Path path = Files.write(folder.resolve("a.tif"), builder.build());
    assertNull(TiffStack.open(path, "a.tif").looks().ranges);
  }

  private static long[] longs(byte[] bytes) {
    return IntStream.range(0, bytes.length).mapToLong(i -> bytes[i]).toArray();
  }

  @Test
  void seriesOfOme() throws IOException {
    String pixels = "<Image><Pixels SizeC=\"1\" SizeT=\"1\" SizeZ=\"";
    String xml = "<?xml version=\"1.0\"?><OME>" + pixels + "2\"/></Image>";
    builder.description = xml + pixels + "1\"/></Image></OME>";
    assertEquals(
        "the file has several images (OME series); save the one to be measured by itself",
        failure());
    builder.description = xml + pixels + "100\"/></Image></OME>"; // of a set of files
    Path path = Files.write(folder.resolve("a.tif"), builder.build());
    assertEquals(3, TiffStack.open(path, "a.tif").depth());
    builder.description = xml + pixels + "4\"/></Image></OME>";
    builder.description = builder.description.replaceFirst("<Image>.*?</Image>", "");
    assertEquals("ImageDescription announces 4 images, but the file has 3", failure());
    String others = "\"4\"><TiffData><UUID FileName=\"b.tif\"/></TiffData></Pixels>";
    builder.description = builder.description.replace("\"4\"/>", others);
    Files.write(path, builder.build());
    assertEquals(3, TiffStack.open(path, "a.tif").depth());
    builder.description = "<OME:Pixels SizeT='3' SizeZ='1' SizeC='1'>";
    Files.write(path, builder.build());
    assertEquals(3, TiffStack.open(path, "a.tif").frames());
    assertEquals(1, TiffStack.open(path, "a.tif").slices());
    builder.description = "<OME:Pixels SizeT='0999999999999' SizeZ='1' SizeC='1'>";
    Files.write(path, builder.build());
    assertEquals(Integer.MAX_VALUE, TiffStack.open(path, "a.tif").frames());
  }

  /** Slices of channels and frames are taken in ImageJ's order alone; sizes of 1 have none. */
  @ParameterizedTest
  @CsvSource({
    "XYCZT, 1, 1, 3, true",
    "XYZCT, 1, 1, 3, true",
    "XYTCZ, 1, 1, 3, true",
    "XYTZC, 3, 1, 1, true",
    "XYZTC, 3, 1, 1, true",
    "XYCZT, 3, 1, 1, true",
    "XYCZT, 2, 2, 1, true",
    "XYCTZ, 2, 2, 1, true",
    "XYZCT, 2, 2, 1, false",
    "XYZCT, 1, 2, 2, true",
    "XYTZC, 1, 2, 2, false",
    "XYCZT, 2, 1, 2, true",
    "XYTCZ, 2, 1, 2, false"
  })
  void ordersOfOme(String order, int channels, int slices, int frames, boolean taken)
      throws IOException {
    builder.pages = channels * slices * frames;
    builder.description =
        String.format(
            "<OME><Pixels DimensionOrder=\"%s\" SizeC=\"%d\" SizeZ=\"%d\" SizeT=\"%d\"/></OME>",
            order, channels, slices, frames);
    String name = Files.write(folder.resolve("o.tif"), builder.build()).toString();
    if (taken) {
      StackFile file = ImageFormats.open(name, ReadOptions.hyperstacks());
      assertEquals(slices, file.slices());
      assertEquals(slices, file.part(channels - 1, frames - 1).depth());
    } else {
      IOException refused =
          assertThrows(IOException.class, () -> ImageFormats.open(name, ReadOptions.hyperstacks()));
      assertEquals(name + ": " + Hyperstacks.OTHER_ORDER, refused.getMessage());
    }
  }

  private String refused(String xml, int pages) throws IOException {
    builder.pages = pages;
    builder.description = xml;
    String name = Files.write(folder.resolve("o.tif"), builder.build()).toString();
    IOException refused =
        assertThrows(IOException.class, () -> ImageFormats.open(name, ReadOptions.hyperstacks()));
    return refused.getMessage().replace(name + ": ", "");
  }

  /** A file has all channels, slices and frames, or it is none of a series. */
  @Test
  void sizesOfOmeThatAreNotThePages() throws IOException {
    String sizes = "<OME><Pixels SizeC=\"%d\" SizeZ=\"%d\" SizeT=\"%d\"%s";
    String announces = "it announces 2 channels, 6 slices and 4 frames, but has 24 slices in all";
    String set = "><TiffData><UUID FileName=\"b.tif\"/></TiffData></Pixels></OME>";
    assertEquals(announces, refused(String.format(sizes, 2, 6, 4, "/></OME>"), 24));
    assertEquals(
        "it is one file of a set: "
            + announces
            + "; open the set in ImageJ by Bio-Formats and save it as TIFF",
        refused(String.format(sizes, 2, 6, 4, set), 24));
    assertEquals(
        "it announces 3 channels, 6 slices and 2 frames, but has 24 slices in all",
        refused(String.format(sizes, 3, 6, 2, "/></OME>"), 24));
    assertEquals(
        "it announces 1 channel, 2 slices and 1 frame, but has 4 slices in all",
        refused(String.format(sizes, 1, 2, 1, "/></OME>"), 4));
    assertEquals(
        "it announces 65536 channels, 65536 slices and 65536 frames, but has 1 slice in all",
        refused(String.format(sizes, 65536, 65536, 65536, set), 1).replaceAll(".*set: |;.*", ""));
    String image = String.format(sizes, 2, 3, 1, "/>");
    assertEquals(TiffMessages.SERIES, refused(image + image, 12)); // two images of six slices
  }

  @Test
  void damagedSizesOfOme() throws IOException {
    String start = "ImageDescription is damaged: ";
    assertEquals(
        start + "SizeT is given twice",
        refused("<OME><Pixels SizeC='1' SizeZ='3' SizeT='2' SizeT='4'/></OME>", 6));
    for (String wrong : new String[] {"0", "-2", "two", ""}) {
      assertEquals(
          start + "SizeC=" + wrong + " is not a whole number from 1",
          refused("<OME><Pixels SizeC='" + wrong + "' SizeZ='3'/></OME>", 3));
    }
  }

  /** What says which page has which slice is not ignored, by commands for volumes neither. */
  @ParameterizedTest
  @CsvSource({"0, 1, 2, true", "2, 1, 0, false", "1, 0, 2, false"})
  void pagesOfOme(int first, int second, int third, boolean taken) throws IOException {
    String slice = "<TiffData FirstZ='%d' IFD='%d' PlaneCount='1'/>";
    builder.description =
        "<OME><Pixels SizeC='1' SizeZ='3' SizeT='1'>"
            + String.format(slice, 0, first)
            + String.format(slice, 1, second)
            + String.format(slice, 2, third)
            + "</Pixels></OME>";
    if (taken) {
      Path path = Files.write(folder.resolve("a.tif"), builder.build());
      assertEquals(3, TiffStack.open(path, "a.tif").depth());
    } else {
      assertEquals(Hyperstacks.OTHER_ORDER, failure());
    }
  }

  @Test
  void pagesOfChannelsAndFramesOfOme() throws IOException {
    builder.pages = 8;
    String planes = "";
    for (int i = 0; i < 8; i++) {
      planes +=
          String.format("<TiffData FirstC='%d' FirstZ='%d' FirstT='%d'", i & 1, i >> 1 & 1, i >> 2)
              + String.format(" IFD='%d' PlaneCount='1'><UUID FileName='a.tif'/></TiffData>", i);
    }
    String xml = "<OME><Pixels DimensionOrder='XYCZT' SizeC='2' SizeZ='2' SizeT='2'>%s</Pixels>";
    builder.description = String.format(xml, planes);
    String name = Files.write(folder.resolve("a.tif"), builder.build()).toString();
    assertEquals(2, ImageFormats.open(name, ReadOptions.hyperstacks()).part(1, 1).depth());
    String other = planes.replace("IFD='3'", "IFD='9'").replace("IFD='4'", "IFD='3'");
    String swapped = String.format(xml, other.replace("IFD='9'", "IFD='4'"));
    assertEquals(Hyperstacks.OTHER_ORDER, refused(swapped, 8));
  }

  /** Each of these took time in proportion to the square of its length, or might. */
  @ParameterizedTest
  @ValueSource(
      strings = {
        "<Pixels ",
        "<Pixels",
        "< Pixels",
        "<Pixels a=\"",
        "SizeC",
        "SizeC ",
        " a.",
        "=' \"",
        "0",
        "<TiffData IFD='0' ",
        ">Pixels",
        "Pixels:",
        "c1=",
        "\\u0061",
        " "
      })
  void longDescriptionsTakeShortTime(String part) throws IOException {
    StringBuilder many = new StringBuilder();
    while (many.length() < 1000000) {
      many.append(part);
    }
    for (String start : new String[] {"<", "<Pixels SizeC='", "<OME:Pixels a ", "ImageJ=1\nc"}) {
      for (String end : new String[] {"", ">", "'>"}) {
        builder.description = start + many + end;
        Path path = Files.write(folder.resolve("a.tif"), builder.build());
        assertTimeoutPreemptively(
            Duration.ofSeconds(20),
            () -> {
              try {
                TiffStack.open(path, "a.tif");
              } catch (IOException e) {
                // it may be refused, but soon
              }
            });
      }
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {34122, 43314})
  void filesOfOldPrograms(int tag) throws IOException {
    assertEquals(
        "files of NIH Image and IPLab are not supported; save it with ImageJ first",
        failure(tag, 3, 5));
  }
}
