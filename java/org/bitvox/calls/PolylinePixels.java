// SPDX-License-Identifier: BSD-2-Clause
package org.bitvox.calls;

import ij.process.FloatPolygon;
import java.awt.Rectangle;
import org.bitvox.ProgressListener;

/**
 * The pixels of a line of several segments. It is as wide and its corners are as filled as in
 * ImageJ's Roi.convertLineToArea, whose image reaches from the origin to the line's end: each
 * segment is a rectangle, each bend has a triangle, and both ends are half a pixel longer.
 */
final class PolylinePixels {
  private final FloatPolygon corners;
  private final double radius;
  private final Rectangle image;
  private final RoiPixels.Row row;
  private final ProgressListener listener;
  private final float[] x = new float[4];
  private final float[] y = new float[4];

  PolylinePixels(
      FloatPolygon corners,
      double width,
      Rectangle image,
      RoiPixels.Row row,
      ProgressListener listener) {
    this.corners = corners;
    radius = width / 2;
    this.image = image;
    this.row = row;
    this.listener = listener;
  }

  void add() {
    double[] before = {0, 0};
    for (int i = 1; i < corners.npoints; i++) {
      listener.throwIfStopped();
      double[] along = direction(i, before);
      double fromX = corners.xpoints[i - 1];
      double fromY = corners.ypoints[i - 1];
      if (i > 1) {
        bend(fromX, fromY, before, along);
      } else {
        fromX -= 0.5 * along[0];
        fromY -= 0.5 * along[1];
      }
      boolean last = i == corners.npoints - 1;
      double toX = corners.xpoints[i] + (last ? 0.5 * along[0] : 0);
      double toY = corners.ypoints[i] + (last ? 0.5 * along[1] : 0);
      corner(0, fromX, fromY, radius, along);
      corner(1, fromX, fromY, -radius, along);
      corner(2, toX, toY, -radius, along);
      corner(3, toX, toY, radius, along);
      fill(4);
      before = along;
    }
  }

  /** Of length 1; that of the segment before where two corners are one. */
  private double[] direction(int to, double[] before) {
    double dx = corners.xpoints[to] - corners.xpoints[to - 1];
    double dy = corners.ypoints[to] - corners.ypoints[to - 1];
    double length = Math.sqrt(dx * dx + dy * dy);
    return length == 0 ? before : new double[] {dx / length, dy / length};
  }

  /** The outer side of a bend, from a little within, so that no pixel between is missed. */
  private void bend(double atX, double atY, double[] before, double[] along) {
    double outer = along[0] * before[1] > before[0] * along[1] ? -radius : radius;
    x[0] = (float) atX;
    y[0] = (float) atY;
    corner(1, atX, atY, outer, before);
    corner(2, atX, atY, outer, along);
    x[0] -= (float) (0.5 * outer * (before[1] + along[1]));
    y[0] += (float) (0.5 * outer * (before[0] + along[0]));
    fill(3);
  }

  private void corner(int i, double atX, double atY, double beside, double[] along) {
    x[i] = (float) (atX + beside * along[1]);
    y[i] = (float) (atY - beside * along[0]);
  }

  private void fill(int corners) {
    Rectangle seen = image.intersection(bounds(corners));
    if (seen.isEmpty()) {
      return;
    }
    PolygonPixels pixels = new PolygonPixels(seen);
    pixels.polygon(x, y, corners, 0.5); // lines lie between pixels, half of one off
    pixels.fill(row, listener);
  }

  private Rectangle bounds(int corners) {
    Rectangle bounds = new Rectangle((int) x[0], (int) y[0], 0, 0);
    for (int i = 0; i < corners; i++) {
      bounds.add((int) Math.floor(x[i]), (int) Math.floor(y[i]));
      bounds.add((int) Math.ceil(x[i]) + 1, (int) Math.ceil(y[i]) + 1);
    }
    return bounds;
  }
}
