// SPDX-License-Identifier: BSD-2-Clause
package org.bitvox.commands;

import static org.bitvox.MacroCall.results;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import ij.ImagePlus;
import ij.ImageStack;
import ij.gui.Roi;
import ij.macro.Interpreter;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.function.IntPredicate;
import org.bitvox.MacroCall;
import org.bitvox.ProgressListener;
import org.bitvox.TestBlobs;
import org.bitvox.TestImages;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Blobs at the left that move, beside a larger pattern that does not: a mask says which counts. */
class RegisterMiMaskTest {
  private static final int WIDTH = 130;
  private static final int HEIGHT = 60;
  private static final int LEFT = 55; // so wide are the blobs

  @TempDir Path folder;

  private static double value(int x, int y, double dx, double dy) {
    double bed = 1 / (1 + Math.exp(LEFT + 6 - x)); // a soft edge
    double pattern = 110 + 70 * Math.sin(0.35 * x) * Math.sin(0.3 * y + 0.002 * x * y);
    return bed * pattern + TestBlobs.value(x + dx, y + dy, 10, LEFT);
  }

  /** Frames in which the blobs have drifted so far, and all else has not. */
  private static ImagePlus image(String title, double... drift) {
    ImageStack stack = new ImageStack(WIDTH, HEIGHT);
    for (double way : drift) {
      byte[] pixels = new byte[WIDTH * HEIGHT];
      for (int i = 0; i < pixels.length; i++) {
        pixels[i] = (byte) Math.round(value(i % WIDTH, i / WIDTH, way, -way / 2));
      }
      stack.addSlice("", pixels);
    }
    ImagePlus image = new ImagePlus(title, stack);
    image.setDimensions(1, 1, drift.length);
    image.setOpenAsHyperStack(drift.length > 1);
    return image;
  }

  private static ImagePlus mask(String title, int width, IntPredicate isIn) {
    byte[] pixels = new byte[width * HEIGHT];
    for (int i = 0; i < pixels.length; i++) {
      pixels[i] = (byte) (isIn.test(i % width) ? 255 : 0);
    }
    ImageStack stack = new ImageStack(width, HEIGHT);
    stack.addSlice("", pixels);
    return new ImagePlus(title, stack);
  }

  private static String run(ImagePlus image, String options, ImagePlus... others) {
    results().reset();
    Interpreter.batchMode = true;
    for (ImagePlus other : others) {
      Interpreter.addBatchModeImage(other);
    }
    return MacroCall.run(new RegisterMiCommand(), image, options);
  }

  @AfterEach
  void close() {
    MacroCall.closeAll();
  }

  private static void assertDrift(int row, double drift) {
    assertEquals(drift, results().getValue("dx (voxels)", row), 0.2, "frame " + (row + 1));
    assertEquals(-drift / 2, results().getValue("dy (voxels)", row), 0.2, "frame " + (row + 1));
  }

  @Test
  void onlyWhatIsInTheMaskIsCompared() {
    ImagePlus moved = image("moved", 4.6);
    ImagePlus fixed = image("fixed", 0);
    ImagePlus left = mask("left", WIDTH, x -> x < LEFT);
    assertEquals("", run(moved, "second=fixed max_shift=8", fixed));
    assertTrue(Math.abs(results().getValue("dx (voxels)", 0)) < 1);
    double whole = results().getValue("MI before (bits)", 0);
    assertEquals("", results().getStringValue("Mask", 0));
    assertEquals("", run(moved, "second=fixed mask=left max_shift=8", left));
    assertDrift(0, 4.6);
    assertEquals("left", results().getStringValue("Mask", 0));
    assertTrue(whole > results().getValue("MI before (bits)", 0));
    assertEquals(WIDTH, MacroCall.shown("moved_registered").getWidth());
    ImagePlus all = mask("all", WIDTH, x -> true);
    assertEquals("", run(moved, "second=fixed mask=all max_shift=8", all));
    assertEquals(whole, results().getValue("MI before (bits)", 0));
  }

  @Test
  void framesAreComparedInTheMaskOfTheFirst() {
    double[] drift = {0, 2.3, 4.6};
    for (String series : new String[] {"first", "mean"}) {
      ImagePlus left = mask("left", WIDTH, x -> x < LEFT);
      assertEquals("", run(image("series", drift), "mask=left max_shift=8 series=" + series, left));
      for (int row = 0; row < drift.length; row++) {
        assertDrift(row, drift[row]);
      }
      MacroCall.closeAll();
    }
  }

  @Test
  void theCommandLineTakesAFile() throws IOException {
    String moved = TestImages.save(image("moved", 4.6), folder, "moved.tif");
    String fixed = TestImages.save(image("fixed", 0), folder, "fixed.tif");
    String left = TestImages.save(mask("left", WIDTH, x -> x < LEFT), folder, "left.tif");
    String save = folder.resolve("t.csv").toString();
    String printed =
        cli("input=" + moved, "second=" + fixed, "mask=" + left, "max_shift=8", "save=" + save);
    assertTrue(printed.contains("Mask: "), printed);
    // A mask has no effect on a motion that is known.
    Exception unused =
        assertThrows(
            IllegalArgumentException.class,
            () -> cli("input=" + moved, "motion=" + save, "mask=" + left));
    assertTrue(unused.getMessage().startsWith("mask=" + left), unused.getMessage());
  }

  private static String cli(String... options) throws IOException {
    return Commands.named("register_mi").run(Arrays.asList(options), ProgressListener.NONE);
  }

  /** The mask is of the other image. */
  @Test
  void aSelectionOfTheInputIsNoMask() {
    ImagePlus moved = image("moved", 4.6);
    moved.setRoi(new Roi(0, 0, LEFT, HEIGHT));
    assertEquals(
        "Bitvox Register by MI: the selection of moved is ignored, the whole image is used\n",
        run(moved, "second=fixed max_shift=8", image("fixed", 0)));
    assertTrue(Math.abs(results().getValue("dx (voxels)", 0)) < 1);
  }

  private static void assertError(
      String expected, ImagePlus image, String options, ImagePlus... o) {
    String log = run(image, options, o);
    assertTrue(log.contains(expected), log);
    MacroCall.closeAll();
  }

  @Test
  void masksThatDoNotFitAreErrors() {
    ImagePlus moved = image("moved", 4.6);
    ImagePlus fixed = image("fixed", 0);
    assertError(
        "small has 50 x 60 x 1 voxels, fixed 130 x 60 x 1; they must have the same size",
        moved,
        "second=fixed mask=small",
        fixed,
        mask("small", 50, x -> true));
    assertError(
        "none_there is empty as a mask: it has no voxel of value 255, so nothing is compared",
        moved,
        "second=fixed mask=none_there",
        fixed,
        mask("none_there", WIDTH, x -> false));
    assertError(
        "the mask is too small or too thin",
        moved,
        "second=fixed mask=stripes",
        fixed,
        mask("stripes", WIDTH, x -> x % 2 == 0));
    assertError(
        "mask=left is not allowed; use it with series=first or series=mean",
        image("series", 0, 1, 2),
        "mask=left series=previous",
        mask("left", WIDTH, x -> x < LEFT));
    ImagePlus grey = image("grey", 0);
    assertError(
        "grey: 8-bit binary (0 and 255 only) image required",
        moved,
        "second=fixed mask=grey",
        fixed,
        grey);
  }
}
