// SPDX-License-Identifier: BSD-2-Clause
package org.bitvox.commands;

import ij.gui.Plot;
import java.awt.Color;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.bitvox.LocalThickness;
import org.bitvox.Phase;
import org.bitvox.calls.Scale;

/** Histograms of thickness. */
final class LocalThicknessPlot {
  private static final int BINS = 50;
  private static final Color SOLID = new Color(0x1f5fa8);
  private static final Color PORES = new Color(0xe0862b);

  private LocalThicknessPlot() {}

  static Plot create(String title, Map<Phase, LocalThickness.Result> results, Scale scale) {
    double largest = 0;
    for (LocalThickness.Result result : results.values()) {
      largest = Math.max(largest, result.largest());
    }
    String unit = scale.calibrated() ? scale.unit : "voxels";
    Plot plot = new Plot(title, "Thickness (" + unit + ")", "Fraction of the phase");
    plot.setFrameSize(560, 340);
    double highest = 0;
    List<String> legend = new ArrayList<>();
    for (Map.Entry<Phase, LocalThickness.Result> one : results.entrySet()) {
      boolean solid = one.getKey() == Phase.FOREGROUND;
      double[] fractions = fractions(one.getValue(), largest);
      for (double fraction : fractions) {
        highest = Math.max(highest, fraction);
      }
      plot.setColor(solid ? SOLID : PORES);
      plot.setLineWidth(2);
      plot.addPoints(middles(largest), fractions, Plot.LINE);
      legend.add(solid ? "solid (Tb.Th)" : "pores (Tb.Sp)");
    }
    plot.setLimits(0, largest, 0, 1.05 * highest);
    plot.setLineWidth(1);
    plot.setColor(Color.black);
    plot.addLegend(String.join("\t", legend), "top-right");
    return plot;
  }

  /** The share of the voxels in each of the bins from 0 to the largest thickness. */
  private static double[] fractions(LocalThickness.Result result, double largest) {
    double[] fractions = new double[BINS];
    double[] thickness = result.thickness();
    long[] voxels = result.voxels();
    for (int i = 0; i < thickness.length; i++) {
      int bin = Math.min(BINS - 1, (int) (BINS * thickness[i] / largest));
      fractions[bin] += (double) voxels[i] / result.count();
    }
    return fractions;
  }

  private static double[] middles(double largest) {
    double[] middles = new double[BINS];
    for (int bin = 0; bin < BINS; bin++) {
      middles[bin] = (bin + 0.5) * largest / BINS;
    }
    return middles;
  }
}
