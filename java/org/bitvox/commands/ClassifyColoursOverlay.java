// SPDX-License-Identifier: BSD-2-Clause
package org.bitvox.commands;

import ij.ImagePlus;
import ij.gui.Overlay;
import ij.gui.Roi;
import java.awt.Color;
import java.awt.image.IndexColorModel;
import java.util.ArrayList;
import java.util.List;
import org.bitvox.ColourModel;
import org.bitvox.ColourObjects;
import org.bitvox.calls.Call;
import org.bitvox.calls.OwnOverlay;

/**
 * The objects of classified colours over their frames: a box in the colour that their class has in
 * the class map, named by the number of the track, or without tracks of the object.
 */
final class ClassifyColoursOverlay {
  /** Of show=. */
  static final String WORD = "overlay";

  /** With more, ImageJ takes long to draw each frame, as it looks at all of them. */
  static final int MOST = 100_000;

  /** Tells these boxes from those of others. */
  private static final String PROPERTY = "bitvox_classify_colours";

  private final ColourModel model;
  private final ColourObjects objects;
  private final int frames;
  private final boolean fits;

  private ClassifyColoursOverlay(ColourModel model, ColourObjects objects, int frames) {
    this.model = model;
    this.objects = objects;
    this.frames = frames;
    fits = objects.count() <= MOST;
  }

  /** Null where nobody sees it. */
  static ClassifyColoursOverlay of(Call call, ColourModel model, ColourObjects objects) {
    boolean seen =
        call.input().isOpen()
            && !call.input().isPreview()
            && ClassifyColoursCommand.shows(call.values(), WORD);
    int frames = call.input().depth() * call.input().frames();
    return seen ? new ClassifyColoursOverlay(model, objects, frames) : null;
  }

  /** Says that there are too many; else empty. */
  String note() {
    return fits
        ? ""
        : "There is no overlay, as there are "
            + objects.count()
            + " objects; an overlay has "
            + MOST
            + " at most.";
  }

  /** Lays them over the image in the place of those of an earlier run. */
  void lay(ImagePlus image) {
    Overlay overlay = OwnOverlay.without(roi -> roi.getProperty(PROPERTY) != null, image);
    boxes().forEach(overlay::add);
    overlay.drawLabels(true);
    overlay.drawNames(true);
    image.setOverlay(overlay);
    image.setHideOverlay(false);
  }

  private List<Roi> boxes() {
    List<Roi> boxes = new ArrayList<>();
    IndexColorModel colours = ClassColours.table(model);
    for (int i = 0; fits && i < objects.count(); i++) {
      Roi box = new Roi(objects.left(i), objects.top(i), objects.width(i), objects.height(i));
      box.setName(Long.toString(objects.track(i) > 0 ? objects.track(i) : i + 1));
      box.setStrokeColor(new Color(colours.getRGB(objects.ofClass(i))));
      box.setProperty(PROPERTY, model.name(objects.ofClass(i) - 1));
      if (frames > 1) {
        box.setPosition(objects.frame(i));
      }
      boxes.add(box);
    }
    return boxes;
  }
}
