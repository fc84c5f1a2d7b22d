// SPDX-License-Identifier: BSD-2-Clause
package org.bitvox.commands;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.awt.Color;
import java.awt.Graphics2D;
import java.awt.image.BufferedImage;
import java.util.stream.DoubleStream;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class SpeedScaleTest {
  private static final int SLOW = 0x0000ff;
  private static final int MIDDLE = 0x00ff00;
  private static final int FAST = 0xff0000;

  private static SpeedScale scale(DoubleStream speeds) {
    return new SpeedScale(speeds, SLOW, MIDDLE, FAST);
  }

  @Test
  void endsWhereFewAreFaster() {
    SpeedScale scale = scale(IntStream.rangeClosed(0, 100).mapToDouble(i -> i == 100 ? 1e6 : i));
    assertEquals(97, scale.fastest());
    assertEquals(new Color(SLOW), scale.colour(0));
    assertEquals(new Color(0, 128, 128), scale.colour(97 / 4.0));
    assertEquals(new Color(MIDDLE), scale.colour(97 / 2.0));
    assertEquals(new Color(FAST), scale.colour(97));
    assertEquals(new Color(FAST), scale.colour(1e6));
  }

  @Test
  void restIsSlow() {
    assertEquals(new Color(SLOW), scale(DoubleStream.of(0, 0)).colour(0));
    assertEquals(0, scale(DoubleStream.empty()).fastest());
    assertEquals(new Color(SLOW), scale(DoubleStream.empty()).colour(1));
  }

  /** The words end where width says, and the bar has all colours. */
  @Test
  void drawsTheBarBeforeItsWords() {
    BufferedImage image = new BufferedImage(400, 20, BufferedImage.TYPE_INT_RGB);
    Graphics2D g = image.createGraphics();
    g.setColor(Color.white);
    g.fillRect(0, 0, 400, 20);
    scale(DoubleStream.of(1, 1)).draw(g, 10, 3, "words");
    int end = 10 + SpeedScale.width(g.getFontMetrics(), "words");
    g.dispose();
    int first = 0;
    while (image.getRGB(first, 3) != new Color(SLOW).getRGB()) {
      first++;
    }
    assertEquals(new Color(MIDDLE).getRGB(), image.getRGB(first + 100, 14));
    assertEquals(end, lastInk(image), 3);
  }

  /** The last column that is not white. */
  private static int lastInk(BufferedImage image) {
    int x = image.getWidth() - 1;
    while (isWhite(image, x)) {
      x--;
    }
    return x;
  }

  private static boolean isWhite(BufferedImage image, int x) {
    return IntStream.range(0, image.getHeight()).allMatch(y -> image.getRGB(x, y) == -1);
  }
}
