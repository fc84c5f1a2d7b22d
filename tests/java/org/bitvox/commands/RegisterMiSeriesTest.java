// SPDX-License-Identifier: BSD-2-Clause
package org.bitvox.commands;

import static org.bitvox.MacroCall.results;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import ij.CompositeImage;
import ij.IJ;
import ij.ImagePlus;
import ij.ImageStack;
import ij.macro.Interpreter;
import ij.process.LUT;
import java.awt.Color;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.CancellationException;
import org.bitvox.MacroCall;
import org.bitvox.ProgressListener;
import org.bitvox.TestImages;
import org.junit.jupiter.api.Test;

/** Frames and channels: what Register by MI does with a time series. */
class RegisterMiSeriesTest extends RegisterMiSeriesRuns {
  private static void assertDrift(int row, double tolerance) {
    assertEquals(row * DRIFT[0], results().getValue("dx (voxels)", row), tolerance);
    assertEquals(row * DRIFT[1], results().getValue("dy (voxels)", row), tolerance);
    assertEquals(row * DRIFT[2], results().getValue("dz (voxels)", row), tolerance);
    assertEquals(row * DRIFT[0] / 2, results().getValue("dx (µm)", row), tolerance / 2);
    assertEquals(row + 1, results().getValue("Frame", row));
  }

  @Test
  void laysEveryFrameOnTheFirst() {
    ImagePlus image = series(2, FRAMES, DRIFT);
    assertEquals("", run(image, "max_shift=3"));
    assertEquals(FRAMES, results().size());
    for (int row = 0; row < FRAMES; row++) {
      assertDrift(row, 0.1);
      assertEquals("first", results().getStringValue("Series", row));
    }
    ImagePlus moved = MacroCall.shown("series_registered");
    assertArrayEquals(image.getDimensions(), moved.getDimensions());
    assertEquals("µm", moved.getCalibration().getUnit());
    assertEquals(0.5, moved.getCalibration().pixelDepth);
    assertEquals(3, moved.getCalibration().frameInterval);
    for (int i = 1; i <= 2 * DEPTH; i++) { // the first frame stays as it is
      assertArrayEquals(
          (byte[]) image.getStack().getPixels(i), (byte[]) moved.getStack().getPixels(i));
    }
    // Both channels have moved; in the middle every frame is the first one.
    for (int t = 2; t <= FRAMES; t++) {
      for (int c = 1; c <= 2; c++) {
        byte[] first = pixels(moved, c, DEPTH / 2, 1);
        byte[] now = pixels(moved, c, DEPTH / 2, t);
        for (int y = 8; y < HEIGHT - 8; y++) {
          for (int x = 8; x < WIDTH - 8; x++) {
            int i = y * WIDTH + x;
            assertEquals(first[i] & 0xff, now[i] & 0xff, 16, "frame " + t + ", pixel " + i);
          }
        }
      }
    }
  }

  /** Steps that max_shift allows add up to a drift beyond it. */
  @Test
  void laysEveryFrameOnThePreviousOne() {
    ImagePlus image = series(1, FRAMES, DRIFT);
    assertEquals("", run(image, "series=previous max_shift=1"));
    for (int row = 0; row < FRAMES; row++) {
      assertDrift(row, 0.1 * (row + 1));
    }
    String log = run(image, "series=first max_shift=1");
    assertTrue(log.contains("Frame 4: dx and dy at the limit of max_shift"), log);
  }

  @Test
  void registersByTheChannelThatIsAskedFor() {
    ImagePlus image = series(2, 2, DRIFT);
    for (int t = 1; t <= 2; t++) { // the first channel says nothing
      for (int z = 1; z <= DEPTH; z++) {
        Arrays.fill(pixels(image, 1, z, t), (byte) 9);
      }
    }
    String log = run(image, "max_shift=3");
    assertTrue(log.contains("the input has one value only"), log);
    assertEquals("", run(image, "max_shift=3 channel=2"));
    assertDrift(1, 0.1);
    assertEquals(2, results().getValue("Channel", 1));
  }

