// SPDX-License-Identifier: BSD-2-Clause
package org.bitvox.commands;

import ij.gui.Plot;
import java.awt.Color;
import java.util.Arrays;
import java.util.stream.IntStream;
import org.bitvox.Solve;

/** Residuals by iteration, as powers of ten. */
final class SolvePlot {
  private static final Color CURVE = new Color(0x1f5fa8);

  /** For residuals that became 0. */
  private static final double LEAST = 1e-18;

  private SolvePlot() {}

  static Plot create(String title, Solve.Result result) {
    double[] history = result.history();
    // Those that are numbers: a method that broke down may end with one that is none.
    double[] iterations =
        IntStream.range(0, history.length)
            .filter(i -> !Double.isNaN(history[i]) && !Double.isInfinite(history[i]))
            .asDoubleStream()
            .toArray();
    double[] powers =
        Arrays.stream(iterations).map(i -> Math.log10(Math.max(history[(int) i], LEAST))).toArray();
    Plot plot = new Plot(title, "Iteration", "log10 of the residual");
    plot.setFrameSize(560, 340);
    plot.setColor(CURVE);
    plot.setLineWidth(2);
    plot.addPoints(iterations, powers, Plot.LINE);
    double low = Arrays.stream(powers).min().orElse(-1);
    double high = Arrays.stream(powers).max().orElse(0);
    plot.setLimits(
        0, Math.max(1, history.length - 1), Math.floor(low - 0.1), Math.ceil(high + 0.1));
    plot.setLineWidth(1);
    plot.setColor(Color.black);
    plot.addLabel(0.02, 0.06, result.method() + ", preconditioner " + result.preconditioner());
    return plot;
  }
}
