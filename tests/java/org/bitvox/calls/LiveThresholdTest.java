// SPDX-License-Identifier: BSD-2-Clause
package org.bitvox.calls;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import ij.IJ;
import ij.ImagePlus;
import ij.measure.Calibration;
import ij.measure.ResultsTable;
import ij.process.ImageProcessor;
import java.io.IOException;
import java.util.Collections;
import java.util.Random;
import org.bitvox.Foreground;
import org.bitvox.MacroCall;
import org.bitvox.ProgressListener;
import org.bitvox.commands.GranulometryCommand;
import org.bitvox.commands.Skeleton2DCommand;
import org.bitvox.parameters.Parameters;
import org.bitvox.parameters.Parameters.Caller;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class LiveThresholdTest {
  private static final Parameters PARAMETERS = new GranulometryCommand().parameters();

  @AfterEach
  void close() {
    MacroCall.closeAll();
  }

  /** Two slices of all values there are, in any order. */
  private static ImagePlus grey(int bits) {
    ImagePlus image = IJ.createImage("grey", bits + "-bit black", 32, 20, 2);
    Random random = new Random(bits);
    for (int z = 1; z <= 2; z++) {
      ImageProcessor slice = image.getStack().getProcessor(z);
      for (int i = 0; i < 32 * 20; i++) {
        slice.setf(i, bits == 32 ? random.nextFloat() * 9 - 4 : random.nextInt(1 << bits));
      }
    }
    return image;
  }

  private static ImagePlus red(int bits, double low, double high) {
    ImagePlus image = grey(bits);
    image.getProcessor().setThreshold(low, high, ImageProcessor.RED_LUT);
    return image;
  }

  /** What threshold= makes foreground is what ImageJ shows in red. */
  private static void expectSame(ImagePlus image, String threshold) {
    assertEquals(threshold, LiveThreshold.of(image));
    Foreground range =
        Thresholds.foreground(
            PARAMETERS.parse(Collections.singletonList("threshold=" + threshold), Caller.IMAGEJ),
            image.getCalibration(),
            image.getBitDepth());
    String[] words = range.toString().split(" to ");
    ImageProcessor slice = image.getProcessor();
    for (int i = 0; i < slice.getPixelCount(); i++) {
      double raw = slice.getf(i);
      boolean inRed = raw >= slice.getMinThreshold() && raw <= slice.getMaxThreshold();
      boolean inRange = raw >= Double.parseDouble(words[0]) && raw <= Double.parseDouble(words[1]);
      assertEquals(inRed, inRange, "raw value " + raw + " and " + range);
    }
  }

  @Test
  void isWhatIsRed() {
    expectSame(red(8, 100, 255), "100");
    expectSame(red(8, 100, 200), "100..200");
    expectSame(red(8, 0, 77), "0..77");
    expectSame(red(16, 1000, 65535), "1000");
    expectSame(red(16, 1000, 30000), "1000..30000");
    expectSame(red(32, -1.25, 2.5), "-1.25..2.5");
    expectSame(red(32, 0.1, 0.3), "0.1..0.29999998");
    expectSame(red(32, 0.5, Double.POSITIVE_INFINITY), "0.5");
  }

  @Test
  void isInCalibratedValues() {
    ImagePlus rising = red(16, 32768 + 226, 65535);
    rising.getCalibration().setSigned16BitCalibration();
    expectSame(rising, "226");
    ImagePlus falling = red(8, 100, 255);
    falling
        .getCalibration()
        .setFunction(Calibration.STRAIGHT_LINE, new double[] {255, -1}, "units");
    expectSame(falling, "0..155");
  }

  @Test
  void isNothingWhereNothingIsRedOrTheImageIsBinary() {
    assertEquals("", LiveThreshold.of(grey(8)));
    ImagePlus binary = IJ.createImage("binary", "8-bit white", 9, 9, 3);
    binary.getProcessor().setThreshold(0, 0, ImageProcessor.RED_LUT);
    assertEquals("", LiveThreshold.of(binary));
    binary.getStack().getProcessor(3).set(4, 4, 7); // grey in a slice that is not shown
    assertEquals("0..0", LiveThreshold.of(binary));
  }

  /** The table says what was used, so that the row can be made again. */
  @Test
  void aMacroUsesItUnlessItGivesAnother() {
    ImagePlus image = red(8, 100, 200);
    String log = MacroCall.run(new Skeleton2DCommand(), image, "rule=guo-hall");
    assertTrue(log.contains("foreground is what is red in the image: threshold=100..200"), log);
    ResultsTable table = MacroCall.results();
    int last = table.size() - 1;
    assertEquals("100..200", table.getStringValue("Threshold", last));
    int before = (int) table.getValue("Pixels before", last);
    image.getProcessor().resetThreshold();
    assertEquals("", MacroCall.run(new Skeleton2DCommand(), image, "threshold=100..200"));
    table = MacroCall.results();
    assertEquals(before, table.getValue("Pixels before", table.size() - 1));
    image.getProcessor().setThreshold(100, 200, ImageProcessor.RED_LUT);
    assertEquals("", MacroCall.run(new Skeleton2DCommand(), image, "threshold=20"));
    table = MacroCall.results();
    assertEquals(20, table.getValue("Threshold", table.size() - 1));
  }

  /** Between the two heaps of values, and that splits them. */
  @Test
  void otsuSuggestsWhatPartsTwoHeaps() throws IOException {
    for (int bits : new int[] {8, 16, 32}) {
      ImagePlus image = IJ.createImage("heaps", bits + "-bit black", 40, 40, 40);
      Random random = new Random(5);
      for (int z = 1; z <= 40; z++) {
        ImageProcessor slice = image.getStack().getProcessor(z);
        for (int i = 0; i < 1600; i++) {
          slice.setf(i, random.nextInt(3) == 0 ? 180 + random.nextInt(20) : random.nextInt(30));
        }
      }
      InputImage input = new OpenImage(image, PARAMETERS.defaults(), ProgressListener.NONE);
      double threshold = Otsu.of(input);
      assertTrue(threshold > 29 && threshold <= 180, bits + ": " + threshold);
    }
    ImagePlus flat = IJ.createImage("flat", "16-bit black", 9, 9, 1);
    InputImage input = new OpenImage(flat, PARAMETERS.defaults(), ProgressListener.NONE);
    assertEquals("", Otsu.suggestion(input));
  }
}
