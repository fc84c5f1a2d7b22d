// SPDX-License-Identifier: BSD-2-Clause
package org.bitvox.commands;

import ij.gui.Plot;
import java.util.Locale;
import org.bitvox.calls.Table;

/** A plot of ImageJ as SVG: sharp on paper, and Java needs no fonts for it. */
final class WorkflowPlot {
  private static final int WIDTH = 640;
  private static final int HEIGHT = 340;
  private static final int LEFT = 64;
  private static final int RIGHT = 12;
  private static final int TOP = 12;
  private static final int BOTTOM = 50;
  private static final int TICKS = 6;

  private final Plot plot;
  private final double left;
  private final double right;
  private final double low;
  private final double high;
  private final StringBuilder svg = new StringBuilder();

  private WorkflowPlot(Plot plot) {
    this.plot = plot;
    double[] limits = plot.getLimits();
    left = limits[0];
    right = limits[1];
    low = limits[2];
    high = limits[3];
  }

  /** The plot as an element of a page; lines and bars are drawn. */
  static String svg(Plot plot) {
    return new WorkflowPlot(plot).draw();
  }

  private String draw() {
    add("<svg class=\"plot\" viewBox=\"0 0 %d %d\" role=\"img\">", WIDTH, HEIGHT);
    drawAxes();
    String[] names = plot.getDataObjectDesignations();
    for (int i = 0; i < names.length; i++) {
      String[] style = plot.getPlotObjectStyle(i).split(",");
      float[][] points = plot.getDataObjectArrays(i);
      boolean bars = style[3].contains("Bar");
      if (bars) {
        drawBars(points, style[0]);
      } else {
        drawLine(points, style[0]);
      }
      String name = names[i].replaceFirst("^Data Set [0-9]+(: )?", "");
      drawLegend(i, name, style[0]);
    }
    return svg.append("</svg>\n").toString();
  }

  private void add(String format, Object... values) {
    svg.append(String.format(Locale.ROOT, format, values)).append('\n');
  }

  private double x(double value) {
    return LEFT + (value - left) / (right - left) * (WIDTH - LEFT - RIGHT);
  }

  private double y(double value) {
    return HEIGHT - BOTTOM - (value - low) / (high - low) * (HEIGHT - TOP - BOTTOM);
  }

  private void drawAxes() {
    int bottom = HEIGHT - BOTTOM;
    double step = step(right - left);
    for (double tick = Math.ceil(left / step) * step; tick <= right; tick += step) {
      add("<path class=\"grid\" d=\"M%.1f %dV%d\"/>", x(tick), TOP, bottom);
      add("<text x=\"%.1f\" y=\"%d\" text-anchor=\"middle\">", x(tick), bottom + 18);
      add("%s</text>", number(tick, step));
    }
    step = step(high - low);
    for (double tick = Math.ceil(low / step) * step; tick <= high; tick += step) {
      add("<path class=\"grid\" d=\"M%d %.1fH%d\"/>", LEFT, y(tick), WIDTH - RIGHT);
      add("<text x=\"%d\" y=\"%.1f\" text-anchor=\"end\">", LEFT - 8, y(tick) + 4);
      add("%s</text>", number(tick, step));
    }
    int middle = (TOP + bottom) / 2;
    add("<text class=\"axis\" x=\"%d\" y=\"%d\">", (LEFT + WIDTH - RIGHT) / 2, HEIGHT - 8);
    add("%s</text>", WorkflowPage.escaped(plot.getLabel('x')));
    add("<text class=\"axis\" transform=\"translate(14 %d) rotate(-90)\">", middle);
    add("%s</text>", WorkflowPage.escaped(plot.getLabel('y')));
    add("<path class=\"frame\" d=\"M%d %dV%dH%d\"/>", LEFT, TOP, bottom, WIDTH - RIGHT);
  }

  /** 1, 2 or 5 and zeros. */
  private static double step(double range) {
    double power = Math.pow(10, Math.floor(Math.log10(range / TICKS)));
    double factor = range / TICKS / power;
    return power * (factor > 5 ? 10 : factor > 2 ? 5 : factor > 1 ? 2 : 1);
  }

  private static String number(double tick, double step) {
    return Table.text(Math.rint(tick / step * 1e6) * step / 1e6).length() < 8
        ? Table.text(Math.rint(tick / step * 1e6) * step / 1e6)
        : String.format(Locale.ROOT, "%.4g", tick).replaceAll("(\\.[0-9]*?)0+($|e)", "$1$2");
  }

  private void drawBars(float[][] points, String colour) {
    int count = points[0].length;
    double width = count < 2 ? 8 : 0.7 * Math.abs(x(points[0][1]) - x(points[0][0]));
    svg.append("<g fill=\"").append(colour).append("\">\n");
    for (int i = 0; i < count; i++) {
      double top = y(points[1][i]);
      add(
          "<rect x=\"%.2f\" y=\"%.2f\" width=\"%.2f\" height=\"%.2f\"/>",
          x(points[0][i]) - width / 2, top, width, HEIGHT - BOTTOM - top);
    }
    svg.append("</g>\n");
  }

  private void drawLine(float[][] points, String colour) {
    svg.append("<path class=\"line\" stroke=\"").append(colour).append("\" d=\"");
    for (int i = 0; i < points[0].length; i++) {
      char to = i == 0 ? 'M' : 'L';
      svg.append(String.format(Locale.ROOT, "%c%.2f %.2f", to, x(points[0][i]), y(points[1][i])));
    }
    svg.append("\"/>\n");
  }

  private void drawLegend(int index, String name, String colour) {
    int y = TOP + 16 + 20 * index;
    int end = WIDTH - RIGHT - 12;
    add("<text x=\"%d\" y=\"%d\" text-anchor=\"end\">", end - 28, y + 4);
    add("%s</text>", WorkflowPage.escaped(name));
    add("<path class=\"line\" stroke=\"%s\" d=\"M%d %dH%d\"/>", colour, end - 20, y, end);
  }
}