  /** An image of several channels lies on one volume, with all of them. */
  @Test
  void movesAllChannelsOfOneFrame() {
    Interpreter.batchMode = true;
    ImagePlus fixed = series(1, 1, DRIFT);
    fixed.setTitle("fixed");
    Interpreter.addBatchModeImage(fixed);
    ImagePlus two = series(2, 2, DRIFT);
    ImageStack stack = new ImageStack(WIDTH, HEIGHT);
    for (int i = 2 * DEPTH + 1; i <= 4 * DEPTH; i++) {
      stack.addSlice("", two.getStack().getPixels(i));
    }
    ImagePlus image = new ImagePlus("channels", stack);
    image.setDimensions(2, DEPTH, 1);
    image.setCalibration(two.getCalibration());
    assertEquals("", run(image, "second=fixed max_shift=3"));
    assertEquals(DRIFT[0], results().getValue("dx (voxels)", 0), 0.1);
    ImagePlus moved = MacroCall.shown("channels_registered");
    assertArrayEquals(new int[] {WIDTH, HEIGHT, 2, DEPTH, 1}, moved.getDimensions());
    int i = 18 * WIDTH + 20;
    int first = pixels(moved, 1, DEPTH / 2, 1)[i] & 0xff;
    assertEquals(255 - first, pixels(moved, 2, DEPTH / 2, 1)[i] & 0xff, 2);
  }

  /** Noise of its own in each frame: onto the last one errors add up, onto the mean they do not. */
  @Test
  void laysFramesOnTheirMean() throws IOException {
    ImagePlus image = series(1, 6, DRIFT);
    Random random = new Random(7);
    for (int i = 1; i <= image.getStackSize(); i++) {
      byte[] pixels = (byte[]) image.getStack().getPixels(i);
      for (int k = 0; k < pixels.length; k++) {
        double noisy = (pixels[k] & 0xff) + 40 * random.nextGaussian();
        pixels[k] = (byte) Math.max(0, Math.min(255, Math.round(noisy)));
      }
    }
    double[] errors = new double[2];
    for (String series : new String[] {"previous", "mean"}) {
      run(image, "series=" + series + " max_shift=5 output=" + path(series + ".tif"));
      for (int t = 1; t < 6; t++) {
        double dx = results().getValue("dx (voxels)", t) - t * DRIFT[0];
        double dy = results().getValue("dy (voxels)", t) - t * DRIFT[1];
        double dz = results().getValue("dz (voxels)", t) - t * DRIFT[2];
        errors[series.equals("mean") ? 1 : 0] += Math.sqrt(dx * dx + dy * dy + dz * dz) / 5;
      }
    }
    assertTrue(errors[1] < 0.25, errors[1] + " on the mean");
    assertTrue(errors[1] < errors[0], errors[1] + " on the mean, " + errors[0] + " on the last");
    byte[] still = pixels(image, 1, 5, 1);
    assertArrayEquals(still, pixels(IJ.openImage(path("mean.tif")), 1, 5, 1));
  }

  @Test
  void keepsLookupTablesAndDisplayRanges() throws IOException {
    ImagePlus plain = series(2, 2, DRIFT);
    CompositeImage image = new CompositeImage(plain, CompositeImage.COMPOSITE);
    image.getCalibration().setTimeUnit("min");
    LUT[] luts = {LUT.createLutFromColor(Color.MAGENTA), LUT.createLutFromColor(Color.CYAN)};
    luts[0].min = 7;
    luts[0].max = 99;
    luts[1].min = 20;
    luts[1].max = 150;
    image.setLuts(luts);
    assertEquals("", run(image, "max_shift=2 output=" + path("macro.tif")));
    cli(
        "input=" + TestImages.save(image, folder, "in.tif"),
        "max_shift=2",
        "output=" + path("cli.tif"));
    assertLooks(luts, MacroCall.shown("series_registered"));
    assertLooks(luts, IJ.openImage(path("macro.tif")));
    assertLooks(luts, IJ.openImage(path("cli.tif")));
  }

