// SPDX-License-Identifier: BSD-2-Clause
package org.bitvox.calls;

import ij.ImagePlus;
import ij.gui.ImageRoi;
import ij.gui.Overlay;
import ij.gui.Roi;
import ij.gui.TextRoi;
import ij.process.ImageProcessor;
import ij.process.LUT;
import java.awt.Color;
import java.awt.Font;
import java.awt.Point;
import java.awt.Rectangle;
import java.awt.image.BufferedImage;
import java.math.BigDecimal;
import java.math.MathContext;

/**
 * Says over a map which colour is which value: a bar in a black box, as an overlay, in the corner
 * where it hides least.
 */
final class ColourBar {
  /** In smaller images it would hide what it explains. */
  private static final int SMALLEST = 100;

  private static final int DIGITS = 4;

  /** Slices that are looked at for the emptiest corner, at most. */
  private static final int SLICES = 32;

  private ColourBar() {}

  /** Adds it to an image with one channel that is large enough. */
  static void add(ImagePlus image, String unit) {
    if (Math.min(image.getWidth(), image.getHeight()) < SMALLEST) {
      return;
    }
    Overlay overlay = image.getOverlay() == null ? new Overlay() : image.getOverlay();
    double low = image.getDisplayRangeMin();
    double high = image.getDisplayRangeMax();
    LUT colours = image.getProcessor().getLut();
    Overlay bar = of(image.getWidth(), image.getHeight(), colours, low, high, unit);
    Rectangle box = bar.get(0).getBounds();
    Point corner = emptiest(image, box);
    bar.translate(corner.x - box.x, corner.y - box.y);
    bar.forEach(overlay::add);
    image.setOverlay(overlay);
  }

  /** At the top right: the box, the bar with the largest value at its upper end, three values. */
  static Overlay of(int width, int height, LUT colours, double low, double high, String unit) {
    int letters = Math.max(8, Math.min(height / 22, 24));
    int length = height / 2;
    int thickness = Math.max(5, letters * 2 / 3);
    int margin = letters / 3;
    int right = width - height / 40 - margin;
    int top = height / 40 + margin + letters * 3 / 2;
    Overlay bar = new Overlay();
    bar.add(new ImageRoi(right - thickness, top, gradient(thickness, length, colours)));
    for (int i = 0; i < 3; i++) {
      double value = low + (high - low) * (2 - i) / 2;
      int y = top + i * length / 2 - letters / 2;
      bar.add(text(rounded(value), right - thickness - margin, y, letters));
    }
    bar.add(text(unit, right, top - letters * 3 / 2, letters));
    Rectangle all = new Rectangle(right, top, 0, 0);
    bar.forEach(part -> all.add(part.getBounds()));
    all.grow(margin, margin);
    Roi box = new Roi(all.intersection(new Rectangle(width, height)));
    box.setFillColor(Color.black);
    Overlay boxed = new Overlay(box);
    bar.forEach(boxed::add);
    return boxed;
  }

  /**
   * Where the box hides the fewest values that are not 0; the corner in which it is, if in doubt.
   */
  private static Point emptiest(ImagePlus image, Rectangle box) {
    int[] across = {box.x, image.getWidth() - box.x - box.width};
    int[] down = {box.y, image.getHeight() - box.y - box.height};
    Point best = box.getLocation();
    long fewest = Long.MAX_VALUE;
    for (int x : across) {
      for (int y : down) {
        long hidden = hidden(image, new Rectangle(x, y, box.width, box.height));
        if (hidden < fewest) {
          best = new Point(x, y);
          fewest = hidden;
        }
      }
    }
    return best;
  }

  private static long hidden(ImagePlus image, Rectangle part) {
    long hidden = 0;
    int step = (image.getStackSize() + SLICES - 1) / SLICES;
    for (int slice = 1; slice <= image.getStackSize(); slice += step) {
      ImageProcessor pixels = image.getStack().getProcessor(slice);
      for (int y = part.y; y < part.y + part.height; y++) {
        for (int x = part.x; x < part.x + part.width; x++) {
          hidden += pixels.getf(x, y) != 0 ? 1 : 0;
        }
      }
    }
    return hidden;
  }

  private static String rounded(double value) {
    BigDecimal digits = new BigDecimal(value).round(new MathContext(DIGITS));
    return value == 0 ? "0" : digits.stripTrailingZeros().toPlainString();
  }

  /** Ends at x. */
  private static TextRoi text(String text, int x, int y, int letters) {
    TextRoi label = new TextRoi(x, y, text, new Font(Font.SANS_SERIF, Font.PLAIN, letters));
    label.setJustification(TextRoi.RIGHT);
    label.setStrokeColor(Color.white);
    label.setLocation(x - label.getBounds().width, y);
    return label;
  }

  private static BufferedImage gradient(int width, int height, LUT colours) {
    BufferedImage picture = new BufferedImage(width, height, BufferedImage.TYPE_INT_RGB);
    for (int y = 0; y < height; y++) {
      int colour = colours.getRGB(255 - 255 * y / Math.max(1, height - 1));
      for (int x = 0; x < width; x++) {
        picture.setRGB(x, y, colour);
      }
    }
    return picture;
  }
}
