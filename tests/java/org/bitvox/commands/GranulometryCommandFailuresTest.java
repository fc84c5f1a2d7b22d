// SPDX-License-Identifier: BSD-2-Clause
package org.bitvox.commands;

import static org.bitvox.MacroCall.results;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import ij.IJ;
import ij.ImagePlus;
import ij.ImageStack;
import ij.VirtualStack;
import ij.process.ColorProcessor;
import ij.process.ImageProcessor;
import java.awt.event.KeyEvent;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.bitvox.MacroCall;
import org.bitvox.TestImages;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Bad input and Escape: one sentence, nothing left behind, earlier results untouched. */
class GranulometryCommandFailuresTest {
  @TempDir Path folder;

  @BeforeEach
  void haveOneEarlierResultAndNoImage() {
    MacroCall.closeAll();
    results().reset();
    results().addRow();
    results().addValue("earlier", 7);
  }

  private static String run(ImagePlus image, String options) {
    String log = MacroCall.run(new GranulometryCommand(), image, options);
    assertEquals(1, results().size());
    assertEquals(7, results().getValue("earlier", 0));
    assertNull(MacroCall.shown("balls_map"));
    return log;
  }

  private List<String> inFolder() throws IOException {
    try (Stream<Path> files = Files.list(folder)) {
      return files.map(f -> f.getFileName().toString()).sorted().collect(Collectors.toList());
    }
  }

  private void refused(ImagePlus image, String options, String message) {
    String log = run(image, options + " save=[" + folder + "/c.csv] map");
    assertEquals("Bitvox Granulometry: " + message + "\n", log);
    assertFalse(image != null && image.isLocked());
  }

  @Test
  void badInputGetsOneSentenceAndLeavesNothing() throws IOException {
    ImagePlus binary = TestImages.binary();
    refused(null, "", "No image is open.");
    refused(
        new ImagePlus("rgb", new ColorProcessor(3, 3)),
        "",
        "rgb: RGB images are not supported; convert to 8-bit, or to channels (Image>Color>Make Composite).");
    String notBinary = "balls.tif: 8-bit binary (0 and 255 only) image required, but ";
    String wayOut =
        "; set Threshold (threshold=T), and foreground is T and more; Otsu's method suggests ";
    String labels = "; of a label image, threshold=1 takes all labels";
    String first = "the value at x=9 y=8 z=1 is 254";
    refused(TestImages.stack(8, 0, 254), "", notBinary + first + wayOut + 254 + labels);
    refused(
        TestImages.stack(16, 0, 255),
        "",
        notBinary + "this one has 16 bits" + wayOut + 255 + labels);
    refused(
        TestImages.stack(32, 0, 255),
        "",
        notBinary + "this one has 32 bits" + wayOut + 254.0039 + labels);
    refused(binary, "max_radius=0", "max_radius=0 is not allowed; use 1 to 32767");
    refused(
        binary,
        "elment=cube",
        "unknown key 'elment' for Bitvox Granulometry; did you mean 'element'?");
    refused(binary, "element=sphere", "element=sphere is not allowed; use cross, cube or ball");
    refused(binary, "summary=/no/folder/s.csv", "/no/folder/s.csv: the folder does not exist");
    assertEquals(Collections.emptyList(), inFolder());
  }

  /** Neither channels nor points in time are taken for slices. */
  @Test
  void hyperstacksAreRefused() {
    String needed = ", and one volume is needed: extract ";
    String slices =
        "Image>Duplicate...), or, if they are the slices of a volume, say so in"
            + " Image>Properties...";
    String split = "Image>Color>Split Channels, or ";
    ImagePlus image = TestImages.binary();
    String name = "the image 'balls.tif' has ";
    image.setDimensions(3, 5, 1);
    String choose = needed.replace("extract", "choose one (channel=1 to 3), or extract");
    refused(image, "", name + "3 channels" + choose + "one channel (" + split + slices);
    image.setDimensions(1, 5, 3);
    refused(image, "", name + "3 frames" + needed + "one frame (" + slices);
    image.setDimensions(1, 1, 15);
    refused(image, "", name + "15 frames" + needed + "one frame (" + slices);
    image.setDimensions(3, 1, 5);
    refused(
        image,
        "",
        name + "3 channels and 5 frames" + needed + "one channel and one frame (" + split + slices);
  }

  @Test
  void anEmptyObjectIsRefused() {
    String log = run(TestImages.stack(8, 0, 0), "");
    assertTrue(log.contains("no foreground voxels"), log);
  }

  @Test
  void anImageInUseIsRefused() throws InterruptedException {
    ImagePlus image = TestImages.binary();
    Thread other = new Thread(image::lockSilently);
    other.start();
    other.join();
    assertEquals(
        "Bitvox Granulometry: the image 'balls.tif' is in use by another command\n",
        run(image, ""));
  }

  @Test
  void theFileOfTheImageIsNotOverwritten() throws IOException {
    ImagePlus image = IJ.openImage(TestImages.save(TestImages.binary(), folder, "in.tif"));
    assertEquals(
        ("Bitvox Granulometry: output=" + folder + "/in.tif")
            + " is an input file; choose another name\n",
        run(image, "output=[" + folder + "/in.tif]"));
    assertEquals(Arrays.asList("in.tif"), inFolder());
  }

  @Test
  void escapeStopsAndLeavesNothing() throws IOException {
    VirtualStack stack =
        new VirtualStack(TestImages.WIDTH, TestImages.HEIGHT, null, "") {
          private final ImageStack pixels = TestImages.binary().getStack();

          @Override
          public ImageProcessor getProcessor(int slice) {
            if (slice == 5) {
              IJ.setKeyDown(KeyEvent.VK_ESCAPE);
            }
            return pixels.getProcessor(slice);
          }

          @Override
          public int getSize() {
            return TestImages.DEPTH;
          }
        };
    ImagePlus image = new ImagePlus("balls.tif", stack);
    assertEquals("", run(image, "map save=[" + folder + "/c.csv]"));
    assertEquals(Collections.emptyList(), inFolder());
    assertFalse(image.isLocked());
  }
}
