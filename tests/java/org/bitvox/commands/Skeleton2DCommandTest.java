// SPDX-License-Identifier: BSD-2-Clause
package org.bitvox.commands;

import static org.bitvox.MacroCall.results;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import ij.IJ;
import ij.ImagePlus;
import ij.measure.Calibration;
import ij.process.ByteProcessor;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.bitvox.Cli;
import org.bitvox.MacroCall;
import org.bitvox.TestImages;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class Skeleton2DCommandTest {
  @TempDir Path folder;

  private static String run(ImagePlus image, String options) {
    results().reset();
    return MacroCall.run(new Skeleton2DCommand(), image, options);
  }

  private static void assertSkeletonized(ImagePlus image, ImagePlus skeleton) {
    assertEquals(image.getStackSize(), skeleton.getStackSize());
    for (int z = 1; z <= image.getStackSize(); z++) {
      ByteProcessor expected =
          (ByteProcessor) image.getStack().getProcessor(z).duplicate().convertToByte(false);
      expected.skeletonize(255);
      assertArrayEquals(
          (byte[]) expected.getPixels(), (byte[]) skeleton.getStack().getProcessor(z).getPixels());
    }
  }

  @Test
  void showsTheSkeletonAndFillsTheTable() {
    ImagePlus image = TestImages.binary();
    Calibration calibration = image.getCalibration();
    calibration.pixelWidth = calibration.pixelHeight = calibration.pixelDepth = 0.5;
    calibration.setUnit("mm");
    assertEquals("", run(image, "rule=imagej"));
    ImagePlus skeleton = MacroCall.shown("balls_skeleton");
    assertSkeletonized(image, skeleton);
    assertEquals(0.5, skeleton.getCalibration().pixelWidth);
    assertEquals("mm", skeleton.getCalibration().getUnit());
    assertEquals(1, results().size());
    assertEquals("balls.tif", results().getStringValue("Image", 0));
    assertEquals("imagej", results().getStringValue("Rule", 0));
    assertEquals(results().getValue("Objects before", 0), results().getValue("Objects after", 0));
    assertTrue(results().getValue("Pixels before", 0) > results().getValue("Pixels after", 0));
  }

  @Test
  void warnsOfObjectsThatVanished() {
    ByteProcessor square = new ByteProcessor(6, 6);
    square.setValue(255);
    square.setRoi(2, 2, 2, 2);
    square.fill();
    square.resetRoi();
    assertEquals(
        "Bitvox Skeleton 2D: 1 object has vanished.\n",
        run(new ImagePlus("square", square), "rule=hilditch"));
    assertEquals("1 object has vanished.", results().getStringValue("Note", 0));
    assertEquals(0, results().getValue("Pixels after", 0));
    MacroCall.shown("square_skeleton");
  }

  /** As in the picture of the manual. */
  @Test
  void hilditchEatsDiagonalsOfTwoPixels() {
    ByteProcessor line = new ByteProcessor(11, 9);
    for (int y = 0; y < 9; y++) {
      line.set(y, y, 255);
      line.set(y + 1, y, 255);
    }
    assertEquals("", run(new ImagePlus("line", line), "rule=hilditch"));
    assertEquals(2, results().getValue("Pixels after", 0));
    assertEquals(1, results().getValue("Objects after", 0));
    ImagePlus left = MacroCall.shown("line_skeleton");
    assertEquals(255, left.getProcessor().get(4, 4));
    assertEquals(255, left.getProcessor().get(5, 4));
    left.close();
    assertEquals("", run(new ImagePlus("line", line), "rule=guo-hall"));
    assertEquals(10, results().getValue("Pixels after", 0));
    MacroCall.shown("line_skeleton");
  }

  @Test
  void writesFilesFromTheCommandLine() throws IOException {
    ImagePlus image = TestImages.binary();
    String input = TestImages.save(image, folder, "balls.tif");
    String printed =
        Cli.run(
            "skeleton2d",
            "input=["
                + (input + "] rule=imagej output=[" + folder + "/s.tif] save=[" + folder)
                + "/t.csv]");
    assertTrue(printed.startsWith("Image: balls.tif\nPixels before: "), printed);
    assertTrue(printed.contains("\nRule: imagej\nBackend: "), printed);
    assertSkeletonized(image, IJ.openImage(folder + "/s.tif"));
    List<String> table = Files.readAllLines(folder.resolve("t.csv"));
    assertEquals(2, table.size());
    assertEquals(
        "Image,Pixels before,Pixels after,Iterations,Objects before,Objects after,Rule,Threshold,"
            + "Backend,Note",
        table.get(0));
  }

  @Test
  void refusesWhatItDoesNotKnow() {
    assertEquals(
        "Bitvox Skeleton 2D: rule=zhang is not allowed; use guo-hall, hilditch or imagej\n",
        run(TestImages.binary(), "rule=zhang"));
    assertEquals(
        "Bitvox Skeleton 2D: none: the image has no foreground pixels (all its values are 0,"
            + " foreground is 255)\n",
        run(new ImagePlus("none", new ByteProcessor(5, 5)), "output=[" + folder + "/s.tif]"));
    assertFalse(new File(folder + "/s.tif").exists());
  }
}
