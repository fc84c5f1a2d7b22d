// SPDX-License-Identifier: BSD-2-Clause
package org.bitvox.calls;

import ij.gui.Line;
import ij.gui.OvalRoi;
import ij.gui.PolygonRoi;
import ij.gui.Roi;
import ij.gui.RotatedRectRoi;
import ij.gui.ShapeRoi;
import ij.process.FloatPolygon;
import java.awt.Point;
import java.awt.Rectangle;
import java.awt.geom.AffineTransform;
import java.awt.geom.PathIterator;
import java.awt.geom.RoundRectangle2D;
import org.bitvox.ProgressListener;

/**
 * The pixels of a ROI within an image. They are those that ImageJ has for it, but only those in the
 * image are computed: the masks and lists of ImageJ are as large as the ROI.
 */
public final class RoiPixels {
  /** Pixels of a row, from one to that before another. */
  @FunctionalInterface
  public interface Row {
    /** Called once or more for a row; no pixel is outside the image. */
    void add(int y, int from, int to);
  }

  /** ImageJ draws none that lies so far out. */
  private static final double FARTHEST = 1e6;

  /** As ImageJ fills curves. */
  private static final double FLATNESS = 0.01;

  /** Between two looks at the listener. */
  private static final int POINTS = 4096;

  private final Rectangle image;
  private final Row row;
  private final ProgressListener listener;

  /**
   * Pixels in an image of this size.
   *
   * @param listener says whether to stop
   */
  public RoiPixels(int width, int height, Row row, ProgressListener listener) {
    image = new Rectangle(width, height);
    this.row = row;
    this.listener = listener;
  }

  /**
   * Those of an area, or those that a line goes through.
   *
   * @param name of the ROI, for the user
   * @throws IllegalArgumentException if it lies far outside of any image, or is damaged
   */
  public void add(Roi roi, String name) {
    try {
      addUnchecked(roi, name);
    } catch (IndexOutOfBoundsException | NullPointerException | NegativeArraySizeException e) {
      // ImageJ's classes trust what a file says
      throw new IllegalArgumentException(name + " is damaged", e);
    }
  }

  /**
   * A coordinate that can be drawn.
   *
   * @param name of the ROI, for the user
   * @throws IllegalArgumentException unless it is
   */
  public static void requireNear(double coordinate, String name) {
    if (!(Math.abs(coordinate) <= FARTHEST)) {
      throw new IllegalArgumentException(
          name
              + " reaches to "
              + (float) coordinate
              + ": coordinates of ROIs are pixels, from "
              + (int) -FARTHEST
              + " to "
              + (int) FARTHEST);
    }
  }

  private void addUnchecked(Roi roi, String name) {
    requireNear(roi.getStrokeWidth(), name);
    if (roi instanceof Line) {
      addLine((Line) roi, name);
    } else if (roi.isLine()) {
      FloatPolygon corners = corners(roi, name);
      new PolylinePixels(corners, Math.max(1, roi.getStrokeWidth()), image, row, listener).add();
    } else if (roi instanceof ShapeRoi) {
      addShape((ShapeRoi) roi, name);
    } else if (roi instanceof PolygonRoi) {
      FloatPolygon corners = corners(roi, name);
      PolygonPixels pixels = new PolygonPixels(seen(roi.getBounds()));
      pixels.polygon(corners.xpoints, corners.ypoints, corners.npoints, 0);
      pixels.fill(row, listener);
    } else if (roi instanceof OvalRoi) {
      addOval((OvalRoi) roi);
    } else if (roi.getCornerDiameter() > 0) {
      Rectangle all = roi.getBounds();
      int corner = roi.getCornerDiameter();
      addShape(
          new ShapeRoi(
              new RoundRectangle2D.Float(all.x, all.y, all.width, all.height, corner, corner)),
          name);
    } else {
      Rectangle seen = seen(roi.getBounds());
      for (int y = seen.y; y < seen.y + seen.height; y++) {
        listener.throwIfStopped();
        row.add(y, seen.x, seen.x + seen.width);
      }
    }
  }

  /** Without rows where nothing is. */
  private Rectangle seen(Rectangle bounds) {
    Rectangle seen = image.intersection(bounds);
    return seen.isEmpty() ? new Rectangle() : seen;
  }

  private FloatPolygon corners(Roi roi, String name) {
    FloatPolygon corners = roi.getFloatPolygon();
    for (int i = 0; i < corners.npoints; i++) {
      requireNear(corners.xpoints[i], name);
      requireNear(corners.ypoints[i], name);
    }
    return corners;
  }

  private void addLine(Line line, String name) {
    for (double end : new double[] {line.x1d, line.y1d, line.x2d, line.y2d}) {
      requireNear(end, name);
    }
    if (line.getStrokeWidth() > 1) {
      FloatPolygon ends = line.getFloatPoints();
      float[] x = ends.xpoints;
      float[] y = ends.ypoints;
      addUnchecked(new RotatedRectRoi(x[0], y[0], x[1], y[1], line.getStrokeWidth()), name);
      return;
    }
    int count = 0;
    for (Point point : line) {
      if (count++ % POINTS == 0) {
        listener.throwIfStopped();
      }
      if (image.contains(point)) {
        row.add(point.y, point.x, point.x + 1);
      }
    }
  }

  private void addOval(OvalRoi oval) {
    Rectangle seen = seen(oval.getBounds());
    for (int y = seen.y; y < seen.y + seen.height; y++) {
      listener.throwIfStopped();
      for (int x = seen.x; x < seen.x + seen.width; x++) {
        if (oval.contains(x, y)) {
          row.add(y, x, x + 1);
        }
      }
    }
  }

  private void addShape(ShapeRoi roi, String name) {
    Rectangle bounds = roi.getBounds();
    PolygonPixels pixels = new PolygonPixels(seen(bounds));
    PathIterator path = roi.getShape().getPathIterator(new AffineTransform(), FLATNESS);
    double left = bounds.x + (float) (roi.getXBase() - bounds.x);
    double top = bounds.y + (float) (roi.getYBase() - bounds.y);
    float[] corner = new float[6];
    for (int count = 0; !path.isDone(); path.next(), count++) {
      if (count % POINTS == 0) {
        listener.throwIfStopped();
      }
      int step = path.currentSegment(corner);
      if (step == PathIterator.SEG_CLOSE) {
        pixels.close();
        continue;
      }
      requireNear(left + corner[0], name);
      requireNear(top + corner[1], name);
      if (step == PathIterator.SEG_MOVETO) {
        pixels.moveTo(left + corner[0], top + corner[1]);
      } else {
        pixels.lineTo(left + corner[0], top + corner[1]);
      }
    }
    pixels.fill(row, listener);
  }
}
