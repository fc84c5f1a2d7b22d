// SPDX-License-Identifier: BSD-2-Clause
package org.bitvox.commands;

import static org.bitvox.MacroCall.results;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import ij.ImagePlus;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.bitvox.Cli;
import org.bitvox.MacroCall;
import org.bitvox.TestImages;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class DistanceMapCommandTest {
  @TempDir Path folder;

  private static ImagePlus shown(ImagePlus image, String options, String log) {
    assertEquals(log, MacroCall.run(new DistanceMapCommand(), image, options));
    return MacroCall.shown("balls_distances");
  }

  private static ImagePlus calibrated(double width, double height, double depth) {
    return TestImages.calibrated("mm", width, height, depth);
  }

  /** Of the middle of the large ball, whose radius is 6: (9 + 7, 8, 7) is the nearest outside. */
  private static double middle(ImagePlus map) {
    return map.getStack().getVoxel(9, 8, 7);
  }

  @Test
  void distancesAreInTheImagesUnit() {
    ImagePlus plain = shown(TestImages.binary(), "", "");
    assertEquals(32, plain.getBitDepth());
    assertEquals(Math.sqrt(37), middle(plain), 1e-6); // (6, 1, 0) is outside
    assertEquals(0, plain.getDisplayRangeMin());
    assertEquals(Math.sqrt(37), plain.getDisplayRangeMax(), 1e-6); // not that of the first slice
    ImagePlus map = shown(calibrated(0.5, 0.5, 0.5), "", "");
    assertEquals(0.5 * Math.sqrt(37), middle(map), 1e-6);
    assertEquals("mm", map.getCalibration().getUnit());
    assertEquals(0.5, map.getCalibration().pixelDepth);
    // Of flat voxels the nearest outside is 7 slices away.
    assertEquals(7 * 0.25, middle(shown(calibrated(1, 1, 0.25), "", "")), 1e-6);
  }

  @Test
  void wholeNumbersAreSquares() {
    ImagePlus map = shown(TestImages.binary(), "result=integers", "");
    assertEquals(16, map.getBitDepth());
    assertEquals(37, middle(map));
    assertEquals(7, middle(shown(TestImages.binary(), "result=integers metric=city-block", "")));
  }

  @Test
  void signedDistancesAreNegativeOutside() {
    ImagePlus map = shown(TestImages.binary(), "region=signed", "");
    assertTrue(map.getStack().getVoxel(9, 8, 7) > 0);
    assertTrue(map.getStack().getVoxel(0, 0, 0) < 0);
    ImagePlus outside = shown(TestImages.binary(), "region=outside", "");
    assertEquals(-map.getStack().getVoxel(0, 0, 0), outside.getStack().getVoxel(0, 0, 0));
  }

  @Test
  void saysWhereDistancesAreInfinite() {
    ImagePlus full = TestImages.stack(8, 255, 255);
    ImagePlus map =
        shown(
            full,
            "",
            "Bitvox Distance Map: There is no background to measure the distance to: it is"
                + " infinite.\n");
    assertEquals(Double.POSITIVE_INFINITY, middle(map));
    shown(full, "edges=background", "");
    shown(
        full,
        "result=integers",
        "Bitvox Distance Map: 65535 stands for all larger numbers, infinite ones too.\n");
  }

  @Test
  void voxelsThatAreNotCubesAreRefusedWhereTheyMustBe() {
    for (String option : new String[] {"metric=chessboard", "result=integers"}) {
      assertEquals(
          "Bitvox Distance Map: balls.tif: "
              + option
              + " counts voxels, which must be cubes, not 0.5 x 0.5 x 2.0 mm; use"
              + " metric=euclidean result=float\n",
          MacroCall.run(new DistanceMapCommand(), calibrated(0.5, 0.5, 2), option));
    }
    assertFalse(shown(calibrated(0.5, 0.5, 2), "metric=chessboard per_slice", "") == null);
  }

  @Test
  void fillsATable() throws IOException {
    results().reset();
    shown(calibrated(0.5, 0.5, 0.5), "metric=chessboard", "");
    assertEquals(1, results().size());
    assertEquals("chessboard", results().getStringValue("Metric", 0));
    assertEquals("no", results().getStringValue("Per slice", 0));
    assertEquals(2, results().getValue("Largest inside (mm)", 0));
    assertEquals("", results().getStringValue("Largest outside (mm)", 0)); // was not measured
    double voxels = results().getValue("Voxels", 0);
    long expected = 0;
    for (int i = 0; i < TestImages.WIDTH * TestImages.HEIGHT * TestImages.DEPTH; i++) {
      int y = i / TestImages.WIDTH;
      int z = y / TestImages.HEIGHT;
      expected += TestImages.foreground(i % TestImages.WIDTH, y % TestImages.HEIGHT, z) ? 1 : 0;
    }
    assertEquals(expected, voxels);
    for (String region : new String[] {"outside", "signed"}) {
      shown(calibrated(0.5, 0.5, 0.5), "region=" + region, "");
    }
    assertEquals("", results().getStringValue("Largest inside (mm)", 1));
    assertTrue(results().getValue("Largest outside (mm)", 2) > 0);
    assertEquals(voxels, results().getValue("Voxels", 1));
    Path csv = folder.resolve("t.csv");
    shown(TestImages.binary(), "save=[" + csv + "]", "");
    assertEquals(2, Files.readAllLines(csv).size());
  }

  @Test
  void saysThatThereIsNoObject() {
    ImagePlus empty = TestImages.stack(8, 0, 0);
    String start = "Bitvox Distance Map: ";
    shown(empty, "", start + "The image has no foreground voxels.\n");
    shown(
        empty,
        "region=outside",
        start + "There is no object to measure the distance to: it is infinite.\n");
  }

  @Test
  void printsTheLargestDistance() throws IOException {
    String file = TestImages.save(calibrated(0.5, 0.5, 0.5), folder, "balls.tif");
    String printed =
        Cli.run("distance_map", "input=[" + file + "] output=[" + folder + "/map.tif]");
    assertTrue(printed.contains("Largest inside (mm): 3.04138"), printed);
    assertFalse(printed.contains("Largest outside"), printed);
    assertEquals( // the map is wanted by nobody
        printed, Cli.run("distance_map", "input=[" + file + "]"));
  }
}
