// SPDX-License-Identifier: BSD-2-Clause
package org.bitvox.commands;

import static org.bitvox.MacroCall.results;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import ij.IJ;
import ij.ImagePlus;
import ij.ImageStack;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.bitvox.MacroCall;
import org.bitvox.TestBlobs;
import org.bitvox.TestImages;
import org.junit.jupiter.api.Test;

/** The table of a motion: that Register by MI applies it, and what is wrong with others. */
class RegisterMiMotionTest extends RegisterMiSeriesRuns {
  @Test
  void aSavedMotionMovesAnotherImageInTheSameWay() throws IOException {
    ImagePlus image = series(1, 3, DRIFT);
    String file = TestImages.save(image, folder, "in.tif");
    String[] turned = {"max_shift=3", "max_angle=4", "axes=xyz", "series=previous"};
    List<String> options = new ArrayList<>(Arrays.asList(turned));
    options.addAll(
        Arrays.asList("input=" + file, "output=" + path("a.tif"), "save=" + path("m.csv")));
    cli(options.toArray(new String[0]));
    cli(
        "input=" + file,
        "motion=" + path("m.csv"),
        "output=" + path("b.tif"),
        "save=" + path("n.csv"));
    assertArrayEquals(
        Files.readAllBytes(folder.resolve("a.tif")), Files.readAllBytes(folder.resolve("b.tif")));
    cli("input=" + file, "motion=" + path("n.csv"), "output=" + path("c.tif"));
    assertArrayEquals(
        Files.readAllBytes(folder.resolve("a.tif")), Files.readAllBytes(folder.resolve("c.tif")));
    // In ImageJ too, and what a search would take is told.
    String log = run(image, "motion=[" + path("m.csv") + "] max_angle=3");
    assertTrue(log.contains("max_angle=3 has no effect with motion"), log);
    assertSameStacks(MacroCall.shown("series_registered"), IJ.openImage(path("a.tif")));
  }

  /** Lengths count, not voxels: twice as many of half the size move as far. */
  @Test
  void aMotionFitsAnImageOfAnotherSize() throws IOException {
    write(
        "m.csv",
        "dx (µm),dy (µm),dz (µm),angle (degrees),Middle x (µm),Middle y (µm),Middle z (µm)",
        "4,0,0,0,0,0,0");
    ImagePlus image = series(1, 1, DRIFT);
    assertEquals("", run(image, "motion=[" + path("m.csv") + "]"));
    assertEquals(8, results().getValue("dx (voxels)", 0));
    ImagePlus moved = MacroCall.shown("series_registered");
    assertEquals(pixels(image, 1, 5, 1)[7 * WIDTH + 3], pixels(moved, 1, 5, 1)[7 * WIDTH + 11]);
    // A turn about the first voxel leaves it where it is.
    write(
        "t.csv",
        "dx (µm),dy (µm),dz (µm),angle (degrees),Middle x (µm),Middle y (µm),Middle z (µm)",
        "0,0,0,90,0,0,0");
    assertEquals("", run(image, "motion=" + path("t.csv")));
    moved = MacroCall.shown("series_registered");
    assertEquals(pixels(image, 1, 5, 1)[0], pixels(moved, 1, 5, 1)[0]);
    assertEquals(0, pixels(moved, 1, 5, 1)[20]);
  }

