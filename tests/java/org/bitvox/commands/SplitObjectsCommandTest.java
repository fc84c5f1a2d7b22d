// SPDX-License-Identifier: BSD-2-Clause
package org.bitvox.commands;

import static org.bitvox.MacroCall.results;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import ij.ImagePlus;
import ij.ImageStack;
import ij.gui.PointRoi;
import ij.io.RoiEncoder;
import ij.measure.Calibration;
import ij.process.ByteProcessor;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import org.bitvox.Cli;
import org.bitvox.MacroCall;
import org.bitvox.TestImages;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SplitObjectsCommandTest {
  @TempDir Path folder;

  private static String run(ImagePlus image, String options) {
    results().reset();
    return MacroCall.run(new SplitObjectsCommand(), image, options);
  }

  @AfterEach
  void close() {
    MacroCall.closeAll();
  }

  /** Two balls of radius 8 that overlap, in voxels of 0.1 um. */
  private static ImagePlus pair() {
    ImageStack stack = new ImageStack(40, 20);
    for (int z = 0; z < 20; z++) {
      ByteProcessor slice = new ByteProcessor(40, 20);
      for (int i = 0; i < 800; i++) {
        int across = (i / 40 - 10) * (i / 40 - 10) + (z - 10) * (z - 10);
        int left = i % 40 - 12;
        int right = i % 40 - 25;
        if (left * left + across <= 64 || right * right + across <= 64) {
          slice.set(i, 255);
        }
      }
      stack.addSlice(slice);
    }
    ImagePlus image = new ImagePlus("pair.tif", stack);
    Calibration calibration = image.getCalibration();
    calibration.pixelWidth = calibration.pixelHeight = calibration.pixelDepth = 0.1;
    calibration.setUnit("um");
    return image;
  }

  @Test
  void showsThePartsAndTheirTable() {
    assertEquals("", run(pair(), ""));
    ImagePlus parts = MacroCall.shown("pair_parts");
    assertEquals(16, parts.getBitDepth());
    assertEquals(0.1, parts.getCalibration().pixelWidth);
    assertEquals(1, parts.getStack().getVoxel(12, 10, 10));
    assertEquals(2, parts.getStack().getVoxel(25, 10, 10));
    assertEquals(2, results().size());
    double whole = results().getValue("Voxels", 0) + results().getValue("Voxels", 1);
    assertEquals(0.5, results().getValue("Voxels", 0) / whole, 0.01);
    assertEquals(
        results().getValue("Voxels", 0) / 1000, results().getValue("Volume (µm^3)", 0), 1e-9);
    assertTrue(results().getColumnIndex("Marker") < 0);
  }

  /** In the image's unit: the neck is 0.33 um lower than the middles. */
  @Test
  void toleranceIsInTheImagesUnit() {
    run(pair(), "tolerance=0.2");
    assertEquals(2, results().size());
    run(pair(), "tolerance=0.5");
    assertEquals(1, results().size());
  }

  @Test
  void binaryResultsHaveALine() {
    run(pair(), "result=binary");
    ImagePlus split = MacroCall.shown("pair_split");
    assertEquals(8, split.getBitDepth());
    results().reset();
    MacroCall.run(new LabelCommand(), split, "");
    assertEquals(2, results().size());
  }

  @Test
  void takesMarkersFromImagesAndRois() throws IOException {
    String input = TestImages.save(pair(), folder, "pair.tif");
    PointRoi points = new PointRoi();
    points.addPoint(12, 10, 11);
    points.addPoint(1, 1, 1); // outside
    Files.write(folder.resolve("points.roi"), RoiEncoder.saveAsByteArray(points));
    Path table = folder.resolve("t.csv");
    String printed =
        Cli.run(
            "split_objects",
            "input=[" + input + "] rois=[" + folder + "/points.roi] save=[" + table + "]");
    assertTrue(printed.contains("\nMarkers: 1\nParts: 1\n"), printed);
    assertTrue(
        printed.contains("Note: Markers outside the foreground, which are unused: 1."), printed);
    assertTrue(Files.readAllLines(table).get(0).startsWith("Image,Label,Marker,Voxels,"));
    assertEquals(2, Files.readAllLines(table).size());

    ImagePlus marks = new ImagePlus("marks", new ByteProcessor(40, 20).createImage());
    ImageStack stack = new ImageStack(40, 20);
    for (int z = 0; z < 20; z++) {
      stack.addSlice(new ByteProcessor(40, 20));
    }
    stack.setVoxel(12, 10, 10, 255); // a binary image: two markers
    stack.setVoxel(25, 10, 10, 255);
    marks.setStack(stack);
    String markers = TestImages.save(marks, folder, "marks.tif");
    String two = Cli.run("split_objects", "input=[" + input + "] markers=[" + markers + "]");
    assertTrue(two.contains("\nMarkers: 2\nParts: 2\n"), two);
  }

  @Test
  void saysWhyGreyHeightsSplitNothing() throws IOException {
    String input = TestImages.save(pair(), folder, "pair.tif");
    String out = Cli.run("split_objects", "input=[" + input + "] heights=bright");
    assertTrue(out.contains("Note: The heights are those of the binary input, which has no"), out);
    ImagePlus none = new ImagePlus("none", pair().getStack().convertToFloat());
    for (int z = 1; z <= none.getStackSize(); z++) {
      Arrays.fill((float[]) none.getStack().getPixels(z), Float.NaN);
    }
    String grey = TestImages.save(none, folder, "none.tif");
    out = Cli.run("split_objects", "input=[" + input + "] heights=dark grey=[" + grey + "]");
    assertTrue(out.contains("Note: No voxel of the foreground has a height: there is none"), out);
  }

  /** A tolerance is 1e9 at most, half the side of these voxels is more. */
  @Test
  void takesVoxelsOfAnySize() {
    ImagePlus image = pair();
    image.getCalibration().pixelWidth = image.getCalibration().pixelHeight = 4e9;
    image.getCalibration().pixelDepth = 4e9;
    assertEquals("", run(image, ""));
    assertEquals(2, results().size());
  }

  /** Without drawn_markers they are ignored, as they are in other commands. */
  @Test
  void takesSelectedPointsAsMarkers() {
    ImagePlus image = pair();
    PointRoi points = new PointRoi();
    image.setSlice(11);
    points.addUserPoint(image, 12, 10);
    points.addUserPoint(image, 25, 10);
    points.addUserPoint(image, 26, 11);
    image.setRoi(points);
    assertEquals("", run(image, "drawn_markers"));
    assertEquals(3, results().size());
    assertEquals(2, results().getValue("Marker", 1));
    String log = run(image, "");
    assertEquals(2, results().size());
    assertTrue(log.contains("pair.tif are ignored; with drawn_markers they are markers"), log);
    image.deleteRoi();
    log = run(image, "drawn_markers");
    assertTrue(log.contains("markers are needed: select points in the image"), log);
    String roi = TestImages.save(image, folder, "any.tif"); // which is not read
    log = run(image, "drawn_markers rois=[" + roi + "]");
    assertTrue(log.contains("give one of markers=, rois= and drawn_markers"), log);
  }

  /** The input's own values where there is no other image. */
  @Test
  void splitsByGreyValues() {
    ByteProcessor slice = new ByteProcessor(50, 9);
    for (int x = 0; x < 50; x++) {
      for (int y = 0; y < 9; y++) {
        slice.set(x, y, 100 + 8 * Math.abs(x % 20 - 10)); // bright at 0, 20 and 40
      }
    }
    ImagePlus image = new ImagePlus("waves", slice);
    run(image, "threshold=1 heights=bright");
    assertEquals(3, results().size());
    run(image, "threshold=1 heights=dark");
    assertEquals(3, results().size()); // at 10, 30 and 49
    run(image, "threshold=1 heights=dark tolerance=75");
    assertEquals(2, results().size()); // the last of them is 72 below what is between
    run(image, "threshold=1 heights=bright tolerance=100");
    assertEquals(1, results().size());
  }

  @Test
  void countsPerSlice() {
    run(pair(), "per_slice line");
    ImagePlus parts = MacroCall.shown("pair_parts");
    assertTrue(results().size() > 17, "slices with one or two parts");
    assertEquals(results().size(), parts.getDisplayRangeMax());
    assertEquals(1, results().getColumnIndex("Slice") >= 0 ? 1 : 0);
  }
}
