// SPDX-License-Identifier: BSD-2-Clause
package org.bitvox.commands;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Arrays;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class HistogramBinsTest {
  /** Of 1000 values spread evenly over 100 the middle half is 50 wide: bins of 2 * 50 / 10. */
  @Test
  void widthIsThatOfFreedmanAndDiaconis() {
    double[] values = IntStream.rangeClosed(1, 100).asDoubleStream().toArray();
    long[] counts = new long[100];
    Arrays.fill(counts, 10);
    HistogramBins bins = HistogramBins.of(values, counts, 0.1);
    assertEquals(10, bins.width, 1e-12);
    assertEquals(11, bins.parts.length); // 100 itself begins the last one
    assertEquals(0.09, bins.parts[0], 1e-12); // 1 to 9
    assertEquals(0.1, bins.parts[4], 1e-12);
    assertEquals(1, Arrays.stream(bins.parts).sum(), 1e-12);
  }

  @Test
  void noBinIsNarrowerThanAVoxelAndThereAreNotTooMany() {
    double[] values = {1, 2, 3, 4};
    long[] counts = {1_000_000, 1_000_000, 1_000_000, 1_000_000};
    assertEquals(1, HistogramBins.of(values, counts, 1).width);
    double[] far = {1, 2, 3, 5000};
    HistogramBins bins = HistogramBins.of(far, counts, 1);
    assertTrue(bins.parts.length <= 100, "" + bins.parts.length);
    assertEquals(0.25, bins.parts[bins.parts.length - 1], 1e-12);
    HistogramBins one = HistogramBins.of(new double[] {7}, new long[] {3}, 1);
    assertEquals(1, one.parts[7]);
  }
}