  /** A TIFF file says pixels per unit with six digits, and the depth of a voxel as it is. */
  @Test
  void aQuarterTurnOfCubesLosesNothing() throws IOException {
    int side = 24;
    ImageStack stack = new ImageStack(side, side);
    for (Object slice : TestBlobs.slices(side, side, side, 8, 0, 0, 0)) {
      stack.addSlice("", slice);
    }
    ImagePlus cube = new ImagePlus("cube", stack);
    for (double size : new double[] {0.3, 30, 300}) {
      cube.getCalibration().pixelWidth = size;
      cube.getCalibration().pixelHeight = size;
      cube.getCalibration().pixelDepth = size;
      cube.getCalibration().setUnit("mm");
      String file = TestImages.save(cube, folder, "cube.tif");
      write(
          "t.csv",
          "dx (mm),dy (mm),dz (mm),angle x (degrees),angle y (degrees),angle (degrees)",
          "0,0,0,90,0,0");
      for (String way : new String[] {"linear", "nearest"}) {
        String said =
            cli(
                "input=" + file,
                "motion=" + path("t.csv"),
                "interpolation=" + way,
                "output=" + path("o.tif"));
        assertTrue(said.contains("Overlap (voxels): " + side * side * side + "\n"), said);
        ImageStack turned = IJ.openImage(path("o.tif")).getStack();
        for (int z = 0; z < side; z++) {
          for (int y = 0; y < side; y++) {
            // What was at y, z is at -z, y from the middle.
            assertEquals(stack.getVoxel(5, z, side - 1 - y), turned.getVoxel(5, y, z), y + " " + z);
          }
        }
      }
    }
  }

  /** Names of one unit, as programs write them; ImageJ makes the first of um. */
  @Test
  void aUnitMayBeWrittenInAnyWay() throws IOException {
    for (String unit : new String[] {"\u00b5m", "\u03bcm", "um", "micron", "microns"}) {
      write(
          "m.csv",
          "dx (UNIT),dy (UNIT),dz (UNIT),angle (degrees),Middle x (UNIT),Middle y (UNIT),"
                  .replace("UNIT", unit)
              + ("Middle z (" + unit + ")"),
          "4,0,0,0,0,0,0");
      ImagePlus image = series(1, 1, DRIFT);
      assertEquals("", run(image, "motion=" + path("m.csv")), unit);
      assertEquals(8, results().getValue("dx (voxels)", 0), unit);
      image.getCalibration().setUnit("microns");
      assertEquals("", run(image, "motion=" + path("m.csv")), unit);
      assertEquals(4, results().getValue("dx (" + image.getCalibration().getUnit() + ")", 0), unit);
    }
  }

  /** What a search takes is told of rows of a search alone. */
  @Test
  void rowsOfAKnownMotionHaveNoSettingsOfASearch() throws IOException {
    write("m.csv", "dx (\u00b5m),dy (\u00b5m),dz (\u00b5m),angle (degrees)", "4,0,0,0");
    run(series(1, 1, DRIFT), "motion=" + path("m.csv") + " max_shift=3 fill=2");
    for (String heading : new String[] {"Max shift", "Max angle", "Axes"}) {
      assertEquals("", results().getStringValue(heading, 0), heading);
    }
    assertEquals("linear", results().getStringValue("Interpolation", 0));
    assertEquals(2, results().getValue("Fill", 0));
    assertTrue(results().getStringValue("Motion", 0).endsWith("m.csv"));
  }

  /** Tables of versions before this one have one angle and no place: that is the image's middle. */
  @Test
  void anOlderTableIsRead() throws IOException {
    write(
        "old.csv",
        "Image,Second,dx (µm),dy (µm),dz (µm),angle (degrees),dx (voxels),dy (voxels),dz (voxels)",
        "\"a, b\",c,0,0,0,180,0,0,0");
    ImagePlus image = series(1, 1, DRIFT);
    assertEquals("", run(image, "interpolation=nearest motion=" + path("old.csv")));
    ImagePlus moved = MacroCall.shown("series_registered");
    byte[] before = pixels(image, 1, 4, 1);
    byte[] after = pixels(moved, 1, 4, 1);
    for (int y = 2; y < HEIGHT - 2; y++) {
      for (int x = 2; x < WIDTH - 2; x++) {
        assertEquals(before[(HEIGHT - 1 - y) * WIDTH + WIDTH - 1 - x], after[y * WIDTH + x]);
      }
    }
  }

  private void write(String name, String... lines) throws IOException {
    Files.write(folder.resolve(name), Arrays.asList(lines), StandardCharsets.UTF_8);
  }

  private void assertRefused(String words, String... lines) throws IOException {
    write("wrong.csv", lines);
    String log = run(series(1, 2, DRIFT), "motion=" + path("wrong.csv"));
    assertTrue(log.contains("wrong.csv: " + words), log);
    assertEquals(0, results().size());
  }

