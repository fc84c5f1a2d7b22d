// SPDX-License-Identifier: BSD-2-Clause
package org.bitvox;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Arrays;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class ColocalizationTest {
  private static final int WIDTH = 37;
  private static final int HEIGHT = 20;
  private final double[] a = new double[WIDTH * HEIGHT];
  private final double[] b = new double[WIDTH * HEIGHT];

  /** Two images that are somewhat alike. */
  private JointHistogramResult measure(String backend, boolean wanted) {
    Random random = new Random(5);
    byte[] first = new byte[a.length];
    short[] second = new short[a.length];
    for (int i = 0; i < a.length; i++) {
      a[i] = random.nextInt(100);
      b[i] = a[i] * 3 + random.nextInt(500);
      first[i] = (byte) a[i];
      second[i] = (short) b[i];
    }
    return new JointHistogram()
        .colocalization(wanted)
        .randomisations(50)
        .block(3, 3, 1)
        .backend(backend)
        .measure(
            new GreyStack(WIDTH, HEIGHT, 1, new Object[] {first}),
            new GreyStack(WIDTH, HEIGHT, 1, new Object[] {second}),
            null,
            ProgressListener.NONE);
  }

  private static double pearson(double[] x, double[] y, boolean[] which) {
    double n = 0;
    double xMean = 0;
    double yMean = 0;
    for (int i = 0; i < x.length; i++) {
      if (which[i]) {
        n++;
        xMean += x[i];
        yMean += y[i];
      }
    }
    xMean /= n;
    yMean /= n;
    double xx = 0;
    double yy = 0;
    double xy = 0;
    for (int i = 0; i < x.length; i++) {
      if (which[i]) {
        xx += (x[i] - xMean) * (x[i] - xMean);
        yy += (y[i] - yMean) * (y[i] - yMean);
        xy += (x[i] - xMean) * (y[i] - yMean);
      }
    }
    return xy / Math.sqrt(xx * yy);
  }

  private static double[] ranks(double[] values) {
    double[] ranks = new double[values.length];
    for (int i = 0; i < values.length; i++) {
      for (double other : values) {
        ranks[i] += other < values[i] ? 1 : other == values[i] ? 0.5 : 0;
      }
    }
    return ranks;
  }

  /** Of the voxels above both of Costes' thresholds, or of the others. */
  private boolean[] above(Colocalization c, double lower, boolean wanted) {
    boolean[] which = new boolean[a.length];
    double second = c.secondThreshold() - lower;
    double first = (second - c.intercept()) / c.slope();
    for (int i = 0; i < a.length; i++) {
      which[i] = (a[i] > first && b[i] > second) == wanted;
    }
    return which;
  }

  @ParameterizedTest
  @MethodSource("org.bitvox.BackendContract#backends")
  void agreesWithItsDefinition(String backend) {
    Colocalization c = measure(backend, true).colocalization();
    boolean[] all = new boolean[a.length];
    Arrays.fill(all, true);
    assertEquals(pearson(ranks(a), ranks(b), all), c.spearman(), 1e-12);
    assertEquals(Colocalization.Costes.FOUND, c.costes());
    // The slope is above 1, so that B is stepped through: one higher is not low enough.
    assertTrue(c.slope() > 1, "" + c.slope());
    assertEquals(Math.rint(c.secondThreshold()), c.secondThreshold());
    assertEquals(c.slope() * c.firstThreshold() + c.intercept(), c.secondThreshold(), 1e-9);
    assertTrue(pearson(a, b, above(c, -1, false)) > 0);
    assertEquals(pearson(a, b, above(c, 0, false)), c.pearsonBelow(), 1e-12);
    assertTrue(c.pearsonBelow() <= 0);
    assertEquals(pearson(a, b, above(c, 0, true)), c.pearsonAbove(), 1e-12);
    double sum = 0;
    double over = 0;
    for (int i = 0; i < a.length; i++) {
      sum += a[i];
      over += b[i] > c.secondThreshold() ? a[i] : 0;
    }
    assertEquals(over / sum, c.mandersFirst(), 1e-12);
    assertEquals(12 * 6, c.blocks());
    assertEquals(1, c.shuffledBelow());
    assertEquals(0, c.shuffledMean(), 0.03);
  }

  @Test
  void isUndefinedUnlessAskedFor() {
    Colocalization c = measure("auto", false).colocalization();
    assertTrue(Double.isNaN(c.spearman()));
    assertTrue(Double.isNaN(c.shuffledMean()));
    assertEquals(0, c.above());
    assertEquals(Colocalization.Costes.NOT_CORRELATED, c.costes());
  }
}
