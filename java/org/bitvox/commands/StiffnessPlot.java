// SPDX-License-Identifier: BSD-2-Clause
package org.bitvox.commands;

import ij.gui.Plot;
import java.awt.Color;
import java.util.Arrays;
import java.util.Locale;

/** The histogram of effective strains, with the one that Pistoia's rule looks at. */
final class StiffnessPlot {
  private static final int BARS = 60;

  /** Of the body: the strains of the rest would make all others small. */
  private static final double SHOWN = 0.995;

  private static final Color CURVE = new Color(0x1f5fa8);
  private static final Color LIMIT = new Color(0xd02f56);

  private StiffnessPlot() {}

  /**
   * The plot.
   *
   * @param percent how much of the body is above the limit, in words
   * @param limit a strain; 0 if it is not known
   */
  static Plot create(String title, StiffnessStrains strains, String percent, double limit) {
    double[] parts = strains.parts(SHOWN);
    int together = (parts.length + BARS - 1) / BARS;
    int bars = together == 0 ? 0 : (parts.length + together - 1) / together;
    double[] x = new double[bars];
    double[] y = new double[bars];
    for (int i = 0; i < bars; i++) {
      int end = Math.min(parts.length, (i + 1) * together);
      x[i] = 100 * strains.binWidth() * (i + 0.5) * together;
      y[i] = Arrays.stream(parts, i * together, end).sum();
    }
    double right = bars == 0 ? 1 : x[bars - 1] + x[0];
    double top = 1.05 * Arrays.stream(y).max().orElse(1);
    Plot plot = new Plot(title, "Effective strain (%)", "Fraction of the body");
    plot.setFrameSize(560, 340);
    plot.setColor(CURVE);
    plot.setLineWidth(2);
    plot.addPoints(x, y, Plot.LINE);
    String legend = "body";
    if (limit > 0) {
      plot.setColor(LIMIT);
      plot.addPoints(new double[] {100 * limit, 100 * limit}, new double[] {0, top}, Plot.LINE);
      legend += String.format(Locale.ROOT, "\t%s %% of it is above %.3g %%", percent, 100 * limit);
      right = Math.max(right, 105 * limit);
    }
    plot.setLimits(0, right, 0, top);
    plot.setLineWidth(1);
    plot.setColor(Color.black);
    plot.addLegend(legend, "top-right");
    return plot;
  }
}
