// SPDX-License-Identifier: BSD-2-Clause
package org.bitvox.commands;

import ij.gui.Roi;
import ij.macro.Interpreter;
import ij.plugin.filter.ThresholdToSelection;
import ij.plugin.frame.RoiManager;
import ij.process.ByteProcessor;
import ij.process.ImageProcessor;
import java.awt.GraphicsEnvironment;
import java.util.ArrayList;
import java.util.List;
import org.bitvox.LabelObjects;
import org.bitvox.ProgressListener;
import org.bitvox.SliceReceiver;
import org.bitvox.parameters.UsageException;

/** The objects of slices as selections for the ROI Manager: their pixels exactly, holes too. */
final class LabelRois implements SliceReceiver {
  /** With more the ROI Manager is of no use. */
  static final int MOST = 10_000;

  private static final byte IN = (byte) 255;

  private final int width;
  private final SliceReceiver next;
  private final List<Object> slices = new ArrayList<>();

  /** Next takes the slices too; it may be null. */
  LabelRois(int width, SliceReceiver next) {
    this.width = width;
    this.next = next;
  }

  /** Throws unless the objects are those of slices and there can be a ROI Manager. */
  static void check(boolean flat) {
    if (!flat) {
      throw new UsageException("rois are selections in slices: use per_slice, or leave rois out");
    }
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
   * A selection an object, named by its label.
   *
   * @throws IllegalArgumentException if there are too many
   */
  List<Roi> of(LabelObjects objects, ProgressListener listener) {
    if (objects.count() > MOST) {
      throw new IllegalArgumentException(
          "there are "
              + objects.count()
              + " objects; the ROI Manager takes "
              + MOST
              + ": drop some by min_size= or no_border");
    }
    List<Roi> rois = new ArrayList<>();
    for (int i = 0; i < objects.count(); i++) {
      listener.throwIfStopped();
      rois.add(of(objects, i));
    }
    return rois;
  }

  private Roi of(LabelObjects objects, int index) {
    int x0 = objects.low(index, 0);
    int y0 = objects.low(index, 1);
    int z = objects.low(index, 2);
    ByteProcessor mask =
        new ByteProcessor(objects.high(index, 0) - x0 + 1, objects.high(index, 1) - y0 + 1);
    byte[] in = (byte[]) mask.getPixels();
    for (int i = 0; i < in.length; i++) {
      int pixel = (y0 + i / mask.getWidth()) * width + x0 + i % mask.getWidth();
      in[i] = label(slices.get(z), pixel) == index + 1 ? IN : 0;
    }
    mask.setThreshold(255, 255, ImageProcessor.NO_LUT_UPDATE);
    Roi roi = new ThresholdToSelection().convert(mask);
    roi.setLocation(x0, y0);
    roi.setName(Integer.toString(index + 1));
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
