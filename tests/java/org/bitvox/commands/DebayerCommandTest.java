// SPDX-License-Identifier: BSD-2-Clause
package org.bitvox.commands;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import ij.IJ;
import ij.ImagePlus;
import ij.process.LUT;
import java.io.IOException;
import java.nio.file.Path;
import org.bitvox.MacroCall;
import org.bitvox.ProgressListener;
import org.bitvox.TestImages;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

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
            java.util.Arrays.asList("input=" + input, "pattern=grbg", "output=" + output),
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
}
