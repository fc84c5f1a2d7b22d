// SPDX-License-Identifier: BSD-2-Clause
package org.bitvox.commands;

import static org.bitvox.MacroCall.results;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;

import ij.IJ;
import ij.ImagePlus;
import ij.macro.Interpreter;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.bitvox.Foreground;
import org.bitvox.MacroCall;
import org.bitvox.PixelStack;
import org.bitvox.ProgressListener;
import org.bitvox.Skeleton3D;
import org.bitvox.TestImages;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class Skeleton3DCommandTest {
  @TempDir Path folder;

  private static String run(ImagePlus image, String options) {
    results().reset();
    return MacroCall.run(new Skeleton3DCommand(), image, options);
  }

  private static PixelStack pixels(ImagePlus image) {
    return new PixelStack(
        image.getWidth(),
        image.getHeight(),
        image.getStackSize(),
        image.getStack().getImageArray(),
        Foreground.binary());
  }

  private static Skeleton3D.Result expected() {
    return new Skeleton3D().verify(true).thin(pixels(TestImages.binary()), ProgressListener.NONE);
  }

  private static void assertSlices(byte[][] expected, ImagePlus image) {
    assertEquals(expected.length, image.getStackSize());
    for (int z = 0; z < expected.length; z++) {
      assertArrayEquals(expected[z], (byte[]) image.getStack().getPixels(z + 1));
    }
  }

  @Test
  void showsTheSkeletonAndARowOfNumbers() {
    ImagePlus image = TestImages.binary();
    image.getCalibration().setUnit("mm");
    image.getCalibration().pixelDepth = 0.5;
    image.getStack().setSliceLabel("third", 3);
    String note =
        "Voxels are not cubes (1.0 x 1.0 x 0.5 mm): distances count in voxels, so the lines run where"
            + " voxels are in the middle.";
    assertEquals("Bitvox Skeleton 3D: " + note + "\n", run(image, "verify per_round"));
    assertEquals(note, results().getStringValue("Note", 0));
    try (Skeleton3D.Result result = expected()) {
      ImagePlus skeleton = MacroCall.shown("balls_skeleton");
      assertSlices(result.skeleton().toSlices(), skeleton);
      assertEquals("mm", skeleton.getCalibration().getUnit());
      assertEquals(0.5, skeleton.getCalibration().pixelDepth);
      assertEquals("third", skeleton.getStack().getSliceLabel(3));
      assertEquals(1, results().size());
      assertEquals(result.voxelsBefore(), results().getValue("Voxels before", 0));
      assertEquals(result.voxelsAfter(), results().getValue("Voxels after", 0));
      assertEquals(result.rounds(), results().getValue("Rounds", 0));
      String[] deleted = results().getStringValue("Deleted per round (voxels)", 0).split(" ");
      assertEquals(result.rounds(), deleted.length);
      assertEquals(result.deleted()[0], Long.parseLong(deleted[0]));
      for (String when : new String[] {"before", "after"}) {
        assertEquals(2, results().getValue("Components " + when, 0));
        assertEquals(1, results().getValue("Background components " + when, 0));
        assertEquals(2, results().getValue("Euler number " + when, 0));
      }
    }
  }

  @Test
  void onRequestOnly() {
    run(TestImages.binary(), "");
    MacroCall.shown("balls_skeleton");
    assertFalse(results().columnExists("Components before"));
    assertFalse(results().columnExists("Deleted per round (voxels)"));
  }

  @Test
  void thresholdsOtherImages() {
    assertEquals("", run(TestImages.stack(16, 100, 2000), "threshold=2000"));
    try (Skeleton3D.Result result = expected()) {
      assertSlices(result.skeleton().toSlices(), MacroCall.shown("balls_skeleton"));
    }
    assertEquals(
        "Bitvox Skeleton 3D: balls.tif: 8-bit binary (0 and 255 only) image required, but the value"
            + " at x=9 y=8 z=1 is 200; set Threshold (threshold=T), and foreground is T and more; Otsu's"
            + " method suggests 200; of a label image, threshold=1 takes all labels\n",
        run(TestImages.stack(8, 0, 200), ""));
  }

  @Test
  void writesTheSkeletonAndTheTable() throws IOException {
    run(
        TestImages.binary(),
        "backend=scalar output=[" + folder + "/s.tif] save=[" + folder + "/s.csv]");
    MacroCall.shown("balls_skeleton");
    try (Skeleton3D.Result result = expected()) {
      assertSlices(result.skeleton().toSlices(), IJ.openImage(folder + "/s.tif"));
      List<String> lines = Files.readAllLines(folder.resolve("s.csv"));
      assertEquals(
          "Image,Voxels before,Voxels after,Rounds,Anchors,Threshold,Backend,Note", lines.get(0));
      assertEquals(
          "balls.tif,"
              + result.voxelsBefore()
              + ","
              + result.voxelsAfter()
              + ","
              + result.rounds()
              + ",,,scalar,",
          lines.get(1));
      assertEquals(2, lines.size());
    }
  }

  @Test
  void keepsTheAnchorsOfAnOpenImage() {
    ImagePlus anchors = TestImages.binary();
    anchors.setTitle("my anchors");
    Interpreter.batchMode = true;
    Interpreter.addBatchModeImage(anchors);
    run(TestImages.binary(), "anchors=[my anchors]");
    byte[][] all = new byte[TestImages.DEPTH][];
    for (int z = 0; z < all.length; z++) {
      all[z] = (byte[]) anchors.getStack().getPixels(z + 1);
    }
    assertSlices(all, MacroCall.shown("balls_skeleton"));
    assertEquals(1, results().getValue("Rounds", 0));
    assertEquals("my anchors", results().getStringValue("Anchors", 0));
    anchors.getStack().getProcessor(2).set(3, 0, 9);
    assertEquals(
        "Bitvox Skeleton 3D: my anchors: 8-bit binary (0 and 255 only) image required, but the value"
            + " at x=3 y=0 z=1 is 9; make it binary first: Image>Adjust>Threshold,"
            + " Apply\n",
        run(TestImages.binary(), "anchors=[my anchors]"));
    anchors.getStack().getProcessor(2).set(3, 0, 0);
    ImagePlus small = TestImages.binary();
    small.getStack().deleteLastSlice();
    assertEquals(
        "Bitvox Skeleton 3D: the anchors are 24 x 18 x 15 voxels, the image 24 x 18 x 14\n",
        run(new ImagePlus("small", small.getStack()), "anchors=[my anchors]"));
    Interpreter.removeBatchModeImage(anchors);
    assertEquals(
        "Bitvox Skeleton 3D: no open image has the title 'my anchors'\n",
        run(TestImages.binary(), "anchors=[my anchors]"));
  }
}
