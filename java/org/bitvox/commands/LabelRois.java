// SPDX-License-Identifier: BSD-2-Clause
package org.bitvox.commands;

import ij.gui.Roi;
import ij.macro.Interpreter;
import ij.plugin.filter.ThresholdToSelection;
import ij.plugin.frame.RoiManager;
import ij.process.ByteProcessor;
import ij.process.ImageProcessor;
import java.awt.GraphicsEnvironment;
import java.awt.Rectangle;
import java.util.ArrayList;
import java.util.List;
import org.bitvox.LabelObjects;
import org.bitvox.ProgressListener;
import org.bitvox.SliceReceiver;
import org.bitvox.parameters.UsageException;

/**
 * Objects as selections for the ROI Manager, one in each of their slices: their pixels exactly,
 * holes too.
 */
final class LabelRois implements SliceReceiver {
  /** With more the ROI Manager is of no use. */
  static final int MOST = 10_000;

  /** Of ImageJ; those of larger labels begin anew. */
  private static final int GROUPS = 255;

  private static final byte IN = (byte) 255;

  private final int width;
  private final SliceReceiver next;
  private final List<Object> slices = new ArrayList<>();

  /** Next takes the slices too; it may be null. */
  LabelRois(int width, SliceReceiver next) {
    this.width = width;
    this.next = next;
  }

  /** Throws unless there can be a ROI Manager. */
  static void check() {
    if (GraphicsEnvironment.isHeadless()) {
      throw new UsageException("rois needs a display: ImageJ has no ROI Manager without one");
    }
  }

  @Override
  public void accept(int slice, Object pixels) {
    slices.add(pixels);
    if (next != null) {
      next.accept(slice, pixels);
    }
  }

  /**
   * A selection per object and slice, named by its label. If objects go on in other slices, the
   * name also has the slice, and the label is the group.
   *
   * @throws IllegalArgumentException if there are too many
   */
  List<Roi> of(LabelObjects objects, ProgressListener listener) {
    long all = 0;
    boolean flat = true;
    for (int i = 0; i < objects.count(); i++) {
      int slices = objects.high(i, 2) - objects.low(i, 2) + 1;
      all += slices;
      flat &= slices == 1;
    }
    if (all > MOST) {
      throw new IllegalArgumentException(
          "there are "
              + (flat ? all + " objects" : all + " selections of objects in slices")
              + "; the ROI Manager takes "
              + MOST
              + ": drop some by min_size= or no_border");
    }
    List<Roi> rois = new ArrayList<>();
    for (int i = 0; i < objects.count(); i++) {
      for (int z = objects.low(i, 2); z <= objects.high(i, 2); z++) {
        listener.throwIfStopped();
        Roi roi = of(objects, i, z);
        roi.setName((i + 1) + (flat ? "" : " slice " + (z + 1)));
        roi.setGroup(flat ? 0 : 1 + i % GROUPS);
        rois.add(roi);
      }
    }
    return rois;
  }

  /** Its pixels in one of its slices. */
  private Roi of(LabelObjects objects, int index, int z) {
    int x0 = objects.low(index, 0);
    int y0 = objects.low(index, 1);
    ByteProcessor mask =
        new ByteProcessor(objects.high(index, 0) - x0 + 1, objects.high(index, 1) - y0 + 1);
    byte[] in = (byte[]) mask.getPixels();
    for (int i = 0; i < in.length; i++) {
      int pixel = (y0 + i / mask.getWidth()) * width + x0 + i % mask.getWidth();
      in[i] = label(slices.get(z), pixel) == index + 1 ? IN : 0;
    }
    mask.setThreshold(255, 255, ImageProcessor.NO_LUT_UPDATE);
    Roi roi = new ThresholdToSelection().convert(mask);
    Rectangle within = roi.getBounds();
    roi.setLocation(x0 + within.x, y0 + within.y);
    if (slices.size() > 1) {
      roi.setPosition(z + 1);
    }
    return roi;
  }

  private static long label(Object pixels, int pixel) {
    if (pixels instanceof short[]) {
      return ((short[]) pixels)[pixel] & 0xffff;
    }
    return pixels instanceof float[] ? (long) ((float[]) pixels)[pixel] : ((int[]) pixels)[pixel];
  }

  /** Adds them to the ROI Manager, which is opened if it is not there; macros may have another. */
  static void show(List<Roi> rois) {
    RoiManager unseen = Interpreter.getBatchModeRoiManager(); // null unless in batch mode
    RoiManager manager = unseen == null ? RoiManager.getRoiManager() : unseen;
    rois.forEach(manager::addRoi);
  }
}
