// SPDX-License-Identifier: BSD-2-Clause
package org.bitvox.commands;

import java.awt.Color;
import java.awt.image.IndexColorModel;
import java.util.ArrayList;
import java.util.List;

/**
 * 256 colours that are as different as can be: black first, then each time the bright colour that
 * is farthest from all before it in CIELAB (L. Kaufman and P. J. Rousseeuw's farthest-first rule;
 * for maps: C. A. Glasbey et al., "Colour displays for categorical images", Color Research and
 * Application 32 (2007) 304-309).
 */
final class LabelColours {
  private static final int STEP = 15; // 18 values a channel
  private static final double DARKEST = 45; // L of CIELAB
  private static final double PALEST = 97;

  private static IndexColorModel table;

  private LabelColours() {}

  /** The same every time. */
  static synchronized IndexColorModel table() {
    if (table == null) {
      table = make();
    }
    return table;
  }

  private static IndexColorModel make() {
    List<Color> colours = candidates();
    int candidates = colours.size();
    double[][] places = new double[candidates][];
    double[] nearest = new double[candidates];
    for (int i = 0; i < candidates; i++) {
      places[i] = lab(colours.get(i));
      boolean bright = places[i][0] >= DARKEST && places[i][0] <= PALEST;
      nearest[i] = bright ? distance(places[i], lab(Color.BLACK)) : -1;
    }
    byte[][] channels = new byte[3][256];
    for (int colour = 1; colour < 256; colour++) {
      int best = 0;
      for (int i = 1; i < candidates; i++) {
        if (nearest[i] > nearest[best]) {
          best = i;
        }
      }
      channels[0][colour] = (byte) colours.get(best).getRed();
      channels[1][colour] = (byte) colours.get(best).getGreen();
      channels[2][colour] = (byte) colours.get(best).getBlue();
      for (int i = 0; i < candidates; i++) {
        nearest[i] = Math.min(nearest[i], distance(places[i], places[best]));
      }
    }
    return new IndexColorModel(8, 256, channels[0], channels[1], channels[2]);
  }

  /** Of a grid in the cube of sRGB; red goes fastest. */
  static List<Color> candidates() {
    List<Color> colours = new ArrayList<>();
    for (int blue = 0; blue < 256; blue += STEP) {
      for (int green = 0; green < 256; green += STEP) {
        for (int red = 0; red < 256; red += STEP) {
          colours.add(new Color(red, green, blue));
        }
      }
    }
    return colours;
  }

  /** Of two colours in CIELAB. */
  static double distance(double[] a, double[] b) {
    return Math.hypot(Math.hypot(a[0] - b[0], a[1] - b[1]), a[2] - b[2]);
  }

  /** CIELAB of an sRGB colour, white point D65. */
  static double[] lab(Color colour) {
    double r = linear(colour.getRed());
    double g = linear(colour.getGreen());
    double b = linear(colour.getBlue());
    double x = root((0.4124 * r + 0.3576 * g + 0.1805 * b) / 0.9505);
    double y = root(0.2126 * r + 0.7152 * g + 0.0722 * b);
    double z = root((0.0193 * r + 0.1192 * g + 0.9505 * b) / 1.089);
    return new double[] {116 * y - 16, 500 * (x - y), 200 * (y - z)};
  }

  private static double linear(int value) {
    double v = value / 255.0;
    return v <= 0.04045 ? v / 12.92 : Math.pow((v + 0.055) / 1.055, 2.4);
  }

  private static double root(double t) {
    return t > 216.0 / 24389 ? Math.cbrt(t) : (24389.0 / 27 * t + 16) / 116;
  }
}
