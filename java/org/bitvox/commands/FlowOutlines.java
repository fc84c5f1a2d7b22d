// SPDX-License-Identifier: BSD-2-Clause
package org.bitvox.commands;

import ij.gui.Overlay;
import ij.gui.Roi;
import ij.gui.ShapeRoi;
import ij.plugin.filter.ThresholdToSelection;
import ij.process.ByteProcessor;
import ij.process.ImageProcessor;
import java.awt.Color;
import java.awt.Shape;
import java.awt.geom.AffineTransform;

/** The borders of solid and bodies over the frames of a movie, in which both are black. */
final class FlowOutlines {
  private static final Color COLOUR = new Color(0x9fb4c8);

  private FlowOutlines() {}

  /** Motion is null without bodies; null where there is nothing to draw. */
  static Overlay of(FlowPlane plane, boolean[] solid, FlowMotion motion) {
    Overlay overlay = new Overlay();
    byte[] pixels = new byte[solid.length];
    boolean any = false;
    for (int i = 0; i < solid.length; i++) {
      pixels[i] = (byte) (solid[i] ? 255 : 0);
      any |= solid[i];
    }
    if (any) {
      ImageProcessor mask = new ByteProcessor(plane.width(), plane.height(), pixels);
      mask.setThreshold(255, 255, ImageProcessor.NO_LUT_UPDATE);
      add(overlay, new ThresholdToSelection().convert(mask), 0);
    }
    AffineTransform toPixels = AffineTransform.getTranslateInstance(0.5, 0.5);
    for (int frame = 0; motion != null && frame < motion.frames(); frame++) {
      for (int body = 0; body < motion.bodies(); body++) {
        Shape section = motion.section(frame, body, plane);
        if (section != null) {
          Shape moved = toPixels.createTransformedShape(section);
          add(overlay, new ShapeRoi(moved), frame + 1);
        }
      }
    }
    return overlay.size() == 0 ? null : overlay;
  }

  private static void add(Overlay overlay, Roi roi, int frame) {
    roi.setStrokeColor(COLOUR);
    roi.setPosition(frame);
    overlay.add(roi);
  }
}
