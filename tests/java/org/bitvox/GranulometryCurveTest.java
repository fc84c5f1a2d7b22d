// SPDX-License-Identifier: BSD-2-Clause
package org.bitvox;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;

class GranulometryCurveTest {
  private static final double EXACT = 1e-15;

  @Test
  void spectrumIsTheDropOverTheBeginning() {
    GranulometryCurve curve = new GranulometryCurve(100, 90, 60, 10, 0);
    assertEquals(0.1, curve.spectrum(0), EXACT);
    assertEquals(0.3, curve.spectrum(1), EXACT);
    assertEquals(0.5, curve.spectrum(2), EXACT);
    assertEquals(0.1, curve.spectrum(3), EXACT);
    assertEquals(0, curve.spectrum(4), EXACT);
    assertEquals(0.6, curve.fraction(2), EXACT);
    assertEquals(5, curve.length());
    assertFalse(curve.endedByMaxRadius());
  }

  @Test
  void statisticsWeighTheSizesWithTheSpectrum() {
    GranulometryCurve curve = new GranulometryCurve(100, 90, 60, 10, 0);
    assertEquals(2, curve.predominantSize());
    assertEquals(0.3 * 1 + 0.5 * 2 + 0.1 * 3, curve.mean(), EXACT);
    double variance = 0.1 * 1.6 * 1.6 + 0.3 * 0.6 * 0.6 + 0.5 * 0.4 * 0.4 + 0.1 * 1.4 * 1.4;
    assertEquals(Math.sqrt(variance), curve.standardDeviation(), EXACT);
  }

  @Test
  void percentilesAreTheFirstSizeThatReachesThem() {
    GranulometryCurve curve = new GranulometryCurve(100, 90, 60, 10, 0);
    assertEquals(0, curve.percentile(10));
    assertEquals(1, curve.percentile(11));
    assertEquals(1, curve.percentile(40));
    assertEquals(2, curve.percentile(50));
    assertEquals(2, curve.percentile(90));
    assertEquals(3, curve.percentile(100));
  }

  @Test
  void theSmallestOfEqualSizesPredominates() {
    assertEquals(1, new GranulometryCurve(100, 80, 40, 0).predominantSize());
    assertEquals(0, new GranulometryCurve(100, 50, 0).predominantSize());
  }

  @Test
  void whatTheMaximumRadiusLeavesCountsAtTheLastSize() {
    GranulometryCurve curve = new GranulometryCurve(100, 100, 80);
    assertTrue(curve.endedByMaxRadius());
    assertEquals(0.8, curve.spectrum(2), EXACT);
    assertEquals(2, curve.predominantSize());
    assertEquals(0.2 * 1 + 0.8 * 2, curve.mean(), EXACT);
    assertEquals(2, curve.percentile(90));
    assertEquals(0.4, curve.standardDeviation(), EXACT);
  }

  @Test
  void manyVoxelsLoseNothing() {
    long voxels = 1L << 42;
    GranulometryCurve curve = new GranulometryCurve(voxels, voxels - 1, 1, 0);
    assertEquals(1, curve.predominantSize());
    assertEquals(1, curve.percentile(10));
    assertEquals(1.0 / voxels, curve.spectrum(0), 0);
  }

  @Test
  void refusesWhatIsNoCurve() {
    assertThrows(IllegalArgumentException.class, () -> new GranulometryCurve());
    assertThrows(IllegalArgumentException.class, () -> new GranulometryCurve(0));
    assertThrows(IllegalArgumentException.class, () -> new GranulometryCurve(5, 6));
    assertThrows(IllegalArgumentException.class, () -> new GranulometryCurve(5, -1));
  }
}
