// SPDX-License-Identifier: BSD-2-Clause
package org.bitvox.commands;

import ij.ImagePlus;
import java.awt.Color;
import java.awt.Font;
import java.awt.Graphics2D;
import java.awt.RenderingHints;
import java.awt.Shape;
import java.awt.font.FontRenderContext;
import java.awt.geom.AffineTransform;
import java.awt.geom.Rectangle2D;
import java.awt.image.BufferedImage;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.stream.IntStream;
import org.bitvox.Motif;
import org.bitvox.files.PngFiles;

/**
 * A sequence logo: at each place the letters of the sites one upon the other, the most frequent one
 * at the top, together as high as the place has information, up to 2 bits.
 *
 * <p>T. D. Schneider, R. M. Stephens, "Sequence logos: a new way to display consensus sequences",
 * Nucleic Acids Research 18 (1990) 6097-6100.
 */
final class MotifLogo {
  private static final String LETTERS = "ACGT";
  private static final Color[] COLOURS = {
    new Color(0x2e8b3a), new Color(0x1f5fa8), new Color(0xe0a020), new Color(0xc83232)
  };

  private static final int WIDTH = 44; // of a letter
  private static final int HEIGHT = 240; // of 2 bits
  private static final int LEFT = 64;
  private static final int TOP = 44;
  private static final int BOTTOM = 44;
  private static final int RIGHT = 20;

  private final Motif.Result result;
  private final int motif;

  MotifLogo(Motif.Result result, int motif) {
    this.result = result;
    this.motif = motif;
  }

  ImagePlus image() {
    return new ImagePlus("Logo " + result.word(motif), draw());
  }

  void write(Path path) throws IOException {
    PngFiles.write(this::draw, path);
  }

  private BufferedImage draw() {
    int width = LEFT + result.length() * WIDTH + RIGHT;
    BufferedImage image =
        new BufferedImage(width, TOP + HEIGHT + BOTTOM, BufferedImage.TYPE_INT_RGB);
    Graphics2D g = image.createGraphics();
    g.setRenderingHint(RenderingHints.KEY_ANTIALIASING, RenderingHints.VALUE_ANTIALIAS_ON);
    g.setColor(Color.white);
    g.fillRect(0, 0, image.getWidth(), image.getHeight());
    drawAxes(g);
    for (int place = 0; place < result.length(); place++) {
      drawPlace(g, place);
    }
    g.dispose();
    return image;
  }

  private void drawAxes(Graphics2D g) {
    g.setColor(Color.black);
    g.setFont(new Font(Font.SANS_SERIF, Font.PLAIN, 14));
    int bottom = TOP + HEIGHT;
    g.drawLine(LEFT - 6, TOP, LEFT - 6, bottom);
    for (int bits = 0; bits <= 2; bits++) {
      int y = bottom - bits * HEIGHT / 2;
      g.drawLine(LEFT - 12, y, LEFT - 6, y);
      g.drawString(Integer.toString(bits), LEFT - 26, y + 5);
    }
    for (int place = 0; place < result.length(); place++) {
      String number = Integer.toString(place + 1);
      int half = g.getFontMetrics().stringWidth(number) / 2;
      g.drawString(number, LEFT + place * WIDTH + WIDTH / 2 - half, bottom + 20);
    }
    int sites = result.sequences(motif);
    g.drawString(result.word(motif) + ", " + sites + " sites", LEFT, TOP - 18);
    AffineTransform upright = g.getTransform();
    g.rotate(-Math.PI / 2, 20, TOP + HEIGHT / 2 + 12);
    g.drawString("bits", 20, TOP + HEIGHT / 2 + 12);
    g.setTransform(upright);
  }

  /** Letters from the bottom, the rarest first. */
  private void drawPlace(Graphics2D g, int place) {
    int[] counts = result.counts(motif, place);
    double high = result.information(motif, place) * HEIGHT / 2;
    double y = TOP + HEIGHT;
    int[] order =
        IntStream.range(0, 4)
            .boxed()
            .sorted(Comparator.comparingInt(letter -> counts[letter]))
            .mapToInt(Integer::intValue)
            .toArray();
    for (int letter : order) {
      double height = high * counts[letter] / result.sequences(motif);
      if (height > 0) {
        y -= height;
        drawLetter(g, letter, LEFT + place * WIDTH + 1.0, y, height);
      }
    }
  }

  /** Fills a box with a letter. */
  private static void drawLetter(Graphics2D g, int letter, double x, double y, double height) {
    Font font = new Font(Font.SANS_SERIF, Font.BOLD, 100);
    FontRenderContext context = new FontRenderContext(null, true, true);
    String text = LETTERS.substring(letter, letter + 1);
    Shape outline = font.createGlyphVector(context, text).getOutline();
    Rectangle2D box = outline.getBounds2D();
    AffineTransform fit = AffineTransform.getTranslateInstance(x, y);
    fit.scale((WIDTH - 2) / box.getWidth(), height / box.getHeight());
    fit.translate(-box.getX(), -box.getY());
    g.setColor(COLOURS[letter]);
    g.fill(fit.createTransformedShape(outline));
  }
}
