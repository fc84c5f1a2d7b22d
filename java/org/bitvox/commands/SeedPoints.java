// SPDX-License-Identifier: BSD-2-Clause
package org.bitvox.commands;

import ij.gui.PointRoi;
import ij.gui.Roi;
import java.awt.Point;
import java.util.ArrayList;
import java.util.List;

/** ROIs of points, taken apart. */
final class SeedPoints {
  /** Labels are drawn as 16-bit numbers. */
  private static final int MOST = 65535;

  private SeedPoints() {}

  /** A ROI for each point; other ROIs stay as they are. */
  static List<Roi> each(List<Roi> rois) {
    List<Roi> all = new ArrayList<>();
    for (Roi roi : rois) {
      if (roi instanceof PointRoi) {
        all.addAll(points((PointRoi) roi));
      } else {
        all.add(roi);
      }
    }
    if (all.size() > MOST) {
      throw new IllegalArgumentException(
          "there are " + all.size() + " ROIs and points; use at most " + MOST);
    }
    return all;
  }

  /** As points of one ROI may lie in slices of their own, so do these. */
  private static List<Roi> points(PointRoi roi) {
    Point[] places = roi.getContainedPoints();
    List<Roi> points = new ArrayList<>();
    for (int i = 0; i < places.length; i++) {
      PointRoi point = new PointRoi(places[i].x, places[i].y);
      point.setName(roi.getName());
      point.setPosition(roi.getPointPosition(i));
      point.setGroup(roi.getGroup());
      points.add(point);
    }
    return points;
  }
}
