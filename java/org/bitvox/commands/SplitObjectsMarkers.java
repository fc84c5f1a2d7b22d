// SPDX-License-Identifier: BSD-2-Clause
package org.bitvox.commands;

import ij.gui.Roi;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.bitvox.GreyImage;
import org.bitvox.calls.Call;
import org.bitvox.calls.InputImage;
import org.bitvox.calls.RoiFile;
import org.bitvox.parameters.UsageException;

/**
 * Markers that are given: an image, or ROIs, of a file or drawn in ImageJ, of which every point and
 * every other ROI is a marker, numbered in their order.
 */
final class SplitObjectsMarkers {
  private final GreyImage image;
  private final String note;

  private SplitObjectsMarkers(GreyImage image, String note) {
    this.image = image;
    this.note = note;
  }

  /** Null where none are given. */
  GreyImage image() {
    return image;
  }

  /** What a user may have overlooked; or empty. */
  String note() {
    return note;
  }

  static SplitObjectsMarkers of(Call call) throws IOException {
    InputImage image = call.image("markers");
    Path file = call.file("rois");
    boolean drawn = call.values().flag("drawn_markers");
    if (Stream.of(image != null, file != null, drawn).filter(given -> given).count() > 1) {
      throw new UsageException(
          "markers are an image, ROIs of a file, or drawn: give one of markers=, rois= and"
              + " drawn_markers");
    }
    if (DrawnRois.selected(call.input()) && !drawn) {
      call.messages()
          .note(
              "the points selected in "
                  + call.input().name()
                  + " are ignored; with drawn_markers they are markers");
    }
    if (image != null) {
      image.requireSizeOf(call.input());
      return new SplitObjectsMarkers(image.labels(), "");
    }
    if (file != null) {
      List<Roi> rois = RoiFile.read(file, call.progress());
      return new SplitObjectsMarkers(drawn(call, SeedPoints.each(rois, 0)), "");
    }
    if (!drawn) {
      return new SplitObjectsMarkers(null, "");
    }
    DrawnRois rois = DrawnRois.of(call.input(), "markers", "or choose an image or a file");
    return new SplitObjectsMarkers(drawn(call, rois.rois()), rois.note());
  }

  private static GreyImage drawn(Call call, List<Roi> rois) {
    SeedSlices slices = new SeedSlices(call.input(), call.progress());
    for (int i = 0; i < rois.size(); i++) {
      Roi roi = rois.get(i);
      String name = "ROI " + (i + 1) + (roi.getName() == null ? "" : " (" + roi.getName() + ")");
      call.progress().throwIfStopped();
      slices.draw(roi, name, (short) (i + 1)); // one outside the image marks nothing
    }
    return slices.image();
  }
}
