// SPDX-License-Identifier: BSD-2-Clause
package org.bitvox.files;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * OME-TIFF files with XML that says something else than the pages have: of one file, of two images,
 * of a set of files. As a program: OmeFuzz COUNT SEED.
 */
public final class OmeFuzz extends ReaderFuzz {
  private static final String NAME = "a.ome.tif";
  private static final int WIDTH = 12;
  private static final int HEIGHT = 9;

  private static final String PIXELS =
      "<Image ID='Image:0'><Pixels DimensionOrder='XYZCT' Type='uint8' SizeX='12' SizeY='9'"
          + " SizeC='1' SizeZ='3' SizeT='1' PhysicalSizeX='0.5' PhysicalSizeXUnit='nm'"
          + " PhysicalSizeY='0.5' PhysicalSizeYUnit='&#181;m' PhysicalSizeZ='2'>"
          + "<Channel ID='Channel:0:0' SamplesPerPixel='1'/>";
  private static final String END = "</Pixels></Image>";

  private static final String[] TEXTS = {
    PIXELS + "<TiffData IFD='0' PlaneCount='3'/>" + END,
    PIXELS + "<TiffData/>" + END,
    PIXELS + "<TiffData FirstZ='2' IFD='0'/><TiffData FirstZ='0' IFD='1' PlaneCount='2'/>" + END,
    PIXELS
        + "<TiffData FirstZ='0' IFD='0' PlaneCount='2'><UUID FileName='mutant-a.ome.tif'>urn:a"
        + "</UUID></TiffData><TiffData FirstZ='2' IFD='1'><UUID FileName='b.ome.tif'>urn:b</UUID>"
        + "</TiffData>"
        + END,
    PIXELS.replace("'12'", "'6'") + "<TiffData IFD='0'/>" + END + PIXELS + "<TiffData/>" + END,
    PIXELS.replace("SizeC='1' SizeZ='3'", "SizeC='3' SizeZ='1'") + "<TiffData/>" + END,
  };

  private static final String[] VALUES = {
    "0", "1", "2", "3", "-1", "12", "9", "2147483647", "4294967296", "99999999999999999999", "1e9",
    "NaN", "INF", "-0.5", "1e-400", "", "x", "uint16", "XYTCZ", "b.ome.tif", "../b", "&#181;m",
    "mutant-a.ome.tif", "urn:a", "<", ">", "'", "&quot;", "\u0000", "\n",
  };

  private static final Pattern VALUE = Pattern.compile("='([^']*)'");

  private static final Pattern ELEMENT = Pattern.compile("<[^>]*>");

  /** Puts its files into the folder. */
  public OmeFuzz(Path folder, long seed) throws IOException {
    super(folder, seed);
    Files.write(folder.resolve("b.ome.tif"), file(wrapped(TEXTS[0])));
  }

  @Override
  String name() {
    return NAME;
  }

  @Override
  byte[] next() {
    String text = wrapped(TEXTS[random.nextInt(TEXTS.length)]);
    for (int changes = random.nextInt(4); changes > 0; changes--) {
      text = random.nextInt(4) == 0 ? otherElement(text) : otherValue(text);
    }
    return file(text);
  }

  private static String wrapped(String images) {
    return "<?xml version='1.0'?><OME UUID='urn:a'>" + images + "</OME>";
  }

  private static byte[] file(String text) {
    TiffBuilder builder = new TiffBuilder();
    builder.width = WIDTH;
    builder.height = HEIGHT;
    builder.description = text;
    return builder.build();
  }

  private String otherValue(String text) {
    int[] place = place(VALUE.matcher(text), 1);
    String value = VALUES[random.nextInt(VALUES.length)];
    return text.substring(0, place[0]) + value + text.substring(place[1]);
  }

  /** Left out, or given twice, or cut off. */
  private String otherElement(String text) {
    int[] place = place(ELEMENT.matcher(text), 0);
    int from = random.nextBoolean() ? place[0] : place[1];
    int cut = random.nextInt(8) == 0 ? text.length() : from;
    return text.substring(0, place[1]) + text.substring(Math.min(cut, text.length()));
  }

  /** Where one of what is found begins and ends; at the end if nothing is. */
  private int[] place(Matcher found, int group) {
    int count = 0;
    while (found.find()) {
      count++;
    }
    int which = random.nextInt(Math.max(1, count));
    found.reset();
    for (int i = 0; i <= which && found.find(); i++) {
      if (i == which) {
        return new int[] {found.start(group), found.end(group)};
      }
    }
    return new int[2];
  }

  /** Runs COUNT mutants made from SEED. */
  public static void main(String[] arguments) throws IOException {
    run(arguments, OmeFuzz::new);
  }
}
