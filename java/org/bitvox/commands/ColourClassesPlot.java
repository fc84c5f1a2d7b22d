// SPDX-License-Identifier: BSD-2-Clause
package org.bitvox.commands;

import ij.gui.Plot;
import java.awt.Color;
import java.util.function.Function;
import org.bitvox.ColourModel;
import org.bitvox.ColourSamples;

/**
 * Two numbers of the colour space: hue and saturation, red and green, or a and b. Dots are distinct
 * colours that were sampled, lines the ellipses of two standard deviations of each Gaussian.
 */
final class ColourClassesPlot {
  private static final int DOTS = 1000; // of a class
  private static final int CORNERS = 90; // of an ellipse
  private static final double DEVIATIONS = 2;

  private static final int[] COLOURS = {
    0x1f77b4, 0xff7f0e, 0x2ca02c, 0xd62728, 0x9467bd, 0x8c564b, 0xe377c2, 0x7f7f7f, 0xbcbd22,
    0x17becf, 0x000000, 0x7b0032
  };

  private final ColourModel model;
  private final ColourNumbers numbers;
  private final int x;
  private final int y;

  private ColourClassesPlot(ColourModel model) {
    this.model = model;
    numbers = new ColourNumbers(model.space());
    x = model.space() == ColourModel.Space.LAB ? 1 : 0;
    y = x + 1;
  }

  /** Makes it, each time with the title that it is to have; the samples may be closed then. */
  static Function<String, Plot> of(ColourModel model, int[] labels, ColourSamples samples) {
    double[][][] points = new double[labels.length][][];
    for (int k = 0; k < labels.length; k++) {
      points[k] = samples.points(labels[k], DOTS, model.space());
    }
    return title -> new ColourClassesPlot(model).plot(title, points);
  }

  private Plot plot(String title, double[][][] ofClasses) {
    Plot plot = new Plot(title, numbers.heading(x), numbers.heading(y));
    plot.setFrameSize(560, 420);
    plot.setLimits(numbers.least(x), numbers.most(x), numbers.least(y), numbers.most(y));
    StringBuilder legend = new StringBuilder();
    for (int k = 0; k < model.classes(); k++) {
      Color colour = new Color(COLOURS[k]);
      double[][] points = numbers.shown(ofClasses[k]);
      plot.setColor(colour);
      plot.addPoints(points[x], points[y], Plot.DOT);
      legend.append(model.name(k)).append('\t');
    }
    for (int k = 0; k < model.classes(); k++) {
      plot.setColor(new Color(COLOURS[k]));
      plot.setLineWidth(2);
      for (int i = 0; i < model.gaussians(k); i++) {
        addEllipse(plot, model.mean(k, i), model.covariance(k, i));
      }
      plot.setLineWidth(1);
    }
    plot.setColor(Color.black);
    plot.addLegend(legend.toString(), "top-right");
    return plot;
  }

  /** By the lower triangle of the covariance of both numbers. */
  private void addEllipse(Plot plot, double[] mean, double[] c) {
    double[] variances = {c[0], c[3], c[5]};
    double both = x == 0 ? c[1] : c[4];
    double l11 = Math.sqrt(variances[x]);
    double l21 = both / l11;
    double l22 = Math.sqrt(Math.max(0, variances[y] - l21 * l21));
    double[][] corners = new double[3][CORNERS + 1];
    for (int i = 0; i <= CORNERS; i++) {
      double angle = 2 * Math.PI * i / CORNERS;
      corners[x][i] = mean[x] + DEVIATIONS * l11 * Math.cos(angle);
      corners[y][i] = mean[y] + DEVIATIONS * (l21 * Math.cos(angle) + l22 * Math.sin(angle));
    }
    // Where hue goes once around, the line is on both sides.
    double[][] shown = numbers.shown(corners);
    plot.addPoints(shown[x], shown[y], Plot.LINE);
    double turn = numbers.turn(x);
    if (turn > 0) {
      for (double by : new double[] {-turn, turn}) {
        double[] moved = shown[x].clone();
        for (int i = 0; i < moved.length; i++) {
          moved[i] += by;
        }
        plot.addPoints(moved, shown[y], Plot.LINE);
      }
    }
  }
}
