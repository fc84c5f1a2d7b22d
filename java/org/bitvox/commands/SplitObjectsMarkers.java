// SPDX-License-Identifier: BSD-2-Clause
package org.bitvox.commands;

import ij.gui.PointRoi;
import ij.gui.Roi;
import java.awt.Point;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.bitvox.GreyImage;
import org.bitvox.calls.Call;
import org.bitvox.calls.InputImage;
import org.bitvox.calls.RoiFile;
import org.bitvox.parameters.UsageException;

/**
 * Markers that are given: an image, or ROIs in a file, of which every point and every other ROI is
 * a marker, numbered in their order.
 */
final class SplitObjectsMarkers {
  private static final int MOST_OF_ROIS = 65535; // as they are drawn with 16 bits

  private SplitObjectsMarkers() {}

  /** Null where none are given. */
  static GreyImage of(Call call) throws IOException {
    InputImage image = call.image("markers");
    Path file = call.file("rois");
    if (image != null && file != null) {
      throw new UsageException("markers are an image or ROIs: give markers= or rois=, not both");
    }
    if (image != null) {
      image.requireSizeOf(call.input());
      return image.labels();
    }
    return file == null ? null : drawn(call, RoiFile.read(file, call.progress()));
  }

  private static GreyImage drawn(Call call, List<Roi> rois) {
    SeedSlices slices = new SeedSlices(call.input(), call.progress());
    int marker = 0;
    for (int i = 0; i < rois.size(); i++) {
      Roi roi = rois.get(i);
      String name = "ROI " + (i + 1) + (roi.getName() == null ? "" : " (" + roi.getName() + ")");
      for (Roi one : single(roi)) {
        call.progress().throwIfStopped();
        if (marker == MOST_OF_ROIS) {
          throw new IllegalArgumentException(
              "there are more than " + MOST_OF_ROIS + " ROIs and points; use an image of markers");
        }
        slices.draw(one, name, (short) ++marker); // one outside the image marks nothing
      }
    }
    return slices.image();
  }

  /** The points of a selection one by one, as pixels: their slices, or that of the selection. */
  private static List<Roi> single(Roi roi) {
    List<Roi> all = new ArrayList<>();
    if (!(roi instanceof PointRoi)) {
      all.add(roi);
      return all;
    }
    Point[] points = roi.getContainedPoints();
    for (int i = 0; i < points.length; i++) {
      Roi pixel = new Roi(points[i].x, points[i].y, 1, 1);
      int own = ((PointRoi) roi).getPointPosition(i);
      int shared = roi.hasHyperStackPosition() ? roi.getZPosition() : roi.getPosition();
      pixel.setPosition(own > 0 ? own : shared);
      all.add(pixel);
    }
    return all;
  }
}
