// SPDX-License-Identifier: BSD-2-Clause
package org.bitvox.files;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
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
    builder.description = "ImageJ=1.54p\nspacing=NaN\n";
    assertEquals(start + "spacing=NaN is not a size", failure());
    builder.description = "ImageJ=1.54p\ncf=3\nc0=1\nc1=2\nvunit=HU\n";
    assertEquals(start + "the calibration has 2 of 5 coefficients", failure());
    builder.description += "min=1\nmax=2\n"; // ImageJ would compute with them
    assertEquals(start + "the calibration has 2 of 5 coefficients", failure());
    builder.description = "ImageJ=1.54p\ncf=0\nc0=1\nc1=two\nvunit=HU\n";
    assertEquals(start + "c1=two is not a number", failure());
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

  @ParameterizedTest
  @ValueSource(ints = {34122, 43314})
  void filesOfOldPrograms(int tag) throws IOException {
    assertEquals(
        "files of NIH Image and IPLab are not supported; save it with ImageJ first",
        failure(tag, 3, 5));
  }
}
