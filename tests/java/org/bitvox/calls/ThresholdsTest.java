// SPDX-License-Identifier: BSD-2-Clause
package org.bitvox.calls;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import ij.ImagePlus;
import ij.measure.Calibration;
import ij.process.ByteProcessor;
import ij.process.FloatProcessor;
import ij.process.ImageProcessor;
import ij.process.ShortProcessor;
import java.util.Arrays;
import org.bitvox.commands.GranulometryCommand;
import org.bitvox.parameters.Parameters.Caller;
import org.bitvox.parameters.UsageException;
import org.bitvox.parameters.Values;
import org.junit.jupiter.api.Test;

class ThresholdsTest {
  private static Values threshold(String value) {
    return new GranulometryCommand()
        .parameters()
        .parse(Arrays.asList("threshold=" + value), Caller.IMAGEJ);
  }

  private static Calibration calibration(ImageProcessor pixels, int function, double... c) {
    Calibration calibration = new ImagePlus("", pixels).getCalibration();
    calibration.setFunction(function, c, "units");
    return calibration;
  }

  private static String range(String value, Calibration calibration, int bits) {
    return Thresholds.foreground(threshold(value), calibration, bits).toString();
  }

  private static Calibration straight8(double offset, double slope) {
    return calibration(new ByteProcessor(1, 1), Calibration.STRAIGHT_LINE, offset, slope);
  }

  @Test
  void withoutThresholdTheImageMustBeBinary() {
    assertEquals("255", range("", new Calibration(), 8));
    assertEquals("255", range("", new Calibration(), 16));
  }

  @Test
  void rawValuesWithoutCalibration() {
    assertEquals("128.0 to 255.0", range("128", new Calibration(), 8));
    assertEquals("0.5 to 65535.0", range("0.5", new Calibration(), 16));
    assertEquals("-3.5 to Infinity", range("-3.5", new Calibration(), 32));
  }

  @Test
  void twoNumbersAreTheSmallestAndTheLargest() {
    assertEquals("128.0 to 200.0", range("128..200", new Calibration(), 8));
    assertEquals("7.0 to 7.0", range("7..7", new Calibration(), 16));
    assertEquals("-3.5 to 4.0", range("-3.5..4", new Calibration(), 32));
    assertEquals("100.0 to 200.0", range("50..100", straight8(0, 0.5), 8));
    assertEquals("55.0 to 155.0", range("100..200", straight8(255, -1), 8));
    for (String wrong : new String[] {"7..6", "1..2..3", "1..", "..1", "a", "1..b", "1,5"}) {
      assertThrows(UsageException.class, () -> threshold(wrong), wrong);
    }
  }

  @Test
  void aRisingCalibrationKeepsTheHighValues() {
    assertEquals("100.0 to 255.0", range("50", straight8(0, 0.5), 8));
    assertEquals("101.0 to 255.0", range("50.1", straight8(0, 0.5), 8));
    assertEquals("0.0 to 255.0", range("-1", straight8(0, 0.5), 8));
    assertEquals("256.0 to 255.0", range("1000", straight8(0, 0.5), 8));
  }

  @Test
  void aFallingCalibrationKeepsTheLowValues() {
    assertEquals("0.0 to 55.0", range("200", straight8(255, -1), 8));
  }

  @Test
  void shownValuesAreFloat() {
    // 0.1f * 7 is shown as 0.7, which as a double is a little less than 0.7.
    assertEquals("7.0 to 255.0", range("0.7", straight8(0, 0.1), 8));
    assertEquals((double) 0.7f + " to Infinity", range("0.7", new Calibration(), 32));
  }

  @Test
  void signedImagesHaveAnOffset() {
    ImagePlus image = new ImagePlus("", new ShortProcessor(1, 1));
    image.getCalibration().setSigned16BitCalibration();
    assertEquals("32994.0 to 65535.0", range("226", image.getCalibration(), 16));
    assertEquals("31768.0 to 65535.0", range("-1000", image.getCalibration(), 16));
  }

  @Test
  void hounsfieldUnitsOfScaledImages() {
    Calibration calibration =
        calibration(new ShortProcessor(1, 1), Calibration.STRAIGHT_LINE, -1024, 0.5);
    assertEquals("2500.0 to 65535.0", range("226", calibration, 16));
  }

  @Test
  void floatImagesHaveNoCalibrationOfValues() {
    Calibration calibration =
        calibration(new FloatProcessor(1, 1), Calibration.STRAIGHT_LINE, 5, 2);
    assertEquals("1.0 to Infinity", range("1", calibration, 32));
  }

  @Test
  void aCalibrationThatRisesAndFallsIsRefused() {
    Calibration hill = calibration(new ByteProcessor(1, 1), Calibration.POLY2, 16384, -256, 1);
    assertEquals(
        "threshold cannot be used: the image's calibration neither only rises nor only falls",
        assertThrows(UsageException.class, () -> range("100", hill, 8)).getMessage());
  }
}
