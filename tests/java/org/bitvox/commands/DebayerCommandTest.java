// SPDX-License-Identifier: BSD-2-Clause
package org.bitvox.commands;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import ij.IJ;
import ij.ImagePlus;
import ij.ImageStack;
import ij.VirtualStack;
import ij.process.ImageProcessor;
import ij.process.LUT;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Random;
import org.bitvox.MacroCall;
import org.bitvox.ProgressListener;
import org.bitvox.TestImages;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class DebayerCommandTest {
  @TempDir Path folder;

  private static ImagePlus shown() {
    return MacroCall.shown("balls_colours");
  }

  @AfterEach
  void close() {
    MacroCall.closeAll();
  }

  /** The window and the files that ImageJ reads have the same pixels. */
  @Test
  void makesRgbImages() throws IOException {
    ImagePlus image = TestImages.stack(8, 3, 200);
    assertEquals("", MacroCall.run(new DebayerCommand(), image, "pattern=grbg"));
    ImagePlus colours = shown();
    assertEquals(24, colours.getBitDepth());
    assertEquals(image.getStackSize(), colours.getStackSize());
    String input = TestImages.save(image, folder, "m.tif");
    String output = folder.resolve("c.tif").toString();
    new DebayerCommand()
        .run(
            Arrays.asList("input=" + input, "pattern=grbg", "output=" + output),
            ProgressListener.NONE);
    ImagePlus written = IJ.openImage(output);
    for (int z = 1; z <= image.getStackSize(); z++) {
      assertArrayEquals(
          (int[]) colours.getStack().getPixels(z), (int[]) written.getStack().getPixels(z));
    }
  }

  /** All three have one range, so that colours are right. */
  @Test
  void makesChannelsOfSixteenBits() throws IOException {
    ImagePlus image = TestImages.stack(16, 3, 4000);
    String log = MacroCall.run(new DebayerCommand(), image, "");
    assertTrue(log.contains("three channels"), log);
    ImagePlus colours = shown();
    assertEquals(3, colours.getNChannels());
    assertEquals(image.getStackSize(), colours.getNSlices());
    for (LUT lut : colours.getLuts()) {
      assertEquals(4000, lut.max);
    }
  }

  /** Of slices that differ, so that a part at another place would be seen. */
  private static ImagePlus movie() {
    Random random = new Random(5);
    ImageStack stack = new ImageStack(12, 10);
    for (int z = 0; z < 7; z++) {
      byte[] pixels = new byte[12 * 10];
      random.nextBytes(pixels);
      stack.addSlice("", pixels);
    }
    return new ImagePlus("movie.tif", stack);
  }

  /** As a movie that is read from its file while it is shown. */
  private static ImagePlus virtual(ImagePlus image) {
    ImageStack slices = image.getStack();
    VirtualStack stack =
        new VirtualStack(image.getWidth(), image.getHeight(), null, "") {
          @Override
          public ImageProcessor getProcessor(int slice) {
            return slices.getProcessor(slice).duplicate();
          }

          @Override
          public int getSize() {
            return slices.getSize();
          }

          @Override
          public String getSliceLabel(int slice) {
            return null;
          }
        };
    stack.setBitDepth(8);
    return new ImagePlus("movie.tif", stack);
  }

  private static Object[] colours(DebayerCommand command, ImagePlus image, String result) {
    assertEquals("", MacroCall.run(command, image, "pattern=bggr result=" + result));
    ImagePlus shown = MacroCall.shown("movie_colours");
    Object[] slices = new Object[shown.getStackSize()];
    Arrays.setAll(slices, z -> shown.getStack().getPixels(z + 1));
    MacroCall.closeAll();
    return slices;
  }

  /** Parts of three frames, of which the last has one, from memory, a virtual stack and a file. */
  @ParameterizedTest
  @CsvSource({"rgb, 1", "channels, 3"})
  void partsAreAsTheWhole(String result, int slices) throws IOException {
    int three = 3 * 12 * 10;
    Object[] whole = colours(new DebayerCommand(), movie(), result);
    assertEquals(7 * slices, whole.length);
    assertArrayEquals(whole, colours(new DebayerCommand(three), movie(), result));
    assertArrayEquals(whole, colours(new DebayerCommand(), virtual(movie()), result));
    assertArrayEquals(whole, colours(new DebayerCommand(three), virtual(movie()), result));
    String input = TestImages.save(movie(), folder, "movie.tif");
    String output = folder.resolve("colours.tif").toString();
    new DebayerCommand(three)
        .run(
            Arrays.asList("input=" + input, "pattern=bggr", "result=" + result, "output=" + output),
            ProgressListener.NONE);
    ImageStack written = IJ.openImage(output).getStack();
    assertEquals(whole.length, written.getSize());
    for (int z = 0; z < whole.length; z++) {
      assertArrayEquals(new Object[] {whole[z]}, new Object[] {written.getPixels(z + 1)});
    }
  }
}
