// SPDX-License-Identifier: BSD-2-Clause
package org.bitvox.commands;

import static org.bitvox.MacroCall.results;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import ij.IJ;
import ij.ImagePlus;
import ij.ImageStack;
import ij.Prefs;
import ij.VirtualStack;
import ij.macro.Interpreter;
import ij.measure.Calibration;
import ij.process.ImageProcessor;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.bitvox.Foreground;
import org.bitvox.Granulometry;
import org.bitvox.GranulometryCurve;
import org.bitvox.MacroCall;
import org.bitvox.PixelStack;
import org.bitvox.ProgressListener;
import org.bitvox.TestImages;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class GranulometryCommandTest {
  @TempDir Path folder;

  private static String run(ImagePlus image, String options) {
    results().reset();
    return MacroCall.run(new GranulometryCommand(), image, options);
  }

  private static GranulometryCurve expected() {
    ImageStack stack = TestImages.binary().getStack();
    PixelStack pixels =
        new PixelStack(
            TestImages.WIDTH,
            TestImages.HEIGHT,
            TestImages.DEPTH,
            stack.getImageArray(),
            Foreground.binary());
    return new Granulometry().measure(pixels, ProgressListener.NONE).curve();
  }

  private static void assertResults(GranulometryCurve curve) {
    assertEquals(curve.length(), results().size());
    for (int n = 0; n < curve.length(); n++) {
      assertEquals(n, results().getValue("n", n));
      assertEquals(curve.count(n), results().getValue("V(n) (voxels)", n));
      assertEquals(curve.spectrum(n), results().getValue("s(n)", n));
      assertEquals("background", results().getStringValue("Edges", n));
    }
  }

  private List<String> inFolder() throws IOException {
    try (Stream<Path> files = Files.list(folder)) {
      return files.map(f -> f.getFileName().toString()).sorted().collect(Collectors.toList());
    }
  }

  @Test
  void fillsTheResultsTable() {
    assertEquals("", run(TestImages.binary(), ""));
    assertResults(expected());
    assertEquals("n", results().getHeadings()[0]);
    assertEquals("V(n) (voxels)", results().getHeadings()[1]);
  }

  @Test
  void aNewCurveReplacesTheOldOne() {
    run(TestImages.binary(), "element=cube max_radius=1");
    MacroCall.run(new GranulometryCommand(), TestImages.binary(), "");
    assertResults(expected());
  }

  @Test
  void tableFilesAndResultsHaveTheSameNumbers() throws IOException {
    run(TestImages.binary(), "save=[" + folder + "/c.csv] summary=[" + folder + "/s.csv]");
    List<String> lines = Files.readAllLines(folder.resolve("c.csv"));
    assertEquals(results().size() + 1, lines.size());
    for (int n = 0; n < results().size(); n++) {
      String[] cells = lines.get(n + 1).split(",");
      assertEquals(results().getValue("V(n)/V(0)", n), Double.parseDouble(cells[2]));
      assertEquals(results().getValue("Width (voxels)", n), Double.parseDouble(cells[4]));
    }
    assertEquals(Arrays.asList("c.csv", "s.csv"), inFolder());
  }

  @Test
  void displaySettingsDoNotMatter() {
    boolean before = Prefs.blackBackground;
    try {
      for (boolean black : new boolean[] {true, false}) {
        Prefs.blackBackground = black;
        ImagePlus image = TestImages.binary();
        image.getProcessor().invertLut();
        image.getStack().setColorModel(image.getProcessor().getColorModel());
        assertTrue(image.isInvertedLut());
        run(image, "");
        assertResults(expected());
      }
    } finally {
      Prefs.blackBackground = before;
    }
  }

  @Test
  void thresholdsInCalibratedValues() {
    run(TestImages.stack(8, 3, 77), "threshold=77");
    assertResults(expected());
    ImagePlus ct = TestImages.stack(16, 32768 - 1000, 32768 + 226);
    ct.getCalibration().setSigned16BitCalibration();
    run(ct, "threshold=226");
    assertResults(expected());
    run(TestImages.stack(32, Double.NaN, 0.25), "threshold=0.25");
    assertResults(expected());
    ImagePlus falling = TestImages.stack(8, 200, 10);
    falling.getCalibration().setFunction(Calibration.STRAIGHT_LINE, new double[] {0, -1}, "x");
    run(falling, "threshold=-10");
    assertResults(expected());
  }

  @Test
  void virtualStacksAreReadOnce() {
    int[] reads = new int[TestImages.DEPTH + 1];
    ImageStack pixels = TestImages.binary().getStack();
    VirtualStack stack =
        new VirtualStack(TestImages.WIDTH, TestImages.HEIGHT, null, "") {
          @Override
          public ImageProcessor getProcessor(int slice) {
            reads[slice]++;
            return pixels.getProcessor(slice);
          }

          @Override
          public int getSize() {
            return TestImages.DEPTH;
          }
        };
    ImagePlus image = new ImagePlus("virtual", stack);
    Arrays.fill(reads, 0);
    run(image, "");
    assertResults(expected());
    int[] once = new int[TestImages.DEPTH + 1];
    Arrays.fill(once, 1, once.length, 1);
    assertArrayEquals(once, reads);
  }

  @Test
  void showsTheMap() {
    ImagePlus image = TestImages.stack(16, 0, 40000);
    image.getCalibration().setUnit("mm");
    image.getCalibration().pixelWidth = 0.5;
    image.getCalibration().pixelHeight = 0.5;
    image.getCalibration().pixelDepth = 0.5;
    image.getCalibration().setSigned16BitCalibration();
    run(image, "threshold=7000 map");
    ImagePlus map = MacroCall.shown("balls_map");
    assertEquals(16, map.getBitDepth());
    assertEquals(TestImages.DEPTH, map.getStackSize());
    assertEquals("mm", map.getCalibration().getUnit());
    assertEquals(0.5, map.getCalibration().pixelDepth);
    assertFalse(map.getCalibration().calibrated());
    long[] atLeast = new long[100];
    int largest = 0;
    for (int z = 1; z <= TestImages.DEPTH; z++) {
      for (short value : (short[]) map.getStack().getProcessor(z).getPixels()) {
        largest = Math.max(largest, value);
        for (int n = 0; 2 * n + 1 <= value; n++) {
          atLeast[n]++;
        }
      }
    }
    for (int n = 0; n < results().size(); n++) {
      assertEquals(results().getValue("V(n) (voxels)", n), atLeast[n]);
      assertEquals((2 * n + 1) * 0.5, results().getValue("Width (mm)", n));
    }
    assertEquals(largest, map.getDisplayRangeMax());
    assertFalse(map.getProcessor().isGrayscale());
  }

  @Test
  void theMapFileIsTheMap() {
    run(TestImages.binary(), "map output=[" + folder + "/m.tif]");
    ImagePlus map = MacroCall.shown("balls_map");
    ImagePlus file = IJ.openImage(folder + "/m.tif");
    for (int z = 1; z <= TestImages.DEPTH; z++) {
      assertArrayEquals(
          (short[]) map.getStack().getProcessor(z).getPixels(),
          (short[]) file.getStack().getProcessor(z).getPixels());
    }
  }

  @Test
  void nothingIsOverwrittenOnTheScreen() {
    run(TestImages.binary(), "map");
    run(TestImages.binary(), "map");
    assertEquals("balls_map", MacroCall.shown("balls_map").getTitle());
    assertEquals("balls_map-1", MacroCall.shown("balls_map-1").getTitle());
  }

  @Test
  void anisotropicVoxelsAreReportedAlongEachAxis() {
    ImagePlus image = TestImages.binary();
    image.getCalibration().setUnit("mm");
    image.getCalibration().pixelWidth = 0.5;
    image.getCalibration().pixelHeight = 0.25;
    image.getCalibration().pixelDepth = 2;
    String log = run(image, "");
    assertEquals(
        "Bitvox Granulometry: Voxels are not cubes (0.5 x 0.25 x 2.0 mm): the element acts in"
            + " voxels, so its width differs along the axes.\n",
        log);
    assertEquals(1.5, results().getValue("Width x (mm)", 1));
    assertEquals(0.75, results().getValue("Width y (mm)", 1));
    assertEquals(6, results().getValue("Width z (mm)", 1));
  }

  @Test
  void ballsAreMeasuredInTheUnitOfTheImage() {
    ImagePlus image = TestImages.binary();
    image.getCalibration().setUnit("mm");
    image.getCalibration().pixelWidth = 0.5;
    image.getCalibration().pixelHeight = 0.25;
    image.getCalibration().pixelDepth = 2;
    assertEquals("", run(image, "element=ball map"));
    List<String> headings = Arrays.asList(results().getHeadings());
    assertTrue(
        headings.containsAll(Arrays.asList("Radius (mm)", "Width (mm)")), headings::toString);
    assertFalse(headings.contains("Width (voxels)"), headings::toString);
    double step = 0.25;
    long[] atLeast = new long[100];
    ImagePlus map = MacroCall.shown("balls_map");
    for (int z = 1; z <= TestImages.DEPTH; z++) {
      for (short value : (short[]) map.getStack().getProcessor(z).getPixels()) {
        for (int n = 0; 2 * n + 1 <= value; n++) {
          atLeast[n]++;
        }
      }
    }
    for (int n = 0; n < results().size(); n++) {
      assertEquals(n * step, results().getValue("Radius (mm)", n));
      assertEquals((2 * n + 1) * step, results().getValue("Width (mm)", n));
      assertEquals(atLeast[n], results().getValue("V(n) (voxels)", n));
    }
    run(image, "element=ball step=0.75");
    assertEquals(1.5, results().getValue("Radius (mm)", 2));
  }

  @Test
  void ballsWithoutAUnitAreMeasuredInVoxels() {
    assertEquals("", run(TestImages.binary(), "element=ball step=0.5"));
    assertEquals(0.5, results().getValue("Radius (voxels)", 1));
    assertEquals(1.5, results().getValue("Width (voxels)", 1));
  }

  @Test
  void theSummaryHasTheSameColumnsForEveryElement() throws IOException {
    Path file = folder.resolve("s.csv");
    run(TestImages.binary(), "element=cube summary=[" + file + "]");
    List<String> cube = Files.readAllLines(file);
    run(TestImages.binary(), "element=ball step=0.5 summary=[" + file + "]");
    List<String> ball = Files.readAllLines(file);
    assertEquals(cube.get(0), ball.get(0));
    int step = Arrays.asList(cube.get(0).split(",")).indexOf("Step (voxels)");
    assertEquals("", cube.get(1).split(",")[step]);
    assertEquals("0.5", ball.get(1).split(",")[step]);
  }

  @Test
  void aStepIsForBalls() {
    assertEquals(
        "Bitvox Granulometry: step=2 has no effect with element=cube; it is for element=ball\n",
        run(TestImages.binary(), "element=cube step=2"));
    for (String step : new String[] {"-1", "1e400", "Infinity", "NaN"}) {
      assertEquals(
          "Bitvox Granulometry: step=" + step + " is not allowed; use 0 or more\n",
          run(TestImages.binary(), "element=ball step=" + step));
    }
  }

  @Test
  void aUnitWithoutANameHasOne() {
    ImagePlus image = TestImages.binary();
    Calibration calibration = image.getCalibration();
    calibration.setUnit(" ");
    calibration.pixelWidth = calibration.pixelHeight = calibration.pixelDepth = 0.5;
    assertEquals("", run(image, ""));
    assertEquals(1.5, results().getValue("Width (unit)", 1));
  }

  @Test
  void measuresTheImageThatInputNames() {
    ImagePlus image = TestImages.binary();
    image.setTitle("my balls");
    Interpreter.batchMode = true;
    Interpreter.addBatchModeImage(image);
    assertEquals("", run(null, "input=[my balls]"));
    assertResults(expected());
    Interpreter.removeBatchModeImage(image);
    assertEquals(
        "Bitvox Granulometry: no open image has the title 'my balls'\n",
        run(image, "input=[my balls]"));
  }
}
