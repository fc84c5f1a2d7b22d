// SPDX-License-Identifier: BSD-2-Clause
package org.bitvox.calls;

import ij.ImagePlus;
import ij.gui.ImageRoi;
import ij.gui.Overlay;
import ij.gui.TextRoi;
import ij.process.LUT;
import java.awt.Color;
import java.awt.Font;
import java.awt.image.BufferedImage;
import java.math.BigDecimal;
import java.math.MathContext;

/** Says over a map which colour is which value: a bar at the right, as an overlay. */
final class ColourBar {
  /** In smaller images it would hide what it explains. */
  private static final int SMALLEST = 100;

  private static final int DIGITS = 4;

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
    bar.forEach(overlay::add);
    image.setOverlay(overlay);
  }

  /** The bar, with the largest value at its upper end, and three values. */
  static Overlay of(int width, int height, LUT colours, double low, double high, String unit) {
    int letters = Math.max(8, Math.min(height / 22, 24));
    int length = height / 2;
    int thickness = Math.max(5, letters * 2 / 3);
    int right = width - letters / 2;
    int top = height / 20 + letters;
    Overlay bar = new Overlay();
    bar.add(new ImageRoi(right - thickness, top, gradient(thickness, length, colours)));
    for (int i = 0; i < 3; i++) {
      double value = low + (high - low) * (2 - i) / 2;
      int y = top + i * length / 2 - letters / 2;
      bar.add(text(rounded(value), right - thickness - letters / 3, y, letters));
    }
    bar.add(text(unit, right, top - letters * 3 / 2, letters));
    return bar;
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
