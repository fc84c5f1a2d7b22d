// SPDX-License-Identifier: BSD-2-Clause
package org.bitvox.commands;

import ij.gui.PointRoi;
import ij.gui.Roi;
import java.awt.GraphicsEnvironment;
import java.awt.Point;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;
import org.bitvox.calls.Call;
import org.bitvox.calls.InputImage;
import org.bitvox.calls.ManagedRois;
import org.bitvox.calls.RoiFile;
import org.bitvox.calls.SelectedPoints;
import org.bitvox.parameters.UsageException;

/** The points that paths join: of a table, of ROIs, or of what is selected in the image. */
final class MinimalPathPoints {
  private final String name;
  private final String note;
  private final List<long[]> places;

  private MinimalPathPoints(String name, String note, List<long[]> places) {
    this.name = name;
    this.note = note;
    this.places = places;
  }

  int count() {
    return places.size();
  }

  /** X, y and z of a point, in voxels from 0; both from 0. */
  long coordinate(int point, int axis) {
    return places.get(point)[axis];
  }

  /** X, y and z of all. */
  long[] coordinates() {
    return places.stream().flatMapToLong(Arrays::stream).toArray();
  }

  /** What tables call them; empty for those of files, which have columns of their own. */
  String name() {
    return name;
  }

  /** What a user may have overlooked, or nothing. */
  String note() {
    return note;
  }

  static MinimalPathPoints of(Call call) throws IOException {
    InputImage input = call.input();
    Path table = call.file("points");
    Path rois = call.file("rois");
    if (table != null && rois != null) {
      throw new UsageException("points are a table or ROIs: give points= or rois=, not both");
    }
    if (table != null) {
      boolean units = call.values().text("coordinates").equals("unit");
      return new MinimalPathPoints(
          call.values().text("points"), "", MinimalPathTable.read(table, input, units));
    }
    if (rois != null) {
      List<Roi> all = RoiFile.read(rois, call.progress());
      return amongst(all, "rois=", "", input);
    }
    return ofImageJ(input);
  }

  /** What is selected, else the points among the ROIs of the ROI Manager. */
  private static MinimalPathPoints ofImageJ(InputImage input) {
    if (!input.isOpen()) {
      throw new UsageException(
          "points are needed: points=, a table with columns x, y and z, or rois=, a file of ROIs");
    }
    if (input.selection() instanceof PointRoi) {
      List<Roi> selection = new ArrayList<>();
      selection.add(input.selection());
      return ofRois("selection", selection, input, input.shownSlice());
    }
    if (GraphicsEnvironment.isHeadless()) {
      throw new UsageException(
          "points are needed: select some in the image, or give points= or rois=;"
              + " there is no ROI Manager without a display");
    }
    List<Roi> all = ManagedRois.all();
    if (all.stream().noneMatch(roi -> roi instanceof PointRoi)) {
      throw new UsageException(
          "points are needed: click some with the multi-point tool, add points to the ROI Manager"
              + " (press t), or choose a file as Points or Rois");
    }
    long count = all.stream().filter(roi -> roi instanceof PointRoi).count();
    return amongst(all, "the ROI Manager", "ROI Manager (" + count + ")", input);
  }

  /** The points; a note counts what else there is but paths. */
  private static MinimalPathPoints amongst(
      List<Roi> all, String where, String name, InputImage input) {
    List<Roi> points =
        all.stream().filter(roi -> roi instanceof PointRoi).collect(Collectors.toList());
    if (points.isEmpty()) {
      Roi first = all.get(0);
      throw new IllegalArgumentException(
          where
              + " has no points: "
              + nameOf(first, 0)
              + " is a "
              + first.getTypeAsString().toLowerCase(Locale.ROOT)
              + "; use the point or multi-point tool");
    }
    long others =
        all.stream()
            .filter(roi -> !(roi instanceof PointRoi) && !MinimalPathRois.isPath(roi))
            .count();
    String note =
        others == 0
            ? ""
            : others
                + (others == 1 ? " ROI" : " ROIs")
                + " of "
                + where
                + (others == 1 ? " is no point" : " are no points")
                + " and had no part in this.";
    return new MinimalPathPoints(name, note, ofRois("", points, input, 0).places);
  }

  /** Shown is the slice of points that have none, from 1; 0 if they must have one. */
  private static MinimalPathPoints ofRois(
      String name, List<Roi> rois, InputImage input, int shown) {
    List<long[]> places = new ArrayList<>();
    for (int i = 0; i < rois.size(); i++) {
      PointRoi roi = (PointRoi) rois.get(i);
      Point[] points = roi.getContainedPoints();
      for (int k = 0; k < points.length; k++) {
        int position = SelectedPoints.slice(roi, k, input.depth() == 1 ? 1 : shown);
        if (position < 1 || position > input.depth()) {
          throw new IllegalArgumentException(
              "point "
                  + (places.size() + 1)
                  + ", of "
                  + nameOf(roi, i)
                  + (position < 1 ? ", has no slice" : ", is in slice " + position)
                  + "; it must lie in one of the slices 1 to "
                  + input.depth()
                  + ": give it a position");
        }
        places.add(new long[] {points[k].x, points[k].y, position - 1});
      }
    }
    return new MinimalPathPoints(name, "", places);
  }

  private static String nameOf(Roi roi, int index) {
    return "ROI " + (index + 1) + (roi.getName() == null ? "" : " (" + roi.getName() + ")");
  }
}
