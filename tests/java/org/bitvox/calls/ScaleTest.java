// SPDX-License-Identifier: BSD-2-Clause
package org.bitvox.calls;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import ij.measure.Calibration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ScaleTest {
  private static Scale scale(double depth, String unit) {
    Calibration calibration = new Calibration();
    calibration.pixelDepth = depth;
    calibration.setUnit(unit);
    return Scale.of(calibration, 5);
  }

  /** Whatever a program calls it, an image without a unit is not calibrated. */
  @ParameterizedTest
  @ValueSource(strings = {"", " ", "unit", "Unit", "pixel", "pixels", "voxel", "voxels"})
  void namesOfNoUnit(String name) {
    assertFalse(scale(1, name).calibrated());
    assertEquals("1.0 x 1.0 x 1.0 pixels", scale(1, name).words());
    assertTrue(scale(1, name).sameAs(scale(1, "pixel")));
    assertEquals("1.0 x 1.0 x 2.5 unit", scale(2.5, name).words());
    assertTrue(scale(2.5, name).sameAs(scale(2.5, "pixel")));
    assertFalse(scale(2.5, name).sameAs(scale(1, name)));
  }

  @Test
  void oneOfAUnitIsASize() {
    assertTrue(scale(1, "mm").calibrated());
    assertEquals("1.0 x 1.0 x 1.0 mm", scale(1, " mm ").words());
    assertFalse(scale(1, "mm").sameAs(scale(1, "pixel")));
  }

  /** One slice, whose depth is below both sides of its pixels, between them and above. */
  @ParameterizedTest
  @ValueSource(doubles = {0.5, 3, 100})
  void theDepthOfOneSliceDoesNotMatter(double depth) {
    Calibration calibration = new Calibration();
    calibration.pixelWidth = 2;
    calibration.pixelHeight = 4;
    calibration.pixelDepth = depth;
    calibration.setUnit("um");
    assertArrayEquals(new double[] {2, 4, 2}, Scale.of(calibration, 1).voxel());
    assertArrayEquals(new double[] {2, 4, 2}, Scale.of(calibration, 5).inSlices().voxel());
    assertArrayEquals(new double[] {2, 4, depth}, Scale.of(calibration, 5).voxel());
  }
}
