// SPDX-License-Identifier: BSD-2-Clause
package org.bitvox.commands;

import static org.bitvox.MacroCall.results;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import ij.IJ;
import ij.ImagePlus;
import ij.macro.Interpreter;
import ij.measure.Calibration;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.bitvox.Cli;
import org.bitvox.MacroCall;
import org.bitvox.TestImages;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class JointHistogramCommandTest {
  private static final int VOXELS = TestImages.WIDTH * TestImages.HEIGHT * TestImages.DEPTH;

  @TempDir Path folder;

  private final ImagePlus second = TestImages.stack(16, 1000, 30_000);

  private String run(ImagePlus image, String options) {
    results().reset();
    second.setTitle("second");
    Interpreter.batchMode = true;
    Interpreter.addBatchModeImage(second);
    return MacroCall.run(new JointHistogramCommand(), image, options);
  }

  @AfterEach
  void close() {
    Interpreter.removeBatchModeImage(second);
    MacroCall.closeAll();
  }

  private static long foreground() {
    long count = 0;
    for (int i = 0; i < VOXELS; i++) {
      int x = i % TestImages.WIDTH;
      int y = i / TestImages.WIDTH % TestImages.HEIGHT;
      count += TestImages.foreground(x, y, i / TestImages.WIDTH / TestImages.HEIGHT) ? 1 : 0;
    }
    return count;
  }

  @Test
  void fillsTheTableAndShowsTheHistogramTwice() {
    assertEquals("", run(TestImages.stack(8, 10, 200), "second=second bins=256,64"));
    assertEquals(1, results().size());
    assertEquals(VOXELS, results().getValue("Used (voxels)", 0));
    assertEquals(1, results().getValue("Pearson r", 0), 1e-9);
    double p = (double) foreground() / VOXELS;
    double entropy = -(p * Math.log(p) + (1 - p) * Math.log(1 - p)) / Math.log(2);
    assertEquals(entropy, results().getValue("MI (bits)", 0), 1e-9);

    ImagePlus histogram = MacroCall.shown("balls_joint_histogram");
    assertEquals(256, histogram.getWidth());
    assertEquals(64, histogram.getHeight());
    assertEquals(VOXELS - foreground(), histogram.getProcessor().getf(10, 0));
    assertEquals(foreground(), histogram.getProcessor().getf(200, 29));
    Calibration axes = histogram.getCalibration();
    assertEquals(200, axes.getX(200), 1e-9);
    assertEquals(2048, axes.getY(2), 1e-9);
    ImagePlus logarithms = MacroCall.shown("balls_joint_histogram_log");
    int row = 63 - 29; // the values of the second image go upwards
    assertEquals(Math.log10(1.0 + foreground()), logarithms.getProcessor().getf(200, row), 1e-5);
    assertEquals(2048, logarithms.getCalibration().getY(63 - 2, 64), 1e-9);
  }

  @Test
  void countsSlicesAndWritesFiles() throws IOException {
    Path csv = folder.resolve("t.csv");
    Path counts = folder.resolve("c.csv");
    Path tif = folder.resolve("h.tif");
    String files = " save=[" + csv + "] counts=[" + counts + "] output=[" + tif + "]";
    String log =
        run(
            TestImages.stack(32, -1, 1.5),
            "second=second bins=4 second_range=0,40000 per_slice" + files);
    assertTrue(log.startsWith("Bitvox Joint Histogram: Manders' M1 is not defined"), log);
    assertEquals(TestImages.DEPTH, results().size());
    assertEquals(3, results().getValue("Slice", 2));
    List<String> lines = Files.readAllLines(csv);
    assertEquals(TestImages.DEPTH + 1, lines.size());
    assertTrue(lines.get(0).startsWith("Image,Slice,Used (voxels),"), lines.get(0));
    String first = "Image,Slice,Used (voxels),Pearson r,Manders M1,Manders M2,";
    assertTrue(lines.get(0).startsWith(first), lines.get(0));
    String settings = ",Second,Mask,Threshold,Second threshold,Backend,Note";
    assertTrue(lines.get(0).endsWith(settings), lines.get(0));
    assertTrue(lines.get(3).startsWith("balls.tif,3,"), lines.get(3));
    assertTrue(lines.get(3).contains(",second,,0,0,"), lines.get(3));
    assertEquals("-1 to 1.5", results().getStringValue("Range A", 3));
    assertEquals("0 to 40000", results().getStringValue("Range B", 3));
    assertEquals("Slice,Bin A,Bin B,Count", Files.readAllLines(counts).get(0));
    assertEquals(
        "1,0,0," + TestImages.WIDTH * TestImages.HEIGHT, Files.readAllLines(counts).get(1));
    ImagePlus written = IJ.openImage(tif.toString());
    assertEquals(TestImages.DEPTH, written.getStackSize());
    assertEquals(32, written.getBitDepth());
    assertEquals(-1, written.getCalibration().getX(0), 1e-6);
  }

  @Test
  void masksCountOnlyTheirForeground() {
    ImagePlus mask = TestImages.binary();
    mask.setTitle("mask");
    Interpreter.batchMode = true;
    Interpreter.addBatchModeImage(mask);
    try {
      assertEquals("", run(TestImages.stack(8, 10, 200), "second=second mask=mask"));
      assertEquals(foreground(), results().getValue("Used (voxels)", 0));
      assertEquals("", run(TestImages.stack(8, 10, 200), "second=second mask=none"));
      assertEquals(VOXELS, results().getValue("Used (voxels)", 0)); // as the Recorder writes it
      assertEquals("", run(TestImages.stack(8, 10, 200), "second=second mask=mask per_slice"));
      assertEquals(TestImages.DEPTH, results().size());
      assertEquals(0, results().getValue("Used (voxels)", 0));
    } finally {
      Interpreter.removeBatchModeImage(mask);
    }
  }

  /** They are as their copies in two images, also from a file. */
  @Test
  void takesTwoChannelsOfOneImage() throws IOException {
    ImagePlus image = TestImages.channels(TestImages.stack(16, 10, 200), second);
    Interpreter.batchMode = true;
    Interpreter.addBatchModeImage(image);
    String ranges = " range=0,256 second_range=0,40000";
    assertEquals("", run(image, "channel=1 second=channels.tif second_channel=2" + ranges));
    assertEquals(VOXELS, results().getValue("Used (voxels)", 0));
    assertEquals(1, results().getValue("Pearson r", 0), 1e-9);
    assertEquals(1, results().getValue("Channel", 0));
    assertEquals(2, results().getValue("Second channel", 0));
    assertEquals("0 to 40000", results().getStringValue("Range B", 0));
    double information = results().getValue("MI (bits)", 0);
    assertTrue(information > 0.1, "MI " + information);

    String file = TestImages.save(image, folder, "c.tif");
    Path csv = folder.resolve("t.csv");
    String options = "input=" + file + " second=" + file + " channel=1 second_channel=2 save=";
    Cli.run("joint_histogram", options + csv + ranges);
    List<String> lines = Files.readAllLines(csv);
    assertTrue(lines.get(0).contains(",Channel,Second,Second channel,"), lines.get(0));
    assertTrue(lines.get(1).contains(",1,c.tif,2,"), lines.get(1));
    assertTrue(lines.get(1).contains("," + information + ","), lines.get(1));
  }

  /** It used to be the input itself, or whichever was opened first. */
  @Test
  void twoImagesOfOneTitleAreNotMistaken() {
    ImagePlus image = TestImages.stack(8, 10, 200);
    ImagePlus other = TestImages.stack(8, 200, 10);
    image.setTitle("second");
    other.setTitle("second");
    Interpreter.batchMode = true;
    Interpreter.addBatchModeImage(other);
    try {
      assertSays("second=second", "2 open images have the title 'second'; rename them", image);
      assertEquals(0, results().size());
      assertEquals("", run(image, "second=[id:" + other.getID() + " second]"));
      assertEquals(-1, results().getValue("Pearson r", 0), 1e-9);
      assertEquals("id:" + image.getID() + " second", results().getStringValue("Image", 0));
      assertEquals("id:" + other.getID() + " second", results().getStringValue("Second", 0));
      assertSays("second=[id:" + other.getID() + " first]", "is 'second', not 'first'", image);
    } finally {
      Interpreter.removeBatchModeImage(other);
    }
  }

  @Test
  void voxelsOfAnotherSizeAreNoted() throws IOException {
    ImagePlus image = TestImages.stack(8, 10, 200);
    image.getCalibration().setUnit("mm");
    image.getCalibration().pixelDepth = 2;
    String sizes =
        "Voxels of balls.tif are 1.0 x 1.0 x 2.0 mm, those of second%s 1.0 x 1.0 x 1.0 pixels; the"
            + " former size is used.\n";
    assertEquals(
        "Bitvox Joint Histogram: " + String.format(sizes, ""), run(image, "second=second"));
    second.setCalibration(image.getCalibration());
    assertEquals("", run(image, "second=second"));
    image.setRoi(2, 2, 9, 9); // a mask, of the image's own voxels
    assertEquals(
        "Bitvox Joint Histogram: only the selection of balls.tif is used\n",
        run(image, "second=second"));
    image.deleteRoi();

    second.setCalibration(new Calibration());
    String a = TestImages.save(image, folder, "balls.tif");
    String b = TestImages.save(second, folder, "second.tif");
    String printed =
        new JointHistogramCommand().print("input=[" + a + "] second=[" + b + "] mask=none");
    assertTrue(printed.endsWith("Note: " + String.format(sizes, ".tif")), printed);
  }

  @Test
  void rowsOfRepeatedRunsAccumulate() {
    run(TestImages.stack(8, 10, 200), "second=second");
    MacroCall.run(
        new JointHistogramCommand(), TestImages.stack(8, 10, 200), "second=second bins=2");
    assertEquals(2, results().size());
    assertEquals(256, results().getValue("Bins A", 0));
    assertEquals(2, results().getValue("Bins A", 1));
  }

  @Test
  void imagesOfRepeatedRunsHaveOtherTitles() {
    run(TestImages.stack(8, 10, 200), "second=second");
    run(TestImages.stack(8, 10, 200), "second=second");
    for (String ending : new String[] {"", "_log"}) {
      String title = "balls_joint_histogram" + ending;
      assertEquals(title, MacroCall.shown(title).getTitle());
      assertEquals(title + "-1", MacroCall.shown(title + "-1").getTitle());
    }
  }

  /** A row a slice is long: it is printed where it is not saved. */
  @Test
  void printsARowASliceOnlyWhereItIsNotSaved() {
    String image = "[" + TestImages.save(TestImages.binary(), folder, "b.tif") + "]";
    String options = "input=" + image + " second=" + image + " per_slice";
    assertEquals(TestImages.DEPTH + 1, Cli.run("joint_histogram", options).split("\n").length);
    assertEquals("", Cli.run("joint_histogram", options + " save=[" + folder + "/t.csv]"));
  }

  @Test
  void rangesAreInCalibratedValues() {
    ImagePlus signed = TestImages.stack(16, 32768 - 1000, 32768 + 500);
    signed.getCalibration().setSigned16BitCalibration();
    String note =
        "Bitvox Joint Histogram: Manders' M1 is not defined, as balls.tif has values below 0:"
            + " subtract its background, or leave such values out by a range or a mask.\n";
    assertEquals(note, run(signed, "second=second bins=2 range=-1500,1500 second_range=0,2000"));
    assertEquals("-1500 to 1500", results().getStringValue("Range A", 0));
    assertEquals(VOXELS - foreground(), results().getValue("Used (voxels)", 0));
    assertEquals(foreground(), results().getValue("Outside ranges (voxels)", 0));
  }

  /** Both were taken from raw values, of which 32768 stands for the shown 0. */
  @Test
  void mandersCoefficientsAreOfCalibratedValues() {
    ImagePlus signed = TestImages.stack(16, 32768 + 1000, 32768 + 500);
    signed.getCalibration().setSigned16BitCalibration();
    double ball = foreground();
    double a = 1000 * (VOXELS - ball) + 500 * ball;
    double b = 1000 * (VOXELS - ball) + 30_000 * ball;
    assertEquals(
        "", run(signed, "second=second threshold=600 second_threshold=2000 range=-32768,32768"));
    assertEquals(500 * ball / a, results().getValue("Manders M1", 0), 1e-12);
    assertEquals(1000 * (VOXELS - ball) / b, results().getValue("Manders M2", 0), 1e-12);
  }

  /** Parts of -1000 and 500 are no parts of -500: M1 was -6.79 of such an image. */
  @Test
  void mandersCoefficientsOfValuesBelowZeroAreUndefined() {
    ImagePlus signed = TestImages.stack(16, 32768 - 1000, 32768 + 500);
    signed.getCalibration().setSigned16BitCalibration();
    String note =
        "Manders' M1 is not defined, as balls.tif has values below 0: subtract its"
            + " background, or leave such values out by a range or a mask.";
    String log = run(signed, "second=second second_threshold=2000 statistics=colocalization");
    assertTrue(log.contains(note), log);
    assertTrue(results().getStringValue("Note", 0).startsWith(note));
    assertTrue(Double.isNaN(results().getValue("Manders M1", 0)));
    assertTrue(Double.isNaN(results().getValue("Manders M1 Costes", 0)));
    assertTrue(results().getValue("Manders M2", 0) > 0);
    assertTrue(results().getValue("Manders M2 Costes", 0) > 0);
    run(signed, "second=second range=0,600 second_threshold=2000");
    assertEquals(1, results().getValue("Manders M1", 0));
  }

  @Test
  void correlationsOfAConstantImageAreUndefined() {
    String log =
        run(TestImages.stack(8, 10, 10), "second=second statistics=colocalization bins=16");
    assertEquals("", log);
    assertTrue(Double.isNaN(results().getValue("Li ICQ", 0)));
    assertTrue(Double.isNaN(results().getValue("Pearson r", 0)));
    assertEquals("no thresholds: r is not defined", results().getStringValue("Costes search", 0));
  }

  /** The image has two values, so that all of its correlations are 1. */
  @Test
  void colocalizationHasColumnsOfItsOwn() {
    ImagePlus image = TestImages.stack(8, 10, 200);
    assertEquals("", run(image, "second=second statistics=colocalization randomisations=20"));
    assertEquals(1, results().getValue("Spearman rho", 0), 1e-12);
    double p = (double) foreground() / VOXELS;
    assertEquals(
        p * p + (1 - p) * (1 - p) + 2 * p * (1 - p) - 0.5, results().getValue("Li ICQ", 0), 1e-12);
    assertEquals(29_000.0 / 190, results().getValue("Regression slope", 0), 1e-9);
    assertEquals(1000 - 10 * 29_000.0 / 190, results().getValue("Regression intercept", 0), 1e-9);
    assertEquals("found", results().getStringValue("Costes search", 0));
    assertEquals(foreground(), results().getValue("Above Costes (voxels)", 0));
    double b = 1000.0 * (VOXELS - foreground()) + 30_000.0 * foreground();
    assertEquals(30_000.0 * foreground() / b, results().getValue("Manders M2 Costes", 0), 1e-12);
    assertEquals(8 * 6 * 5, results().getValue("Blocks", 0));
    assertEquals(1, results().getValue("Shuffled r below (fraction)", 0));
    assertEquals(20, results().getValue("Randomisations", 0));
    ImagePlus log = MacroCall.shown("balls_joint_histogram_log");
    assertEquals(3, log.getOverlay().size());
    assertEquals(
        results().getValue("Costes threshold A", 0), log.getOverlay().get(1).getBounds().x, 1);
  }

  /** Of 16 bits a full range takes 256 values a bin. */
  @Test
  void fewBinsAreNoted() {
    ImagePlus image = TestImages.stack(16, 7, 4095);
    String name = "The values of balls.tif lie in ";
    String coarse = " bins, so that MI, NMI and Kendall's tau-b are coarse; ";
    String note = name + "16 of 256" + coarse + "range=0,4096 makes the bins finer.";
    assertEquals("Bitvox Joint Histogram: " + note + "\n", run(image, "second=second"));
    assertEquals(note, results().getStringValue("Note", 0));
    assertEquals("", run(image, "second=second range=0,4096"));
    String slices = run(image, "second=second per_slice bins=100,256"); // not those of one slice
    assertTrue(slices.contains("lie in 7 of 100" + coarse + "range=0,4588 makes"), slices);
    assertEquals("", run(image, "second=second bins=3,256")); // 1 of 3
    assertEquals("", run(TestImages.stack(16, 0, 16_128), "second=second")); // 64
    assertTrue(run(TestImages.stack(16, 0, 16_127), "second=second").contains("63 of 256"));
    image.getCalibration().setSigned16BitCalibration();
    String signed = run(image, "second=second");
    assertTrue(signed.contains("; range=-32768,-28672 makes"), signed);
    String below = "Manders' M1 is not defined, as balls.tif has values below 0: ";
    String finer = run(image, "second=second range=-32768,-28672");
    assertTrue(finer.contains(below) && !finer.contains(name), finer);
    assertEquals("", run(TestImages.stack(8, 0, 3), "second=second"));
    assertEquals("", run(TestImages.stack(32, 5, 5), "second=second"));
    ImagePlus narrow = TestImages.stack(16, 7, 8);
    narrow.setTitle("narrow");
    Interpreter.batchMode = true;
    Interpreter.addBatchModeImage(narrow);
    try {
      String other = run(TestImages.stack(8, 0, 3), "second=narrow");
      assertTrue(other.contains("narrow lie in 1 of 256" + coarse + "second_range=0,256 "), other);
    } finally {
      Interpreter.removeBatchModeImage(narrow);
    }
  }

  /** Without a word about coarse bins; of 8 and 32 bits the full range does that. */
  @Test
  void rangesFitTheData() {
    ImagePlus image = TestImages.stack(16, 7, 4095);
    assertEquals("", run(image, "second=second range=data second_range=data"));
    assertEquals("7 to 4103", results().getStringValue("Range A", 0));
    assertEquals("1000 to 30184", results().getStringValue("Range B", 0));
    assertEquals(VOXELS, results().getValue("Used (voxels)", 0));
    assertEquals("", run(TestImages.stack(8, 3, 9), "second=second range=data second_range=data"));
    assertEquals("0 to 256", results().getStringValue("Range A", 0));
    ImagePlus signed = TestImages.stack(16, 32768 + 100, 32768 + 500);
    signed.getCalibration().setSigned16BitCalibration();
    run(signed, "second=second range=data bins=100,256");
    assertEquals("100 to 600", results().getStringValue("Range A", 0));
  }

  /** Every bin has as many whole numbers, from the smallest on, also if the last lie above all. */
  @Test
  void rangesOfDataHaveEvenBins() {
    assertArrayEquals(new double[] {5, 261}, JointHistogramRange.ofIntegers(5, 5, 256));
    assertArrayEquals(new double[] {0, 512}, JointHistogramRange.ofIntegers(0, 256, 256));
    assertArrayEquals(new double[] {0, 256}, JointHistogramRange.ofIntegers(0, 255, 256));
    assertArrayEquals(
        new double[] {65535, 65791}, JointHistogramRange.ofIntegers(65535, 65535, 256));
    assertArrayEquals(new double[] {0, 66000}, JointHistogramRange.ofIntegers(0, 65535, 1000));
    assertArrayEquals(new double[] {0, 65538}, JointHistogramRange.ofIntegers(0, 65535, 3));
    assertArrayEquals(new double[] {0, 65536}, JointHistogramRange.ofIntegers(0, 65535, 256));
    run(TestImages.stack(16, 65_000, 65_535), "second=second range=data bins=3,256");
    assertEquals("65000 to 65537", results().getStringValue("Range A", 0));
    assertEquals(VOXELS, results().getValue("Used (voxels)", 0));
  }

  /** What lies outside the mask is not counted, and does not make its bins wider. */
  @Test
  void rangesOfDataAreThoseInTheMask() {
    ImagePlus mask = TestImages.binary();
    mask.setTitle("mask");
    Interpreter.batchMode = true;
    Interpreter.addBatchModeImage(mask);
    String options = "second=second range=data second_range=data mask=mask";
    try {
      run(TestImages.stack(16, 7, 4095), options);
      assertEquals("4095 to 4351", results().getStringValue("Range A", 0));
      assertEquals("30000 to 30256", results().getStringValue("Range B", 0));
      assertEquals(foreground(), results().getValue("Used (voxels)", 0));
      ImagePlus floats = TestImages.stack(32, Double.NaN, 1.5);
      run(floats, options);
      assertEquals("1.5 to 2.5", results().getStringValue("Range A", 0));
      floats.getStack().setVoxel(20, 5, 4, -0.25);
      run(floats, options);
      assertEquals("-0.25 to 1.5", results().getStringValue("Range A", 0));
      assertEquals(foreground(), results().getValue("Used (voxels)", 0));
      assertSays(
          options,
          "balls.tif has no finite value in the mask, so there is nothing to count",
          TestImages.stack(32, 3, Double.NaN));
    } finally {
      Interpreter.removeBatchModeImage(mask);
    }
    assertSays(
        "second=second range=data",
        "balls.tif has no finite value, so there is nothing to count",
        TestImages.stack(32, Double.NaN, Double.NEGATIVE_INFINITY));
  }

  /** What is colocalised lies at the top right, above the lines of Costes' thresholds. */
  @Test
  void linesOfTheSecondImageGoUpwards() {
    ImagePlus image = TestImages.stack(8, 10, 200);
    run(image, "second=second statistics=colocalization second_range=0,32768");
    ImagePlus log = MacroCall.shown("balls_joint_histogram_log");
    double threshold = results().getValue("Costes threshold B", 0);
    double row = 256 - threshold / 128;
    assertEquals(row, log.getOverlay().get(2).getBounds().y, 1);
    assertTrue(log.getProcessor().getf(200, 255 - 30_000 / 128) > 0);
  }

  /** It is not the whole image that is used where the input has a selection. */
  @Test
  void theSelectionOfTheSecondImageIsIgnored() {
    second.setRoi(1, 1, 5, 5);
    ImagePlus image = TestImages.stack(8, 10, 200);
    image.setRoi(2, 2, 9, 9);
    String log = run(image, "second=second");
    assertTrue(log.contains("only the selection of balls.tif is used\n"), log);
    assertTrue(
        log.contains(
            "the selection of second is ignored: only one in the input would say what is counted"),
        log);
  }

  @Test
  void colocalizationOfSlicesHasFlatBlocks() {
    ImagePlus image = TestImages.stack(8, 10, 200);
    String options = "second=second statistics=colocalisation randomisations=5 per_slice block=";
    assertEquals("", run(image, options + "4"));
    int middle = TestImages.DEPTH / 2;
    assertEquals(6 * 4, results().getValue("Blocks", middle));
    assertEquals("", run(image, options + "4,6,1"));
    assertEquals(6 * 3, results().getValue("Blocks", middle));
    assertEquals(
        "no thresholds: r is not defined", results().getStringValue("Costes search", 0)); // empty
    assertSays(
        options + "4,6,2", "two blocks of 4 x 6 x 2 voxels do not fit into 24 x 18 x 1", image);
  }

  @Test
  void saysWhatIsWrong() {
    ImagePlus image = TestImages.binary();
    assertSays(
        "second=second",
        "second has 24 x 18 x 15 voxels, a 7 x 5 x 1; they must have the same size",
        new ImagePlus("a", new ij.process.ByteProcessor(7, 5)));
    assertSays(
        "second=second",
        "the input has no finite value, so there is no full range",
        TestImages.stack(32, Double.NaN, Double.NaN));
    assertSays("second=none", "no open image has the title 'none'", image);
    assertSays("second=second bins=1", "bins=1 is not allowed; use 2 to 4096", image);
    assertSays("second=second bins=3,x", "bins=3,x is not allowed", image);
    assertSays("second=second range=7", "range=7 is not allowed; use full", image);
    assertSays("", "Bitvox Joint Histogram needs second=TITLE", image);
    String colocalization = "second=second statistics=colocalization ";
    for (String block : new String[] {"0", "3,3", "-1,2,3", "a", "3,3,3,3"}) {
      assertSays(
          colocalization + "block=" + block,
          "block=" + block + " is not allowed; use a number from 1, or three such numbers: 3,3,1",
          image);
    }
    assertSays(colocalization + "randomisations=-1", "randomisations=-1 is not allowed", image);
    assertSays("second=second seed=2", "seed=2 has no effect with statistics=basic", image);
    assertSays("second=second bis=3", "unknown key 'bis'", image);
    assertEquals(0, results().size());
  }

  private void assertSays(String options, String words, ImagePlus image) {
    String log = run(image, options);
    assertTrue(log.contains(words), log);
  }
}
