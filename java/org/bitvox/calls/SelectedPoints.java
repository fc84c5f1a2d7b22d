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
      ImagePlus image = OpenImage.current();
      boolean several = image.getNChannels() * image.getNFrames() > 1;
      PointRoi roi = new PointRoi();
      for (String point : points.trim().split("\\s+")) {
        if (!point.matches(FORM)) {
          throw new UsageException("a point is x,y,slice, as 12,30,5; this is " + point);
        }
        String[] numbers = point.split(",");
        int slice = Integer.parseInt(numbers[2]);
        roi.addPoint(
            Integer.parseInt(numbers[0]),
            Integer.parseInt(numbers[1]),
            several ? image.getStackIndex(image.getC(), slice, image.getT()) : slice);
      }
      roi.setGroup(Integer.parseInt(group));
      image.setRoi(roi);
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
    return used ? line((PointRoi) image.getRoi(), slice(image, image.getCurrentSlice())) : "";
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
    int own = inVolume(roi, roi.getPointPosition(point));
    int shared =
        roi.hasHyperStackPosition() ? roi.getZPosition() : inVolume(roi, roi.getPosition());
    return own > 0 ? own : shared > 0 ? shared : shown;
  }

  /** The slice of a place in the stack, both from 1: channels of a slice follow one another. */
  private static int inVolume(PointRoi roi, int place) {
    return roi.getImage() == null || place < 1 ? place : slice(roi.getImage(), place);
  }

  private static int slice(ImagePlus image, int place) {
    return image.getNChannels() * image.getNFrames() == 1
        ? place
        : image.convertIndexToPosition(place)[1];
  }
}
