// SPDX-License-Identifier: BSD-2-Clause
package org.bitvox.calls;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import ij.IJ;
import ij.ImagePlus;
import ij.gui.ImageRoi;
import ij.gui.Overlay;
import ij.gui.Roi;
import ij.gui.TextRoi;
import ij.plugin.LutLoader;
import ij.process.FloatProcessor;
import ij.process.ImageProcessor;
import ij.process.LUT;
import java.awt.Color;
import java.awt.Rectangle;
import org.junit.jupiter.api.Test;

class ColourBarTest {
  private static final LUT FIRE = new LUT(LutLoader.getLut("fire"), 0, 2.5);

  @Test
  void endsAtTheLargestValue() {
    Overlay bar = ColourBar.of(300, 200, FIRE, 0, 2.5, "mm");
    assertEquals(Color.black, bar.get(0).getFillColor());
    ImageProcessor colours = ((ImageRoi) bar.get(1)).getProcessor();
    assertEquals(FIRE.getRGB(255) & 0xffffff, colours.get(1, 0) & 0xffffff);
    assertEquals(FIRE.getRGB(0) & 0xffffff, colours.get(1, colours.getHeight() - 1) & 0xffffff);
    String[] texts = {"2.5", "1.25", "0", "mm"};
    for (int i = 0; i < texts.length; i++) {
      assertEquals(texts[i], ((TextRoi) bar.get(i + 2)).getText().trim());
    }
    assertTrue(bar.get(2).getBounds().y < bar.get(4).getBounds().y);
    for (Roi part : bar) {
      assertTrue(new Rectangle(300, 200).contains(part.getBounds()), part.toString());
      assertTrue(bar.get(0).getBounds().contains(part.getBounds()), part.toString());
    }
  }

  @Test
  void staysAwayFromSmallImagesAndKeepsWhatIsThere() {
    ImagePlus small = new ImagePlus("small", new FloatProcessor(99, 500));
    ColourBar.add(small, "mm");
    assertNull(small.getOverlay());
    ImagePlus image = new ImagePlus("map", new FloatProcessor(120, 110));
    image.setOverlay(new Overlay(new Roi(1, 1, 2, 2)));
    ColourBar.add(image, "mm");
    assertEquals(7, image.getOverlay().size());
  }

  @Test
  void standsInTheEmptiestCorner() {
    ImagePlus image = IJ.createImage("map", "32-bit black", 200, 160, 3);
    ColourBar.add(image, "mm");
    assertEquals("right top", place(image));
    image.getStack().getProcessor(2).setColor(5);
    image.getStack().getProcessor(2).fill(new Roi(140, 0, 60, 40)); // also of another slice
    ColourBar.add(image, "mm");
    assertEquals("right bottom", place(image));
    image.getStack().getProcessor(1).setColor(5);
    image.getStack().getProcessor(1).fill(new Roi(140, 0, 60, 160));
    ColourBar.add(image, "mm");
    for (Roi part : image.getOverlay()) {
      assertTrue(new Rectangle(200, 160).contains(part.getBounds()), part.toString());
    }
    assertEquals("left top", place(image));
  }

  private static String place(ImagePlus image) {
    Roi box = image.getOverlay().get(image.getOverlay().size() - 6);
    Rectangle bounds = box.getBounds();
    image.setOverlay(null);
    return (bounds.x > 80 ? "right " : "left ") + (bounds.y < 30 ? "top" : "bottom");
  }
}
