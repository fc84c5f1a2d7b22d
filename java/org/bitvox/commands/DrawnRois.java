// SPDX-License-Identifier: BSD-2-Clause
package org.bitvox.commands;

import ij.gui.PointRoi;
import ij.gui.Roi;
import java.awt.GraphicsEnvironment;
import java.util.Collections;
import java.util.List;
import org.bitvox.calls.InputImage;
import org.bitvox.calls.ManagedRois;
import org.bitvox.parameters.UsageException;

/**
 * What was drawn in ImageJ: the points that are selected in the input, or, without them, the ROIs
 * of the ROI Manager. Every point is a ROI of its own.
 */
final class DrawnRois {
  private final List<Roi> rois;
  private final String name;
  private final int unused;

  private DrawnRois(List<Roi> rois, String name, int unused) {
    this.rois = rois;
    this.name = name;
    this.unused = unused;
  }

  /** Whether points are selected. */
  static boolean selected(InputImage input) {
    return input.selection() instanceof PointRoi;
  }

  /**
   * Takes them.
   *
   * @param what they are for
   * @param otherwise how else they can be given
   */
  static DrawnRois of(InputImage input, String what, String otherwise) {
    List<Roi> managed = ManagedRois.all();
    if (selected(input)) {
      List<Roi> points =
          SeedPoints.each(Collections.singletonList(input.selection()), input.shownSlice());
      return new DrawnRois(points, "selection (" + points.size() + ")", managed.size());
    }
    if (managed.isEmpty()) {
      throw new UsageException(
          what
              + " are needed: select points in the image"
              + (GraphicsEnvironment.isHeadless()
                  ? ", " + otherwise + "; there is no ROI Manager without a display"
                  : ", add ROIs to the ROI Manager (press t), " + otherwise));
    }
    String name = "ROI Manager (" + managed.size() + ")";
    return new DrawnRois(SeedPoints.each(managed, 0), name, 0);
  }

  List<Roi> rois() {
    return rois;
  }

  /** What tables call them. */
  String name() {
    return name;
  }

  /** Says what else there is that a user may have meant; or empty. */
  String note() {
    return unused == 0
        ? ""
        : "Selected points are used; the ROI Manager has "
            + unused
            + (unused == 1 ? " ROI, which is not." : " ROIs, which are not.");
  }
}