  private static void assertLooks(LUT[] luts, ImagePlus image) {
    assertEquals(3, image.getCalibration().frameInterval);
    assertEquals("min", image.getCalibration().getTimeUnit());
    CompositeImage moved = (CompositeImage) image;
    assertEquals(CompositeImage.COMPOSITE, moved.getMode());
    for (int c = 0; c < 2; c++) {
      assertEquals(luts[c].getRGB(255), moved.getLuts()[c].getRGB(255));
      assertEquals(luts[c].min, moved.getLuts()[c].min);
      assertEquals(luts[c].max, moved.getLuts()[c].max);
    }
  }

  @Test
  void filesAndWindowsAreTheSame() throws IOException {
    ImagePlus image = series(2, 3, DRIFT);
    String file = TestImages.save(image, folder, "in.tif");
    String[] same = {"series=previous", "max_shift=3", "max_angle=4", "axes=xyz", "bins=20"};
    String macro = String.join(" ", same);
    assertEquals("", run(image, macro + " show_overlay output=" + path("a.tif")));
    List<String> options = new ArrayList<>(Arrays.asList(same));
    options.addAll(
        Arrays.asList("input=" + file, "output=" + path("b.tif"), "overlay=" + path("o.tif")));
    String printed = cli(options.toArray(new String[0]));
    assertTrue(printed.startsWith("Image,Frame,dx (µm),"), printed);
    assertEquals(4, printed.split("\n").length);
    assertSameStacks(MacroCall.shown("series_registered"), IJ.openImage(path("a.tif")));
    assertSameStacks(IJ.openImage(path("a.tif")), IJ.openImage(path("b.tif")));
    assertSameStacks(MacroCall.shown("series_overlay"), IJ.openImage(path("o.tif")));
  }

  /** Left before, right after; red the first frame, green each frame. */
  @Test
  void theOverlayShowsBothBeforeAndAfter() throws IOException {
    ImagePlus image = series(1, 3, new double[] {3, 0, 0});
    String file = TestImages.save(image, folder, "in.tif");
    cli("input=" + file, "max_shift=4", "overlay=" + path("o.tif"), "output=" + path("m.tif"));
    ImagePlus overlay = IJ.openImage(path("o.tif"));
    ImagePlus moved = IJ.openImage(path("m.tif"));
    assertArrayEquals(new int[] {2 * WIDTH, HEIGHT, 2, DEPTH, 3}, overlay.getDimensions());
    assertTrue(overlay.isComposite());
    assertEquals(CompositeImage.COMPOSITE, ((CompositeImage) overlay).getMode());
    assertEquals(Color.RED.getRGB(), overlay.getLuts()[0].getRGB(255));
    assertEquals(Color.GREEN.getRGB(), overlay.getLuts()[1].getRGB(255));
    Map<Byte, Integer> shades = new HashMap<>(); // of values
    for (int t = 1; t <= 3; t++) {
      byte[] red = pixels(overlay, 1, 8, t);
      byte[] green = pixels(overlay, 2, 8, t);
      for (int i = 0; i < WIDTH * HEIGHT; i++) {
        int at = i / WIDTH * 2 * WIDTH + i % WIDTH;
        assertShade(shades, pixels(image, 1, 8, 1)[i], red[at]);
        assertShade(shades, pixels(image, 1, 8, 1)[i], red[at + WIDTH]);
        assertShade(shades, pixels(image, 1, 8, t)[i], green[at]);
        assertShade(shades, pixels(moved, 1, 8, t)[i], green[at + WIDTH]);
      }
    }
    assertTrue(shades.get((byte) 10) == 0 && shades.get((byte) 118) > 150, shades.toString());
    assertTrue(shades.size() > 60);
  }

