// SPDX-License-Identifier: BSD-2-Clause
package org.bitvox.commands;

import ij.gui.Overlay;
import ij.gui.Roi;
import ij.gui.TextRoi;
import java.awt.Color;
import java.awt.Font;
import java.awt.image.IndexColorModel;
import java.util.ArrayList;
import java.util.List;
import org.bitvox.ColourModel;

/** The names of classes beside their colours, in the upper left corner of a class map. */
final class ClassLegend {
  private static final int GAP = 3;
  private static final int LONGEST = 24; // letters of a name
  private static final int PART = 3; // of the image's width, which it may cover
  private static final Color BEHIND = new Color(0, 0, 0, 160);

  private ClassLegend() {}

  /** Null if it would cover more of the image; the line above the image has the names too. */
  static Overlay of(ColourModel model, IndexColorModel colours, int width, int height) {
    int size = Math.max(9, Math.min(36, height / 35));
    Font font = new Font(Font.SANS_SERIF, Font.PLAIN, size);
    int line = size + 2 * GAP;
    int widest = 0;
    List<Roi> rows = new ArrayList<>();
    for (int k = 0; k < model.classes(); k++) {
      int y = 2 * GAP + k * line;
      Roi box = new Roi(2 * GAP, y + GAP, size, size);
      box.setFillColor(new Color(colours.getRGB(k + 1)));
      rows.add(box);
      TextRoi name = new TextRoi(size + 4 * GAP, y, shortened(model.name(k)), font);
      name.setStrokeColor(Color.WHITE);
      rows.add(name);
      widest = Math.max(widest, name.getBounds().width);
    }
    Roi behind = new Roi(GAP, GAP, size + 4 * GAP + widest, model.classes() * line + 2 * GAP);
    behind.setFillColor(BEHIND);
    if (behind.getBounds().width > width / PART || behind.getBounds().height > height / 2) {
      return null;
    }
    Overlay legend = new Overlay(behind);
    rows.forEach(legend::add);
    return legend;
  }

  private static String shortened(String name) {
    return name.length() <= LONGEST ? name : name.substring(0, LONGEST - 3) + "...";
  }
}
