// SPDX-License-Identifier: BSD-2-Clause
package org.bitvox.commands;

import ij.gui.Plot;
import java.awt.Color;
import java.util.stream.DoubleStream;
import java.util.stream.IntStream;
import org.bitvox.DeformationTable;

/** Force against displacement, on both sides of the body. */
final class DeformationPlot {
  private static final Color FAR = new Color(0x1f5fa8);
  private static final Color NEAR = new Color(0xe0862b);

  private DeformationPlot() {}

  /**
   * The plot.
   *
   * @param far what loads the body, in words
   */
  static Plot create(String title, DeformationTable frames, DeformationUnits units, String far) {
    double[] ways = IntStream.range(0, frames.frames()).mapToDouble(frames::displacement).toArray();
    double[] ofFar = forces(frames, i -> units.newtons(frames.farForce(i)));
    double[] ofNear = forces(frames, i -> units.newtons(frames.nearForce(i)));
    Plot plot = new Plot(title, "Displacement (" + units.length() + ")", "Force (N)");
    plot.setFrameSize(560, 340);
    plot.setLineWidth(2);
    plot.setColor(NEAR);
    plot.addPoints(ways, ofNear, Plot.LINE);
    plot.setColor(FAR);
    plot.addPoints(ways, ofFar, Plot.LINE);
    plot.setLineWidth(1);
    double least = both(ofFar, ofNear).min().orElse(0);
    double most = both(ofFar, ofNear).max().orElse(0);
    double room = most > least ? 0.05 * (most - least) : 1;
    double right = ways[ways.length - 1];
    plot.setLimits(0, right > 0 ? right : 1, Math.min(0, least - room), most + room);
    plot.setColor(Color.black);
    plot.addLegend("near plate\t" + far, "top-left");
    return plot;
  }

  private static DoubleStream both(double[] a, double[] b) {
    return DoubleStream.concat(DoubleStream.of(a), DoubleStream.of(b));
  }

  private interface Force {
    double of(int frame);
  }

  private static double[] forces(DeformationTable frames, Force force) {
    return IntStream.range(0, frames.frames()).mapToDouble(force::of).toArray();
  }
}
