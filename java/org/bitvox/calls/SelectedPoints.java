// SPDX-License-Identifier: BSD-2-Clause
package org.bitvox.calls;

import ij.ImagePlus;
import ij.gui.PointRoi;
import ij.plugin.frame.Recorder;
import java.awt.Point;
import java.util.ArrayList;
import java.util.List;
import org.bitvox.parameters.Parameters;
import org.bitvox.parameters.UsageException;
import org.bitvox.parameters.Values;

/**
 * Points that are selected in an image, in a macro: of several ones ImageJ's own lines have but
 * one, and none have their slices.
 */
public final class SelectedPoints {
  private static final String FORM = "\\d{1,9},\\d{1,9},\\d{1,9}";

  private SelectedPoints() {}

  /**
   * For macros, which the recorder writes: selects points in the current image, in place of what is
   * selected there.
   *
   * @param points x and y in pixels from 0, and the slice from 1, of each: "12,30,5 40,8,9"
   */
  public static void select(String points) {
    select(points, "0");
  }

  /**
   * The same.
   *
   * @param group of the ROI, 0 for none
   */
  public static void select(String points, String group) {
    try {
      PointRoi roi = new PointRoi();
      for (String point : points.trim().split("\\s+")) {
        if (!point.matches(FORM)) {
          throw new UsageException("a point is x,y,slice, as 12,30,5; this is " + point);
        }
        String[] numbers = point.split(",");
        roi.addPoint(
            Integer.parseInt(numbers[0]),
            Integer.parseInt(numbers[1]),
            Integer.parseInt(numbers[2]));
      }
      roi.setGroup(Integer.parseInt(group));
      OpenImage.current().setRoi(roi);
    } catch (RuntimeException e) {
      Failures.show("Bitvox", e);
    }
  }

  /** The line that selects those that the command uses of this image; empty for none. */
  static String recorded(ImagePlus image, Parameters parameters, Values values) {
    boolean used =
        image != null
            && image.getRoi() instanceof PointRoi
            && parameters.usesSelectedPoints(values);
    return used ? line((PointRoi) image.getRoi(), image.getCurrentSlice()) : "";
  }

  private static String line(PointRoi roi, int shown) {
    List<String> points = new ArrayList<>();
    Point[] places = roi.getContainedPoints();
    for (int i = 0; i < places.length; i++) {
      points.add(places[i].x + "," + places[i].y + "," + slice(roi, i, shown));
    }
    String group = roi.getGroup() > 0 ? "\", \"" + roi.getGroup() : "";
    String call =
        "call(\""
            + SelectedPoints.class.getName()
            + ".select\", \""
            + String.join(" ", points)
            + group
            + "\");";
    return Recorder.scriptMode() ? "IJ.runMacro(\"" + call.replace('"', '\'') + "\");" : call;
  }

  /**
   * The slice of a point, from 1.
   *
   * @param shown that of points that have none
   */
  public static int slice(PointRoi roi, int point, int shown) {
    int own = roi.getPointPosition(point);
    int shared = roi.hasHyperStackPosition() ? roi.getZPosition() : roi.getPosition();
    return own > 0 ? own : shared > 0 ? shared : shown;
  }
}
