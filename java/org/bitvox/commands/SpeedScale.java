// SPDX-License-Identifier: BSD-2-Clause
package org.bitvox.commands;

import java.awt.Color;
import java.awt.FontMetrics;
import java.awt.Graphics2D;
import java.util.stream.DoubleStream;

/** The colours of speeds, from 0 to nearly the largest one, and a bar that explains them. */
final class SpeedScale {
  /** Of the bar, in pixels, all but its words. */
  private static final int BAR = 200;

  private static final int HEIGHT = 12;
  private static final int GAP = 6;

  /** Speeds that are not faster: those of some few places are far above all others. */
  private static final double PART = 0.97;

  private final int[] colours;
  private final double fastest;

  /** Of these speeds; colours go from that of 0 to that of the fastest, in equal steps. */
  SpeedScale(DoubleStream speeds, int... colours) {
    this.colours = colours;
    double[] sorted = speeds.sorted().toArray();
    fastest = sorted.length == 0 ? 0 : sorted[(int) (PART * (sorted.length - 1))];
  }

  /** Where the colours end. */
  double fastest() {
    return fastest;
  }

  /** That of 0 where all speeds are. */
  Color colour(double speed) {
    double part = fastest > 0 ? Math.min(1, Math.max(0, speed / fastest)) : 0;
    double at = part * (colours.length - 1);
    int low = Math.min(colours.length - 2, (int) at);
    return between(new Color(colours[low]), new Color(colours[low + 1]), at - low);
  }

  /** The bar with 0 before it, and after it the words for the fastest speed. */
  void draw(Graphics2D g, int left, int top, String words) {
    FontMetrics font = g.getFontMetrics();
    int first = left + font.stringWidth("0") + GAP;
    for (int i = 0; i < BAR; i++) {
      g.setColor(colour(fastest * i / BAR));
      g.fillRect(first + i, top, 1, HEIGHT);
    }
    g.setColor(Color.black);
    g.drawString("0", left, top + HEIGHT - 1);
    g.drawString(words, first + BAR + GAP, top + HEIGHT - 1);
  }

  /** How wide the bar is with such words. */
  static int width(FontMetrics font, String words) {
    return font.stringWidth("0") + BAR + 2 * GAP + font.stringWidth(words);
  }

  /** A part of the way from one colour to another. */
  static Color between(Color a, Color b, double part) {
    return new Color(
        mixed(a.getRed(), b.getRed(), part),
        mixed(a.getGreen(), b.getGreen(), part),
        mixed(a.getBlue(), b.getBlue(), part));
  }

  private static int mixed(int a, int b, double part) {
    return (int) Math.round(a + (b - a) * part);
  }
}
