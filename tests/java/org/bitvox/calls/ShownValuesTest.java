// SPDX-License-Identifier: BSD-2-Clause
package org.bitvox.calls;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;

import ij.IJ;
import ij.ImagePlus;
import ij.measure.Calibration;
import java.util.concurrent.CancellationException;
import org.junit.jupiter.api.Test;

class ShownValuesTest {
  private static Calibration doubled() {
    Calibration calibration = new Calibration();
    calibration.setFunction(Calibration.STRAIGHT_LINE, new double[] {-1024, 2}, "HU");
    return calibration;
  }

  @Test
  void areThoseOfTheCalibrationInEveryPiece() {
    short[] pixels = new short[3 * (1 << 22) + 1]; // four pieces
    for (int i = 0; i < pixels.length; i++) {
      pixels[i] = (short) (i * 7);
    }
    ShownValues shown = ShownValues.of(calibrated(16), 16);
    int[] asked = {0};
    float[] values = shown.of(pixels, () -> ++asked[0] > 4);
    assertEquals(4, asked[0]);
    for (int i = 0; i < pixels.length; i++) {
      if (values[i] != 2 * (pixels[i] & 0xffff) - 1024) {
        assertEquals(2 * (pixels[i] & 0xffff) - 1024, values[i], "pixel " + i);
      }
    }
    assertThrows(CancellationException.class, () -> shown.of(pixels, () -> ++asked[0] > 6));
    assertEquals(7, asked[0]);
  }

  @Test
  void ofBytesAndOfWhatIsNotCalibrated() {
    assertEquals(-1024 + 2 * 200, ShownValues.of(calibrated(8), 8).of(new byte[] {(byte) 200})[0]);
    assertNull(ShownValues.of(new Calibration(), 8));
    assertNull(ShownValues.of(calibrated(8), 32));
  }

  /** ImageJ makes the table for the depth of the image that has the calibration. */
  private static Calibration calibrated(int bits) {
    ImagePlus image = IJ.createImage("image", bits + "-bit black", 1, 1, 1);
    image.setCalibration(doubled());
    return image.getCalibration();
  }
}