  @Test
  void blankLinesAndNumbersOfAnyFormAreFine() throws IOException {
    String heading = "Frame,dx (µm),dy (µm),dz (µm),angle (degrees)";
    write("blank.csv", "", " ", heading, "1,0,0,0,0", "", "2,+1.,.5,-1E0,1e-3", "", "\t", "");
    assertEquals("", run(series(1, 2, DRIFT), "motion=" + path("blank.csv")));
    assertEquals(1, results().getValue("dx (µm)", 1));
    assertEquals(-1, results().getValue("dz (µm)", 1));
  }

  @Test
  void saysWhatIsWrongWithATable() throws IOException {
    String heading = "Frame,dx (µm),dy (µm),dz (µm),angle (degrees)";
    assertRefused("has no column 'dx (µm)'; it must be a table that save=", "a,b", "1,2");
    assertRefused("has no column 'angle (degrees)'", "dx (µm),dy (µm),dz (µm)", "1,2,3");
    assertRefused(
        "its shifts are in mm, but series.tif is in µm", "dx (mm),dx (voxels)", "1,2", "1,2");
    String unit = "m".repeat(5000);
    String shifts = "its shifts are in " + unit.substring(0, 40) + "..., but series.tif is in µm";
    assertRefused(shifts, "dx (" + unit + ")", "1", "1");
    assertRefused("has 1 row, but series.tif has 2 frames", heading, "1,0,0,0,0");
    assertRefused("row 2 has 4 cells, but there are 5 columns", heading, "1,0,0,0,0", "2,0,0,0");
    assertRefused("row 2 has 'x' as dy (µm), not a number", heading, "1,0,0,0,0", "2,0,x,0,0");
    assertRefused("row 1 has 'NaN' as dx (µm), not a number", heading, "1,NaN,0,0,0", "2,0,0,0,0");
    assertRefused("row 2 is about frame 3; the rows must be", heading, "1,0,0,0,0", "3,0,0,0,0");
    assertRefused("has 2 columns 'dx (µm)'", heading + ",dx (µm)", "1,0,0,0,0,0", "2,0,0,0,0,0");
    assertRefused(
        "has no column 'angle y (degrees)'",
        heading + ",angle x (degrees)",
        "1,0,0,0,0,0",
        "2,0,0,0,0,0");
    assertRefused(
        "row 1 has '0,5' as dx (µm)",
        heading.replace(',', '\t'),
        "1\t0,5\t0\t0\t0",
        "2\t0\t0\t0\t0");
    assertRefused(
        "row 1 has '0,5' as dx (µm)", heading.replace(',', ';'), "1;0,5;0;0;0", "2;0;0;0;0");
    assertRefused("ends within quotes", heading, "\"1,0,0,0,0");
    assertRefused("is empty");
    Files.write(folder.resolve("wrong.csv"), new byte[] {'d', (byte) 0xff, '\n'});
    String log = run(series(1, 2, DRIFT), "motion=" + path("wrong.csv"));
    assertTrue(log.contains("is not a text in UTF-8"), log);
    String allowed = "; -1e9 to 1e9 voxels and degrees are allowed";
    assertRefused("row 2 has '1e300' as dx (µm)" + allowed, heading, "1,0,0,0,0", "2,1e300,0,0,0");
    assertRefused(
        "row 1 has '-1e308' as angle (degrees)" + allowed, heading, "1,0,0,0,-1e308", "2,0,0,0,0");
    for (String word :
        new String[] {"1d", "1.5f", "0x1p3", "Infinity", "1e400", "1_0", "+-1", "."}) {
      assertRefused(
          "row 2 has '" + word + "' as dy (µm), not a number",
          heading,
          "1,0,0,0,0",
          "2,0," + word + ",0,0");
    }
    assertRefused("row 1 has 1 cell, but there are 5 columns", heading, "1", "2,0,0,0,0");
    assertRefused("row 1 has 2 cells, but there is 1 column", "a", "1,2");
    assertRefused("is empty", "", " ");
    log = run(series(1, 2, DRIFT), "motion=" + path("none.csv"));
    assertTrue(log.contains("none.csv: no such file"), log);
  }
}
