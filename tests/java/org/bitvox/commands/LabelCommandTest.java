// SPDX-License-Identifier: BSD-2-Clause
package org.bitvox.commands;

import static org.bitvox.MacroCall.results;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import ij.IJ;
import ij.ImagePlus;
import ij.gui.Roi;
import ij.measure.Calibration;
import ij.process.ByteProcessor;
import ij.process.ByteStatistics;
import java.awt.image.IndexColorModel;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.bitvox.Cli;
import org.bitvox.Extent;
import org.bitvox.Foreground;
import org.bitvox.Label;
import org.bitvox.MacroCall;
import org.bitvox.PixelStack;
import org.bitvox.ProgressListener;
import org.bitvox.TestImages;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class LabelCommandTest {
  @TempDir Path folder;

  private static String run(ImagePlus image, String options) {
    results().reset();
    return MacroCall.run(new LabelCommand(), image, options);
  }

  @AfterEach
  void close() {
    MacroCall.closeAll();
  }

  /** And none of large ones, or of those that are not round. */
  @Test
  void saysThatSmallObjectsLookTooRound() throws IOException {
    ImagePlus image = IJ.createImage("small", "8-bit black", 60, 30, 30);
    for (int z = 0; z < 30; z++) {
      for (int y = 0; y < 30; y++) {
        for (int x = 0; x < 60; x++) {
          int far = (x - 45) * (x - 45) + (y - 15) * (y - 15) + (z - 15) * (z - 15);
          int near = (x - 8) * (x - 8) + (y - 8) * (y - 8) + (z - 8) * (z - 8);
          boolean bar = y == 28 && z == 28;
          image.getStack().setVoxel(x, y, z, far <= 100 || near <= 4 || bar ? 255 : 0);
        }
      }
    }
    Path summary = folder.resolve("summary.csv");
    run(image, "summary=[" + summary + "]");
    assertEquals(3, results().size());
    double roundest = results().getValue("Sphericity", 1);
    assertTrue(roundest > 1.03, "no longer too round: " + roundest);
    String text = Files.readString(summary);
    String note = "Objects with a sphericity above 1, as they are small: 1; a ball's is within 2 %";
    assertTrue(text.contains(note), text);
    run(image, "summary=[" + summary + "] min_size=100");
    assertFalse(Files.readString(summary).contains("sphericity"));
  }

  @Test
  void showsLabelsInColourAndFillsTheTable() {
    ImagePlus image = TestImages.binary(); // two balls; the first voxel is in the small one
    Calibration calibration = image.getCalibration();
    calibration.pixelWidth = calibration.pixelHeight = calibration.pixelDepth = 0.5;
    calibration.setUnit("mm");
    assertEquals("", run(image, ""));
    ImagePlus labels = MacroCall.shown("balls_labels");
    assertEquals(16, labels.getBitDepth());
    assertEquals(0.5, labels.getCalibration().pixelWidth);
    assertEquals(2, labels.getStack().getVoxel(20, 5, 4));
    assertEquals(1, labels.getStack().getVoxel(9, 8, 7));
    assertEquals(0, labels.getStack().getVoxel(0, 0, 0));
    assertEquals(2, labels.getDisplayRangeMax());
    assertEquals(2, results().size());
    double voxels = results().getValue("Voxels", 0);
    assertEquals(voxels / 8, results().getValue("Volume (mm^3)", 0), 1e-9);
    assertEquals(4.5, results().getValue("Centroid x (mm)", 0), 1e-9);
    assertEquals(13, results().getValue("Box width", 0));
    assertEquals(0, results().getValue("Touches border", 0));
    // A ball of radius 6: its axes are its diameter, a little more or less.
    assertEquals(6, results().getValue("Axis 1 (mm)", 0), 0.2);
    assertEquals(1, results().getValue("Elongation", 0), 1e-6);
    assertEquals(4 * Math.PI * 9, results().getValue("Surface area (mm^2)", 0), 3);
    assertEquals(1, results().getValue("Sphericity", 0), 0.05);
    assertEquals(1, results().getValue("Euler number", 0));
  }

  /** Of slices Label keeps one object of all, Morphology one in each: both say so. */
  @Test
  void theLargestOfAllSlicesIsOne() {
    String log = run(TestImages.binary(), "result=binary largest per_slice");
    String note =
        "Of all slices one object is kept, the largest; Morphology (keep_largest) keeps one in each.";
    assertEquals("Bitvox Label Components: " + note + "\n", log);
    ImagePlus one = MacroCall.shown("balls_objects");
    MacroCall.run(new MorphologyCommand(), TestImages.binary(), "operation=keep_largest per_slice");
    ImagePlus many = MacroCall.shown("balls_keep_largest");
    for (int z = 1; z <= TestImages.DEPTH; z++) {
      boolean object = new ByteStatistics(one.getStack().getProcessor(z)).max > 0;
      assertEquals(z == 8, object, "slice " + z); // through the middle of the larger ball
      boolean foreground =
          new ByteStatistics(TestImages.binary().getStack().getProcessor(z)).max > 0;
      assertEquals(foreground, new ByteStatistics(many.getStack().getProcessor(z)).max > 0);
    }
    one.close();
    many.close();
  }

  @Test
  void writesFilesFromTheCommandLine() throws IOException {
    String input = TestImages.save(TestImages.binary(), folder, "balls.tif");
    String[] results = {"output=[" + folder + "/l.tif]", "output=[" + folder + "/l.raw]"};
    for (String output : results) {
      String printed =
          Cli.run(
              "label",
              "input=[" + input + "] " + output + " save=[" + folder + "/t.csv] max_size=100");
      assertTrue(printed.startsWith("Image: balls.tif\nObjects found: 2\nObjects: 1\n"), printed);
      String sizes = "\nMean volume (voxel^3): 81\nLargest volume (voxel^3): 81\n";
      assertTrue(printed.contains(sizes), printed);
      String settings = "Min size: 1\nMax size: 100\nLargest: no\nNo border: no\nPer slice: no\n";
      assertTrue(printed.contains("\nConnectivity: 26\n" + settings + "Backend: "), printed);
    }
    List<String> table = Files.readAllLines(folder.resolve("t.csv"));
    assertEquals(2, table.size());
    assertTrue(table.get(0).startsWith("Image,Label,Voxels,Volume (voxel^3),"), table.get(0));
    ImagePlus labels = IJ.openImage(folder + "/l.tif");
    assertEquals(1, labels.getStack().getVoxel(20, 5, 4));
    assertEquals(0, labels.getStack().getVoxel(9, 8, 7));
    long voxels = TestImages.WIDTH * TestImages.HEIGHT * TestImages.DEPTH;
    assertEquals(4 * voxels, Files.size(folder.resolve("l.raw")));
  }

  @Test
  void keepsObjectsWithoutLabels() {
    assertEquals("", run(TestImages.binary(), "result=binary largest"));
    assertNull(MacroCall.shown("balls_labels"));
    ImagePlus kept = MacroCall.shown("balls_objects");
    assertEquals(255, kept.getStack().getVoxel(9, 8, 7));
    assertEquals(0, kept.getStack().getVoxel(20, 5, 4));
    assertEquals("", run(TestImages.binary(), "result=none per_slice connectivity=4"));
    assertNull(MacroCall.shown("balls_labels"));
    assertTrue(results().size() > 2);
    assertEquals(2, results().getValue("Slice", 0));
  }

  @Test
  void measuresASecondImage() {
    ImagePlus image = TestImages.stack(8, 0, 255);
    assertEquals("", run(image, "result=none"));
    assertFalse(results().columnExists("Mean value"));
    ij.macro.Interpreter.batchMode = true;
    ImagePlus second = TestImages.stack(16, 7, 1000);
    second.setTitle("second");
    ij.macro.Interpreter.addBatchModeImage(second);
    assertEquals("", run(image, "result=none second=second"));
    assertEquals(1000, results().getValue("Mean value", 0));
    assertEquals(1000, results().getValue("Largest value", 1));
  }

  /** More than a table in memory is good for. */
  @Test
  void writesTablesOfManyObjects() throws IOException {
    ByteProcessor dots = new ByteProcessor(800, 600);
    for (int y = 0; y < 600; y += 2) {
      for (int x = 0; x < 800; x += 2) {
        dots.set(x, y, 255);
      }
    }
    Path csv = folder.resolve("t.csv");
    assertEquals(
        "Bitvox Label Components: The table of 120000 objects is not shown; save= writes it.\n",
        run(new ImagePlus("dots", dots), "result=none save=[" + csv + "]"));
    List<String> table = Files.readAllLines(csv);
    assertEquals(120001, table.size());
    assertTrue(table.get(0).startsWith("Image,Label,Pixels,Area (pixel^2),"), table.get(0));
    assertTrue(table.get(120000).startsWith("dots,120000,1,1,"), table.get(120000));
    assertEquals(0, results().size());
  }

  /** A ring, a point in it and a point in the second slice. */
  @Test
  void selectionsAreTheObjectsPixels() {
    short[] first = new short[20 * 10];
    short[] second = new short[20 * 10];
    for (int y = 2; y < 7; y++) {
      for (int x = 3; x < 9; x++) {
        first[y * 20 + x] = (short) (y > 2 && y < 6 && x > 3 && x < 8 ? 0 : 255);
      }
    }
    first[4 * 20 + 5] = 255;
    second[9 * 20 + 19] = 255;
    Object[] slices = {first, second};
    LabelRois rois = new LabelRois(20, null);
    PixelStack volume = new PixelStack(20, 10, 2, slices, Foreground.between(1, 255));
    try (Label.Result result =
        new Label()
            .extent(Extent.PER_SLICE)
            .objects(true)
            .label(volume, rois, ProgressListener.NONE)) {
      List<Roi> all = rois.of(result.objects(), ProgressListener.NONE);
      assertEquals(3, all.size());
      assertEquals("1", all.get(0).getName());
      assertEquals(18, all.get(0).getContainedPoints().length);
      assertTrue(all.get(0).contains(3, 2));
      assertFalse(all.get(0).contains(5, 4));
      assertTrue(all.get(1).contains(5, 4));
      assertEquals(1, all.get(1).getContainedPoints().length);
      assertEquals(2, all.get(2).getPosition());
      assertTrue(all.get(2).contains(19, 9));
    }
  }

  /** An arch, which has two legs in its first slice and nothing but its bow in the last one. */
  @Test
  void anObjectOfAVolumeHasASelectionInEachOfItsSlices() {
    short[][] slices = new short[3][20 * 10];
    for (int z = 0; z < 3; z++) {
      slices[z][5 * 20 + 3] = slices[z][5 * 20 + 9] = (short) (z < 2 ? 255 : 0);
    }
    Arrays.fill(slices[2], 5 * 20 + 3, 5 * 20 + 10, (short) 255);
    slices[1][0] = 255; // an object in one slice alone
    LabelRois rois = new LabelRois(20, null);
    PixelStack volume = new PixelStack(20, 10, 3, slices, Foreground.between(1, 255));
    try (Label.Result result =
        new Label().objects(true).label(volume, rois, ProgressListener.NONE)) {
      List<Roi> all = rois.of(result.objects(), ProgressListener.NONE);
      List<String> found = new ArrayList<>();
      for (Roi roi : all) {
        int pixels = roi.getContainedPoints().length;
        found.add(roi.getName() + ", " + roi.getPosition() + ", " + roi.getGroup() + ": " + pixels);
      }
      List<String> expected =
          List.of(
              "1 slice 1, 1, 1: 2",
              "1 slice 2, 2, 1: 2",
              "1 slice 3, 3, 1: 7",
              "2 slice 2, 2, 2: 1");
      assertEquals(expected, found);
      assertTrue(all.get(0).contains(3, 5) && all.get(0).contains(9, 5));
      assertFalse(all.get(0).contains(5, 5));
      assertTrue(all.get(2).contains(5, 5));
      assertTrue(all.get(3).contains(0, 0));
    }
  }

  @Test
  void selectionsNeedADisplay() {
    assertEquals(
        "Bitvox Label Components: rois needs a display: ImageJ has no ROI Manager without one\n",
        run(TestImages.binary(), "rois"));
    assertEquals(
        "Bitvox Label Components: rois needs a display: ImageJ has no ROI Manager without one\n",
        run(TestImages.binary(), "rois per_slice"));
  }

  @Test
  void coloursAreBrightAndDiffer() {
    IndexColorModel colours = LabelColours.table();
    Set<Integer> seen = new HashSet<>();
    for (int i = 0; i < 256; i++) {
      seen.add(colours.getRGB(i));
      int sum = colours.getRed(i) + colours.getGreen(i) + colours.getBlue(i);
      assertTrue(i == 0 ? sum == 0 : sum > 150, i + ": " + sum);
    }
    assertEquals(256, seen.size());
    assertNotNull(colours);
  }

  /** Rounding left a second axis of 1e-8, and an elongation of 1.7e8. */
  @Test
  void axesThatAreNotThereHaveNoLength() {
    ImagePlus image = TestImages.stack(8, 0, 0);
    int[][] ofPlane = {{14, 1, 1}, {13, 2, 1}, {13, 1, 2}};
    int[][] ofLine = {{2, 1, 1}, {3, 2, 1}};
    for (int[] v : ofPlane) {
      image.getStack().setVoxel(v[0], v[1], v[2], 255);
    }
    for (int[] v : ofLine) {
      image.getStack().setVoxel(v[0], v[1], v[2], 255);
    }
    Calibration calibration = image.getCalibration();
    calibration.setUnit("mm");
    calibration.pixelWidth = 0.3;
    calibration.pixelHeight = 0.4;
    calibration.pixelDepth = 0.7;
    assertEquals("", run(image, ""));
    assertEquals(Double.POSITIVE_INFINITY, results().getValue("Elongation", 0));
    assertEquals(0, results().getValue("Axis 2 (mm)", 0));
    assertEquals(Double.NaN, results().getValue("Flatness", 0));
    assertTrue(results().getValue("Elongation", 1) < 3);
    assertEquals(Double.POSITIVE_INFINITY, results().getValue("Flatness", 1));
    assertEquals("", run(image, "per_slice"));
    assertEquals(Double.POSITIVE_INFINITY, results().getValue("Elongation", 0));
  }

  @Test
  void saysThatThereAreNoObjects() {
    assertEquals(
        "Bitvox Label Components: The image has no foreground voxels.\n",
        run(TestImages.stack(8, 0, 0), ""));
    assertEquals(0, results().size());
  }

  @Test
  void aSecondImageOfAnotherSizeIsNamed() {
    ij.macro.Interpreter.batchMode = true;
    ij.macro.Interpreter.addBatchModeImage(new ImagePlus("other", new ByteProcessor(7, 5)));
    assertEquals(
        "Bitvox Label Components: other has 7 x 5 x 1 voxels, balls.tif 24 x 18 x 15; they must"
            + " have the same size\n",
        run(TestImages.binary(), "second=other"));
  }

  @Test
  void refusesWhatItDoesNotKnow() {
    assertEquals(
        "Bitvox Label Components: connectivity=8 is not allowed; use 6, 18 or 26, or per_slice\n",
        run(TestImages.binary(), "connectivity=8"));
    assertEquals(
        "Bitvox Label Components: max_size=4 is not allowed; use 0 (no limit), or min_size=5"
            + " or more\n",
        run(TestImages.binary(), "min_size=5 max_size=4"));
  }
}
