// SPDX-License-Identifier: BSD-2-Clause
package org.bitvox.commands;

import ij.gui.Plot;
import java.awt.Color;
import org.bitvox.GranulometryCurve;
import org.bitvox.calls.Scale;

/** The curve and the pattern spectrum over the element's width. */
final class GranulometryPlot {
  private static final Color CURVE = new Color(0x1f5fa8);
  private static final Color SPECTRUM = new Color(0xe0862b);

  private GranulometryPlot() {}

  /** The plot of one image; the width is along x, in the unit of the scale. */
  static Plot create(String title, GranulometryCurve curve, Scale scale) {
    int length = curve.length();
    double voxel = scale.calibrated() ? scale.x : 1;
    double[] widths = new double[length];
    double[] fractions = new double[length];
    double[] spectrum = new double[length];
    int factor = factor(curve.spectrum(curve.predominantSize()));
    for (int n = 0; n < length; n++) {
      widths[n] = (2 * n + 1) * voxel;
      fractions[n] = curve.fraction(n);
      spectrum[n] = factor * curve.spectrum(n);
    }
    String axis = scale.anisotropic() ? "Element width along x" : "Element width";
    String unit = scale.calibrated() ? scale.unit : "voxels";
    Plot plot = new Plot(title, axis + " (" + unit + ")", "Fraction of the object");
    plot.setFrameSize(560, 340);
    plot.setLimits(0, (2 * length) * voxel, 0, 1.05);
    plot.setColor(SPECTRUM, SPECTRUM);
    plot.addPoints(widths, spectrum, Plot.SEPARATED_BAR);
    plot.setColor(CURVE, CURVE);
    plot.setLineWidth(2);
    plot.addPoints(widths, fractions, Plot.LINE);
    plot.setLineWidth(1);
    String times = factor == 1 ? "" : " x " + factor;
    plot.setColor(Color.black);
    plot.addLegend("s(n)" + times + "\tV(n)/V(0)", "top-right");
    return plot;
  }

  /** A round number that brings the largest s(n) near 1, so that it can be seen beside V(n). */
  private static int factor(double largest) {
    int factor = 1;
    for (int next : new int[] {2, 5, 10, 20, 50, 100}) {
      if (next * largest <= 1) {
        factor = next;
      }
    }
    return factor;
  }
}
