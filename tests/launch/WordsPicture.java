// SPDX-License-Identifier: BSD-2-Clause

import ij.IJ;
import ij.ImagePlus;
import ij.process.ByteProcessor;
import ij.process.ImageProcessor;
import java.awt.Color;
import java.awt.Font;
import java.awt.Graphics2D;
import java.awt.RenderingHints;
import java.awt.image.BufferedImage;
import java.io.File;
import javax.imageio.ImageIO;

/**
 * The manual's picture of its words: a shape, and what openings leave of it. "shape FILE" makes the
 * shape; "draw FILE" draws shape.tif and its openings cross-1.tif to cube-3.tif.
 */
public final class WordsPicture {
  private static final int WIDTH = 46;
  private static final int HEIGHT = 22;
  private static final int SIDE = 7;
  private static final int MARGIN = 16;
  private static final int TITLE = 26;
  private static final Color KEPT = new Color(0x2f6db3);
  private static final Color LOST = new Color(0xd9dee5);
  private static final Color BRUSH = new Color(0xe07b28);

  private WordsPicture() {}

  public static void main(String[] args) throws Exception {
    if (args[0].equals("shape")) {
      IJ.saveAsTiff(new ImagePlus("shape", shape()), args[1]);
    } else {
      ImageIO.write(picture(), "png", new File(args[1]));
    }
  }

  /** A disc and a square joined by bars of 5, 3 and 1 pixels. */
  private static ImageProcessor shape() {
    ImageProcessor shape = new ByteProcessor(WIDTH, HEIGHT);
    shape.setValue(255);
    shape.fillOval(2, 3, 15, 15);
    shape.setRoi(33, 2, 11, 11);
    shape.fill();
    bar(shape, 3, 5);
    bar(shape, 10, 3);
    shape.setRoi(15, 15, 25, 1);
    shape.fill();
    shape.setRoi(39, 13, 1, 3);
    shape.fill();
    return shape;
  }

  private static void bar(ImageProcessor shape, int y, int thickness) {
    shape.setRoi(10, y, 24, thickness);
    shape.fill();
  }

  private static BufferedImage picture() {
    int panelWidth = WIDTH * SIDE + MARGIN;
    int panelHeight = HEIGHT * SIDE + TITLE + MARGIN;
    BufferedImage picture =
        new BufferedImage(
            3 * panelWidth + MARGIN, 2 * panelHeight + MARGIN, BufferedImage.TYPE_INT_RGB);
    Graphics2D g = picture.createGraphics();
    g.setRenderingHint(
        RenderingHints.KEY_TEXT_ANTIALIASING, RenderingHints.VALUE_TEXT_ANTIALIAS_ON);
    g.setColor(Color.WHITE);
    g.fillRect(0, 0, picture.getWidth(), picture.getHeight());
    g.setFont(new Font("SansSerif", Font.PLAIN, 14));
    ImageProcessor shape = open("shape");
    String[] elements = {"cross", "cube"};
    for (int row = 0; row < 2; row++) {
      for (int size = 1; size <= 3; size++) {
        g.translate(MARGIN + (size - 1) * panelWidth, MARGIN + row * panelHeight);
        panel(g, elements[row], size, shape, open(elements[row] + "-" + size));
        g.translate(-MARGIN - (size - 1) * panelWidth, -MARGIN - row * panelHeight);
      }
    }
    g.dispose();
    return picture;
  }

  private static void panel(
      Graphics2D g, String element, int size, ImageProcessor shape, ImageProcessor opening) {
    g.setColor(Color.BLACK);
    String title = "%s, n = %d:   V(0) = %d,   V(%d) = %d";
    g.drawString(
        String.format(title, element, size, count(shape), size, count(opening)), 0, TITLE - 10);
    for (int y = 0; y < HEIGHT; y++) {
      for (int x = 0; x < WIDTH; x++) {
        if (shape.get(x, y) != 0) {
          square(g, x, y, opening.get(x, y) != 0 ? KEPT : LOST);
        }
      }
    }
    for (int y = -size; y <= size; y++) {
      for (int x = -size; x <= size; x++) {
        if (element.equals("cube") || Math.abs(x) + Math.abs(y) <= size) {
          square(g, 24 + x, 18 + y, BRUSH);
        }
      }
    }
  }

  private static void square(Graphics2D g, int x, int y, Color colour) {
    g.setColor(colour);
    g.fillRect(x * SIDE, TITLE + y * SIDE, SIDE - 1, SIDE - 1);
  }

  private static ImageProcessor open(String name) {
    return IJ.openImage(name + ".tif").getProcessor();
  }

  private static int count(ImageProcessor image) {
    return image.getStats().histogram[255];
  }
}
