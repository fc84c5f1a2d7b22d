// SPDX-License-Identifier: BSD-2-Clause
package org.bitvox.calls;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import ij.measure.Calibration;
import org.bitvox.files.LengthUnits;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class ScaleTest {
  private static Scale scale(double depth, String unit) {
    Calibration calibration = new Calibration();
    calibration.pixelDepth = depth;
    calibration.setUnit(unit);
    return Scale.of(calibration, 5);
  }

  /** A size that is not the allowed one must not read like it. */
  @Test
  void noDigitBeforeThePointIsRounded() {
    assertEquals("1.0 x 1.0 x 1000001.0 mm", scale(1000001, "mm").words());
    assertEquals("1.0 x 1.0 x 0.33333 mm", scale(1 / 3.0, "mm").words());
    assertEquals("1.0 x 1.0 x 1.0E-7 mm", scale(1e-7, "mm").words());
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

  @ParameterizedTest
  @CsvSource({
    "m, 1",
    "metres, 1",
    "Meters, 1",
    "cm, 1e-2",
    "centimetre, 1e-2",
    "mm, 1e-3",
    "millimeter, 1e-3",
    "millimetres, 1e-3",
    "um, 1e-6",
    "\u00b5m, 1e-6",
    "\u03bcm, 1e-6",
    "micron, 1e-6",
    "microns, 1e-6",
    "micrometers, 1e-6",
    "micrometre, 1e-6",
    "Micrometer, 1e-6",
    "nm, 1e-9",
    "nanometer, 1e-9",
    "nanometres, 1e-9",
    "pm, 1e-12",
    "\u00c5, 1e-10",
    "angstrom, 1e-10",
    "in, 0.0254",
    "inch, 0.0254",
    "inches, 0.0254",
    "Mm, 0",
    "NM, 0",
    "s, 0",
    "furlong, 0",
    "res, 0"
  })
  void namesOfUnits(String name, double metres) {
    assertEquals(metres, scale(2, name).metres());
    assertEquals(metres > 0, scale(2, name).unknownUnit().isEmpty());
  }

  private static Calibration mixed(String x, String y, String z) {
    Calibration calibration = new Calibration();
    calibration.pixelWidth = 2;
    calibration.pixelHeight = 2000;
    calibration.pixelDepth = 500;
    calibration.setUnit(x);
    calibration.setYUnit(y);
    calibration.setZUnit(z);
    return LengthUnits.inOne(calibration);
  }

  /** Half a micrometer is 500 nm, and never 500 um. */
  @Test
  void axesWithUnitsOfTheirOwn() {
    assertEquals("2.0 x 2.0 x 0.5 \u00b5m", Scale.of(mixed("um", "nanometer", "nm"), 5).words());
    assertEquals("2.0 x 0.002 x 0.5 mm", Scale.of(mixed("mm", "nm", "um"), 5).words());
    assertEquals("2.0 x 2000.0 x 500.0 micron", Scale.of(mixed("micron", "um", null), 5).words());
    Scale unknown = Scale.of(mixed("um", null, "s"), 5);
    assertTrue(unknown.isMixed());
    assertEquals("2.0 x 2000.0 x 500.0 \u00b5m, but s along z", unknown.words());
    assertFalse(unknown.inSlices().isMixed());
    assertFalse(Scale.of(mixed("um", null, "s"), 1).isMixed());
    assertTrue(Scale.of(mixed("um", "s", "s"), 1).isMixed());
    assertTrue(Scale.of(mixed("um", "s", "s"), 5).inSlices().isMixed());
    assertFalse(Scale.of(mixed("cubit", null, null), 5).isMixed());
  }
}
