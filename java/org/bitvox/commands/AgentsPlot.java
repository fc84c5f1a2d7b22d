// SPDX-License-Identifier: BSD-2-Clause
package org.bitvox.commands;

import ij.gui.Plot;
import java.awt.Color;
import java.util.Arrays;
import java.util.function.DoubleUnaryOperator;
import java.util.stream.IntStream;
import org.bitvox.AgentCounts;
import org.bitvox.parameters.Values;

/** The mean square displacement by step, beside that of agents that meet nobody and no wall. */
final class AgentsPlot {
  private static final Color CURVE = new Color(0x1f5fa8);
  private static final Color FREE = new Color(0xe0862b);

  private final AgentCounts counts;
  private final String unit;
  private final DoubleUnaryOperator free; // null if it is not known

  AgentsPlot(Values values, AgentsSpace space, AgentCounts counts) {
    this.counts = counts;
    unit = space.unit();
    free = free(values, space.isFlat() ? 2 : 3);
  }

  /** Of a number of steps; null for motions that have no law of their own. */
  static DoubleUnaryOperator free(Values values, int axes) {
    double square = Math.pow(values.decimal("step"), 2);
    switch (values.text("motion")) {
      case "random":
        return steps -> axes * steps * square / 3;
      case "persistent":
        // The mean product of the directions of two moves, k steps apart, is straight^k.
        double straight = Math.exp(-1 / values.decimal("persistence"));
        double bends = -Math.expm1(-1 / values.decimal("persistence"));
        return steps ->
            square
                * (steps * (1 + straight) / bends
                    - 2 * straight * (1 - Math.pow(straight, steps)) / (bends * bends));
      default:
        return null;
    }
  }

  Plot create(String title) {
    double[] steps = all(counts::step);
    double[] squares = all(counts::squaredDisplacement);
    Plot plot = new Plot(title, "Step", "Mean square displacement (" + unit + "^2)");
    plot.setFrameSize(560, 340);
    double most = Arrays.stream(squares).filter(square -> square > 0).max().orElse(1);
    if (free != null) {
      double[] alone = Arrays.stream(steps).map(free).toArray();
      plot.setColor(FREE);
      plot.setLineWidth(1);
      plot.addPoints(steps, alone, Plot.LINE);
      most = Math.max(most, alone[alone.length - 1]);
    }
    plot.setColor(CURVE);
    plot.setLineWidth(2);
    plot.addPoints(steps, squares, Plot.LINE);
    plot.setLineWidth(1);
    plot.setLimits(0, Math.max(1, steps[steps.length - 1]), 0, 1.05 * most);
    plot.setColor(Color.black);
    plot.addLegend(free == null ? "agents" : "alone\tthese agents", "top-left");
    return plot;
  }

  private interface Number {
    double of(int frame);
  }

  private double[] all(Number number) {
    return IntStream.range(0, counts.frames()).mapToDouble(number::of).toArray();
  }
}
