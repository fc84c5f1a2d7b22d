// SPDX-License-Identifier: BSD-2-Clause
package org.bitvox.files;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTimeoutPreemptively;
import static org.junit.jupiter.api.Assertions.assertTrue;

import ij.measure.Calibration;
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
    assertEquals("ImageDescription announces 4 slices, but the file has 3 pages", failure());
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
    assertNull(TiffStack.open(path, "a.tif", ReadOptions.NONE).looks().ranges);
  }

  private static long[] longs(byte[] bytes) {
    return IntStream.range(0, bytes.length).mapToLong(i -> bytes[i]).toArray();
  }

  @Test
  void seriesOfOme() throws IOException {
    String pixels = "<Image><Pixels SizeX=\"37\" SizeY=\"23\" SizeZ=\"";
    String xml = "<?xml version=\"1.0\"?><OME>" + pixels + "2\"/></Image>";
    for (int second : new int[] {1, 100}) {
      builder.description = xml + pixels + second + "\"/></Image></OME>";
      assertEquals("the file has 2 images (OME series); choose one with series=1 to 2", failure());
    }
    builder.description = xml + pixels.replace("37", "18") + "1\"/></Image></OME>";
    TiffStack first = open();
    assertEquals(2, first.depth());
    assertEquals(
        "a.tif: the largest of its 2 images (OME series) is read, which is series=1",
        first.notes().get(0));
    builder.description = xml.replace("\"2\"", "\"4\"") + "</OME>";
    assertEquals("ImageDescription announces 4 slices, but the file has 3 pages", failure());
    builder.description = "<OME:Pixels SizeT='3' SizeZ='1' SizeC='1'>";
    assertEquals(3, open().frames());
    assertEquals(1, open().slices());
    builder.description = "<OME:Pixels SizeT='0999999999999' SizeZ='1' SizeC='1'>";
    assertEquals(
        "ImageDescription announces a billion or more slices, but the file has 3 pages", failure());
  }

  private TiffStack open() throws IOException {
    Path path = Files.write(folder.resolve("a.tif"), builder.build());
    return TiffStack.open(path, "a.tif", ReadOptions.NONE);
  }

  /** The files of a set say where all slices are; they may be renamed, and are read as one. */
  @Test
  void filesOfASet() throws IOException {
    String plane = "<TiffData FirstZ='%d' IFD='%d' PlaneCount='1'><UUID FileName='%s'>%s</UUID>";
    String xml =
        "<OME UUID='urn:%s'><Pixels SizeZ='4' SizeC='1' SizeT='1' PhysicalSizeX='2'>"
            + String.format(plane, 0, 0, "a.tif", "urn:a")
            + String.format(plane, 3, 1, "b.tif", "urn:b")
            + String.format(plane, 2, 2, "a.tif", "urn:a")
            + String.format(plane, 1, 0, "b.tif", "urn:b")
            + "</Pixels></OME>";
    builder.description = String.format(xml, "a");
    String file = Files.write(folder.resolve("a.tif"), builder.build()).toString();
    IOException missing =
        assertThrows(IOException.class, () -> ImageFormats.open(file, ReadOptions.NONE));
    assertEquals(
        file
            + ": it is one file of a set, of which 'b.tif' is not beside it; put all files into one"
            + " folder",
        missing.getMessage());
    builder.description = String.format(xml, "b");
    builder.compression = 5;
    Files.write(folder.resolve("b.tif"), builder.build());
    StackFile set = ImageFormats.open(file, ReadOptions.NONE);
    assertEquals(4, set.depth());
    assertEquals(2, set.paths().size());
    int[] pages = {0, 0, 2, 1};
    for (int z = 0; z < 4; z++) {
      assertSlice(pages[z], set.readSlice(z));
    }
    builder.height++;
    Files.write(folder.resolve("b.tif"), builder.build());
    assertEquals(
        file + ": 'b.tif' of its set has slices of another size or type",
        assertThrows(IOException.class, () -> ImageFormats.open(file, ReadOptions.NONE))
            .getMessage());
    for (String outside : new String[] {"../b.tif", "/tmp/b.tif", "..", "c\\b.tif"}) {
      builder.description = String.format(xml, "a").replace("b.tif", outside);
      Files.write(folder.resolve("a.tif"), builder.build());
      assertTrue(
          assertThrows(IOException.class, () -> ImageFormats.open(file, ReadOptions.NONE))
              .getMessage()
              .endsWith("; files of a set must lie beside this one"));
    }
  }

  private void assertSlice(int page, Object pixels) {
    Object expected = TiffSample.pixels(SampleType.BYTE, builder.width, 23, page);
    assertTrue(TiffStackTest.same(expected, pixels), "page " + page);
  }

  @Test
  void sizesOfOme() throws IOException {
    String sizes = "PhysicalSizeX='0.25' PhysicalSizeY='0.5' PhysicalSizeZ='2.5'";
    builder.tags.put(282, TiffBuilder.values(5, 100, 1)); // which goes last
    builder.tags.put(296, new long[] {3, 3});
    String[] units = {"", "PhysicalSizeXUnit='nm' PhysicalSizeZUnit='&#181;m'"};
    for (int i = 0; i < 2; i++) {
      builder.description = "<OME><Pixels SizeZ='3' " + sizes + " " + units[i] + "/></OME>";
      Calibration calibration = open().calibration();
      assertEquals(0.25, calibration.pixelWidth);
      assertEquals(0.5, calibration.pixelHeight);
      assertEquals(2.5, calibration.pixelDepth);
      assertEquals(i == 0 ? "\u00b5m" : "nm", calibration.getUnit());
      assertEquals("\u00b5m", calibration.getYUnit());
      assertEquals("\u00b5m", calibration.getZUnit());
      assertTrue(open().isDepthKnown());
    }
    builder.description = "<OME><Pixels SizeZ='3' PhysicalSizeX='0.25'/></OME>";
    assertEquals(0.25, open().calibration().pixelHeight);
    assertFalse(open().isDepthKnown());
    builder.description = "no OME";
    assertEquals("cm", open().calibration().getUnit());
    assertFalse(open().isDepthKnown());
    builder.description = "ImageJ=1.54p\nimages=3\nunit=cm\n";
    assertTrue(open().isDepthKnown());
  }

  /** As Micro-Manager writes them. */
  @Test
  void twoDescriptions() throws IOException {
    builder.description = "ImageJ=1.48v\nslices=3\nunit=um\nspacing=2.5\n";
    builder.tags.put(271, TiffBuilder.text("<OME><Pixels SizeZ='3' PhysicalSizeX='0.25'/></OME>"));
    byte[] file = builder.build();
    for (int page = 0; page < 3; page++) {
      file[TiffDamageTest.entry(file, page, 271)] = 14; // 270, and there are two
    }
    Path path = Files.write(folder.resolve("a.tif"), file);
    TiffStack stack = TiffStack.open(path, "a.tif", ReadOptions.NONE);
    assertEquals(0.25, stack.calibration().pixelWidth);
    assertEquals(2.5, stack.calibration().pixelDepth);
    assertTrue(stack.isDepthKnown());
  }

  @ParameterizedTest
  @CsvSource({"\u00b5m, UTF-8", "\u03bcm, UTF-8", "\u00b5m, ISO-8859-1"})
  void rawLettersOfUnits(String unit, String charset) throws IOException {
    byte[] text = ("ImageJ=1.54p\nimages=3\nunit=" + unit + "\nspacing=3\n\0").getBytes(charset);
    long[] values = new long[text.length + 1];
    values[0] = 2;
    for (int i = 0; i < text.length; i++) {
      values[i + 1] = text[i];
    }
    builder.tags.put(270, values);
    assertEquals("\u00b5m", open().calibration().getUnit());
  }

  /** As tifffile writes them. */
  @Test
  void sizesOfTifffile() throws IOException {
    builder.pages = 6;
    builder.description = "{\"shape\": [6, 23, 37], \"axes\": \"ZYX\"}";
    assertEquals(6, open().depth());
    builder.description = "{\"shape\": [2, 3, 23, 37], \"axes\": \"CZYX\"}";
    assertEquals(2, open().channels());
    for (int i = 0; i < 6; i++) {
      assertSlice(i % 2 * 3 + i / 2, open().readSlice(i));
    }
    builder.description = "{\"shape\": [7, 23, 37]}";
    assertEquals("ImageDescription announces 7 slices, but the file has 6 pages", failure());
    builder.description = "{\"shape\": [6, 23, 37], \"truncated\": true}";
    builder.oneDirectory = true;
    assertEquals(6, open().depth());
    assertSlice(5, open().readSlice(5));
    builder.description = "{\"shape\": [6, 23, 37, 1]}";
    assertEquals(6, open().depth());
    builder.pages = 1;
    builder.description = "{\"shape\": [23, 37, 1]}";
    assertEquals(1, open().depth());
  }

  /** MetaMorph's tag has as many values as there are planes. */
  @Test
  void planesOfMetaMorph() throws IOException {
    builder.pages = 4;
    builder.oneDirectory = true;
    builder.tags.put(33629, TiffBuilder.values(5, 1, 1, 1, 1, 1, 1, 1, 1));
    assertEquals(4, open().depth());
    assertSlice(3, open().readSlice(3));
  }

  /** Slices of channels and frames in any order are put into ImageJ's. */
  @ParameterizedTest
  @CsvSource({
    "XYCZT, 1, 1, 3",
    "XYZCT, 1, 1, 3",
    "XYTZC, 3, 1, 1",
    "XYZTC, 3, 1, 1",
    "XYCZT, 2, 2, 1",
    "XYZCT, 2, 2, 1",
    "XYTZC, 1, 2, 2",
    "XYTCZ, 2, 1, 2",
    "XYZTC, 2, 3, 4",
    "XYCTZ, 4, 2, 3"
  })
  void ordersOfOme(String order, int channels, int slices, int frames) throws IOException {
    builder.pages = channels * slices * frames;
    builder.description =
        String.format(
            "<OME><Pixels DimensionOrder=\"%s\" SizeC=\"%d\" SizeZ=\"%d\" SizeT=\"%d\"/></OME>",
            order, channels, slices, frames);
    String name = Files.write(folder.resolve("o.tif"), builder.build()).toString();
    StackFile file = ImageFormats.open(name, ReadOptions.hyperstacks());
    assertEquals(slices, file.slices());
    for (int c = 0; c < channels; c++) {
      for (int t = 0; t < frames; t++) {
        for (int z = 0; z < slices; z++) {
          int page = 0;
          for (int axis = 4; axis >= 2; axis--) {
            char letter = order.charAt(axis);
            page = letter == 'C' ? page * channels + c : page;
            page = letter == 'Z' ? page * slices + z : page;
            page = letter == 'T' ? page * frames + t : page;
          }
          assertSlice(page, file.part(c, t).readSlice(z));
        }
      }
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
    String set = "><TiffData><UUID FileName=\"b.tif\"/></TiffData></Pixels></OME>";
    for (String end : new String[] {"/></OME>", set}) {
      assertEquals(
          "ImageDescription announces 48 slices, but the file has 24 pages",
          refused(String.format(sizes, 2, 6, 4, end), 24));
      assertEquals(
          "ImageDescription announces a billion or more slices, but the file has 1 page",
          refused(String.format(sizes, 65536, 65536, 65536, end), 1));
    }
    String image = String.format(sizes, 2, 3, 1, "/>");
    assertEquals(
        "the file has 2 images (OME series); choose one with series=1 to 2",
        refused(image + image, 12));
    String place = "><TiffData FirstZ=\"1\" IFD=\"0\"/></Pixels></OME>";
    assertEquals(
        "OME-XML does not say where 5 of its 6 slices are",
        refused(String.format(sizes, 1, 6, 1, place), 6));
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

  /** What says which page has which slice is followed. */
  @ParameterizedTest
  @CsvSource({"0, 1, 2", "2, 1, 0", "1, 0, 2"})
  void pagesOfOme(int first, int second, int third) throws IOException {
    String slice = "<TiffData FirstZ='%d' IFD='%d' PlaneCount='1'/>";
    builder.description =
        "<OME><Pixels SizeC='1' SizeZ='3' SizeT='1'>"
            + String.format(slice, 0, first)
            + String.format(slice, 1, second)
            + String.format(slice, 2, third)
            + "</Pixels></OME>";
    assertSlice(first, open().readSlice(0));
    assertSlice(second, open().readSlice(1));
    assertSlice(third, open().readSlice(2));
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
    StackFile file = ImageFormats.open(name, ReadOptions.hyperstacks());
    assertEquals(2, file.part(1, 1).depth());
    assertSlice(3, file.part(1, 0).readSlice(1));
    String other = planes.replace("IFD='3'", "IFD='9'").replace("IFD='4'", "IFD='3'");
    builder.description = String.format(xml, other.replace("IFD='9'", "IFD='4'"));
    Files.write(folder.resolve("a.tif"), builder.build());
    StackFile swapped = ImageFormats.open(name, ReadOptions.hyperstacks());
    assertSlice(4, swapped.part(1, 0).readSlice(1));
    assertSlice(3, swapped.part(0, 1).readSlice(0));
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
                TiffStack.open(path, "a.tif", ReadOptions.NONE);
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
