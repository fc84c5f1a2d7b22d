// SPDX-License-Identifier: BSD-2-Clause
package org.bitvox.commands;

import ij.gui.Plot;
import java.awt.Color;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.bitvox.LocalThickness;
import org.bitvox.Phase;
import org.bitvox.calls.Scale;

/** Histograms of thickness, each phase with bins of its own. */
final class LocalThicknessPlot {
  private static final Color SOLID = new Color(0x1f5fa8);
  private static final Color PORES = new Color(0xe0862b);

  /** For the legend, which else lies on the tallest bar. */
  private static final double HEADROOM = 1.3;

  private LocalThicknessPlot() {}

  static Plot create(String title, Map<Phase, LocalThickness.Result> results, Scale scale) {
    boolean units = scale.calibrated();
    Plot plot =
        new Plot(
            title,
            "Thickness (" + (units ? scale.unit : "voxels") + ")",
            "Fraction of the phase per " + (units ? scale.unit : "voxel"));
    plot.setFrameSize(560, 340);
    double largest = 0;
    double highest = 0;
    List<String> legend = new ArrayList<>();
    for (Map.Entry<Phase, LocalThickness.Result> one : results.entrySet()) {
      boolean solid = one.getKey() == Phase.FOREGROUND;
      LocalThickness.Result result = one.getValue();
      // Thickness is 2 sqrt(n) voxels: narrower bins have none of it, or two.
      double voxel = Arrays.stream(scale.voxel()).min().orElse(1);
      HistogramBins bins = HistogramBins.of(result.thickness(), result.voxels(), 2 * voxel);
      double[] density = Arrays.stream(bins.parts).map(part -> part / bins.width).toArray();
      largest = Math.max(largest, bins.width * density.length);
      highest = Math.max(highest, Arrays.stream(density).max().orElse(0));
      plot.setColor(solid ? SOLID : PORES);
      plot.setLineWidth(2);
      plot.addPoints(ends(bins.width, density.length), stairs(density), Plot.LINE);
      legend.add(solid ? "solid (Tb.Th)" : "pores (Tb.Sp)");
    }
    plot.setLimits(0, largest, 0, HEADROOM * highest);
    plot.setLineWidth(1);
    plot.setColor(Color.black);
    plot.addLegend(String.join("\t", legend), "top-right");
    return plot;
  }

  /** Both ends of each bin. */
  private static double[] ends(double width, int bins) {
    return IntStream.range(0, 2 * bins).mapToDouble(i -> (i + 1) / 2 * width).toArray();
  }

  /** The height of each bin at both of its ends. */
  private static double[] stairs(double[] heights) {
    return IntStream.range(0, 2 * heights.length).mapToDouble(i -> heights[i / 2]).toArray();
  }
}