  /** A value has one shade, wherever it is. */
  private static void assertShade(Map<Byte, Integer> shades, byte value, byte shade) {
    Integer before = shades.put(value, shade & 0xff);
    assertEquals(before == null ? shade & 0xff : before, shade & 0xff);
  }

  // ---- What is refused -----------------------------------------------------------------------

  @Test
  void saysWhatIsWrongWithASeries() throws IOException {
    Interpreter.batchMode = true;
    ImagePlus fixed = series(1, 1, DRIFT);
    fixed.setTitle("fixed");
    ImagePlus two = series(2, 1, DRIFT);
    two.setTitle("two");
    Interpreter.addBatchModeImage(fixed);
    Interpreter.addBatchModeImage(two);
    ImagePlus image = series(2, 2, DRIFT);
    assertSays("channel=3", "channel=3 is not allowed; use 1 to 2", image);
    Path table = folder.resolve("start.csv");
    Files.write(table, Arrays.asList("dx (um),dy (um),dz (um),angle (degrees)", "0,0,0,0"));
    assertSays(
        "series=previous start=[" + table + "]", "is not allowed; use it with series=first", image);
    assertSays("start=[" + table + "]", "has 1 row, but", image);
    assertSays("series=next", "series=next is not allowed; use first, previous or mean", image);
    assertSays("second=fixed", "has 2 frames, which come to lie on one another", image);
    assertSays("second=two", "two has 2 channels, and one volume is needed", fixed);
    // Other commands take no series, nor do they say that they do.
    String file = TestImages.save(image, folder, "in.tif");
    IOException refused =
        assertThrows(
            IOException.class,
            () ->
                Commands.named("joint_histogram")
                    .run(Arrays.asList("input=" + file, "second=" + file), ProgressListener.NONE));
    assertTrue(refused.getMessage().contains("2 channels and 2 frames"), refused.getMessage());
  }

  private static void assertSays(String options, String words, ImagePlus image) {
    String log = run(image, options);
    assertTrue(log.contains(words), log);
  }

  @Test
  void aFileThatAnnouncesOtherSlicesIsRefused() throws IOException {
    String file = TestImages.save(series(2, 2, DRIFT), folder, "in.tif");
    byte[] bytes = Files.readAllBytes(folder.resolve("in.tif"));
    String text = new String(bytes, StandardCharsets.ISO_8859_1);
    String wrong = text.replace("frames=2", "frames=3");
    Files.write(folder.resolve("in.tif"), wrong.getBytes(StandardCharsets.ISO_8859_1));
    IOException refused = assertThrows(IOException.class, () -> cli("input=" + file));
    assertTrue(
        refused
            .getMessage()
            .endsWith("it announces 2 channels, 16 slices and 3 frames, but has 64 slices in all"),
        refused.getMessage());
  }

  // ---- Stopping ------------------------------------------------------------------------------

  @Test
  void progressGoesOverAllFramesAndCanBeStopped() throws IOException {
    String file = TestImages.save(series(2, 3, DRIFT), folder, "in.tif");
    List<Double> parts = new ArrayList<>();
    Commands.named("register_mi")
        .run(
            Arrays.asList("input=" + file, "max_shift=2", "output=" + path("o.tif")),
            (done, total) -> parts.add((double) done / total));
    for (int i = 1; i < parts.size(); i++) {
      assertTrue(parts.get(i) >= parts.get(i - 1), parts.get(i - 1) + " then " + parts.get(i));
    }
    assertEquals(1.0, parts.get(parts.size() - 1));
    assertTrue(parts.stream().anyMatch(part -> part > 0.4 && part < 0.6));
    for (double limit : new double[] {0, 0.2, 0.5, 0.9}) {
      assertThrows(
          CancellationException.class,
          () ->
              Commands.named("register_mi")
                  .run(
                      Arrays.asList("input=" + file, "max_shift=2", "output=" + path("p.tif")),
                      (done, total) -> (double) done / total < limit));
      assertTrue(Files.notExists(folder.resolve("p.tif")));
    }
    assertNotNull(IJ.openImage(path("o.tif")));
  }
}
