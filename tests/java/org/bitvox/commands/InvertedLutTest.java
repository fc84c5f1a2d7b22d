// SPDX-License-Identifier: BSD-2-Clause
package org.bitvox.commands;

import static org.bitvox.MacroCall.results;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;

import ij.IJ;
import ij.ImagePlus;
import ij.process.ByteProcessor;
import ij.process.ImageProcessor;
import java.nio.file.Path;
import java.util.function.Supplier;
import org.bitvox.Cli;
import org.bitvox.MacroCall;
import org.bitvox.TestImages;
import org.bitvox.calls.Command;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Skeletons look like the image that they are of: white on black, or black on white. */
class InvertedLutTest {
  @TempDir Path folder;

  private static ImagePlus look(ImagePlus image, boolean inverted) {
    if (inverted) {
      image.getProcessor().invertLut();
      image.getStack().setColorModel(image.getProcessor().getColorModel());
    }
    assertEquals(inverted, image.isInvertedLut());
    return image;
  }

  private void looksLike(
      Command command, String options, String result, Supplier<ImagePlus> image) {
    results().reset();
    Object[] pixels = null;
    for (boolean inverted : new boolean[] {false, true}) {
      String file = folder + "/" + result + ".tif";
      assertEquals(
          "",
          MacroCall.run(command, look(image.get(), inverted), options + " output=[" + file + "]"));
      ImagePlus shown = MacroCall.shown(result);
      assertLook(inverted, shown);
      assertLook(inverted, IJ.openImage(file));

      String input = TestImages.save(look(image.get(), inverted), folder, "in.tif");
      String name = command.parameters().command();
      Cli.run(name, "input=[" + input + "] " + options + " output=[" + file + "]");
      ImagePlus written = IJ.openImage(file);
      assertLook(inverted, written);
      assertArrayEquals(slices(shown), slices(written));
      assertArrayEquals(pixels == null ? slices(shown) : pixels, slices(shown));
      pixels = slices(shown); // do not depend on the look
    }
  }

  private static Object[] slices(ImagePlus image) {
    Object[] slices = new Object[image.getStackSize()];
    for (int z = 0; z < slices.length; z++) {
      slices[z] = image.getStack().getProcessor(z + 1).getPixels();
    }
    return slices;
  }

  private static void assertLook(boolean inverted, ImagePlus image) {
    for (int z = 1; z <= image.getStackSize(); z++) {
      image.setSlice(z);
      assertEquals(inverted, image.isInvertedLut());
      int white = image.getProcessor().getColorModel().getRed(inverted ? 0 : 255);
      assertEquals(255, white);
    }
  }

  @Test
  void skeletons() {
    looksLike(new Skeleton2DCommand(), "", "balls_skeleton", TestImages::binary);
    looksLike(new Skeleton3DCommand(), "", "balls_skeleton", TestImages::binary);
  }

  @Test
  void convolutionsOfTheSameType() {
    Supplier<ImagePlus> grey = () -> TestImages.stack(8, 40, 200);
    looksLike(new ConvolutionCommand(), "result=same", "balls_convolved", grey);
  }

  @Test
  void prunedSkeletons() {
    looksLike(new SkeletonGraphCommand(), "shortest=2", "tee_pruned", InvertedLutTest::tee);
  }

  private static ImagePlus tee() {
    ImageProcessor pixels = new ByteProcessor(9, 7);
    for (int i = 0; i < 9; i++) {
      pixels.set(i, 4, 255);
    }
    pixels.set(4, 3, 255);
    pixels.set(4, 2, 255);
    return new ImagePlus("tee", pixels);
  }
}
