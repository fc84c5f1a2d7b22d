// SPDX-License-Identifier: BSD-2-Clause
package org.bitvox.commands;

import ij.gui.Plot;
import java.awt.Color;
import java.util.Arrays;
import org.bitvox.SolveResult;

/** Residuals by iteration, as powers of ten. */
final class SolvePlot {
  private static final Color CURVE = new Color(0x1f5fa8);

  /** For residuals that became 0. */
  private static final double LEAST = 1e-18;

  private SolvePlot() {}

  static Plot create(String title, SolveResult result) {
    double[] powers =
        Arrays.stream(result.history())
            .map(residual -> Math.log10(Math.max(residual, LEAST)))
            .filter(power -> !Double.isNaN(power) && !Double.isInfinite(power))
            .toArray();
    double[] iterations = new double[powers.length];
    Arrays.setAll(iterations, i -> i);
    Plot plot = new Plot(title, "Iteration", "log10 of the residual");
    plot.setFrameSize(560, 340);
    plot.setColor(CURVE);
    plot.setLineWidth(2);
    plot.addPoints(iterations, powers, Plot.LINE);
    double low = Arrays.stream(powers).min().orElse(-1);
    double high = Arrays.stream(powers).max().orElse(0);
    plot.setLimits(0, Math.max(1, powers.length - 1), Math.floor(low - 0.1), Math.ceil(high + 0.1));
    plot.setLineWidth(1);
    plot.setColor(Color.black);
    plot.addLabel(0.02, 0.06, result.method() + ", preconditioner " + result.preconditioner());
    return plot;
  }
}
