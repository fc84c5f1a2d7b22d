// SPDX-License-Identifier: BSD-2-Clause
package org.bitvox.calls;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import ij.ImagePlus;
import ij.gui.ImageRoi;
import ij.gui.Overlay;
import ij.gui.Roi;
import ij.gui.TextRoi;
import ij.plugin.LutLoader;
import ij.process.FloatProcessor;
import ij.process.ImageProcessor;
import ij.process.LUT;
import java.awt.Rectangle;
import org.junit.jupiter.api.Test;

class ColourBarTest {
  private static final LUT FIRE = new LUT(LutLoader.getLut("fire"), 0, 2.5);

  @Test
  void endsAtTheLargestValue() {
    Overlay bar = ColourBar.of(300, 200, FIRE, 0, 2.5, "mm");
    ImageProcessor colours = ((ImageRoi) bar.get(0)).getProcessor();
    assertEquals(FIRE.getRGB(255) & 0xffffff, colours.get(1, 0) & 0xffffff);
    assertEquals(FIRE.getRGB(0) & 0xffffff, colours.get(1, colours.getHeight() - 1) & 0xffffff);
    String[] texts = {"2.5", "1.25", "0", "mm"};
    for (int i = 0; i < texts.length; i++) {
      assertEquals(texts[i], ((TextRoi) bar.get(i + 1)).getText().trim());
    }
    assertTrue(bar.get(1).getBounds().y < bar.get(3).getBounds().y);
    for (Roi part : bar) {
      assertTrue(new Rectangle(300, 200).contains(part.getBounds()), part.toString());
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
    assertEquals(6, image.getOverlay().size());
  }
}
