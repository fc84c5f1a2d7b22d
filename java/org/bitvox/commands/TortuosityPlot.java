// SPDX-License-Identifier: BSD-2-Clause
package org.bitvox.commands;

import ij.gui.Plot;
import java.awt.Color;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.bitvox.Tortuosity;
import org.bitvox.Tortuosity.Direction;
import org.bitvox.calls.Scale;

/** Mean concentrations of the connected pores along the axis, from the first face to the last. */
final class TortuosityPlot {
  private static final Color[] COLOURS = {
    new Color(0x1f5fa8), new Color(0xe0862b), new Color(0x3a8a3a)
  };

  private TortuosityPlot() {}

  static Plot create(String title, Map<Direction, Tortuosity.Result> results, Scale scale) {
    String unit = scale.calibrated() ? scale.unit : "voxels";
    Plot plot = new Plot(title, "Distance from the first face (" + unit + ")", "Concentration");
    plot.setFrameSize(560, 340);
    double longest = 0;
    List<String> legend = new ArrayList<>();
    for (Map.Entry<Direction, Tortuosity.Result> one : results.entrySet()) {
      double[] profile = one.getValue().profile();
      if (profile.length == 0) {
        continue;
      }
      double[] distances = distances(profile.length, scale.voxel()[one.getKey().ordinal()]);
      plot.setColor(COLOURS[one.getKey().ordinal()]);
      plot.setLineWidth(2);
      plot.addPoints(distances, profile, Plot.LINE);
      legend.add("along " + TortuosityCommand.name(one.getKey()));
      longest = Math.max(longest, distances[profile.length - 1]);
    }
    plot.setLimits(0, longest > 0 ? longest : 1, 0, 1);
    plot.setLineWidth(1);
    plot.setColor(Color.black);
    if (!legend.isEmpty()) {
      plot.addLegend(String.join("\t", legend), "top-right");
    }
    return plot;
  }

  /** Of the middles of layers. */
  private static double[] distances(int layers, double thickness) {
    double[] distances = new double[layers];
    for (int i = 0; i < layers; i++) {
      distances[i] = (i + 0.5) * thickness;
    }
    return distances;
  }
}
