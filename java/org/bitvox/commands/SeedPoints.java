// SPDX-License-Identifier: BSD-2-Clause
package org.bitvox.commands;

import ij.gui.PointRoi;
import ij.gui.Roi;
import java.awt.Point;
import java.util.ArrayList;
import java.util.List;
import org.bitvox.calls.SelectedPoints;

/** ROIs of points, taken apart. */
final class SeedPoints {
  /** Labels are drawn as 16-bit numbers. */
  private static final int MOST = 65535;

  private SeedPoints() {}

  /**
   * A ROI for each point; other ROIs stay as they are.
   *
   * @param shown the slice of points that have none, from 1; 0 if they must have one
   */
  static List<Roi> each(List<Roi> rois, int shown) {
    List<Roi> all = new ArrayList<>();
    for (Roi roi : rois) {
      if (roi instanceof PointRoi) {
        all.addAll(points((PointRoi) roi, shown));
      } else {
        all.add(roi);
      }
    }
    if (all.size() > MOST) {
      throw new IllegalArgumentException(
          ("there are " + all.size() + " ROIs and points; use at most " + MOST)
              + ", or an image of labels");
    }
    return all;
  }

  /** Pixels, as points of one ROI may lie in slices of their own. */
  private static List<Roi> points(PointRoi roi, int shown) {
    Point[] places = roi.getContainedPoints();
    List<Roi> points = new ArrayList<>();
    for (int i = 0; i < places.length; i++) {
      Roi point = new Roi(places[i].x, places[i].y, 1, 1);
      point.setName(roi.getName());
      point.setPosition(SelectedPoints.slice(roi, i, shown));
      point.setGroup(roi.getGroup());
      points.add(point);
    }
    return points;
  }
}
