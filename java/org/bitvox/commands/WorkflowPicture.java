// SPDX-License-Identifier: BSD-2-Clause
package org.bitvox.commands;

import java.awt.image.BufferedImage;
import java.awt.image.IndexColorModel;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.util.Arrays;
import java.util.Base64;
import java.util.function.DoubleToIntFunction;
import javax.imageio.ImageIO;
import org.bitvox.calls.Scale;

/** One picture of a report, in colours, with a scale bar; a PNG within the page. */
final class WorkflowPicture {
  private static final int LARGEST_SIDE = 1024;
  private static final int SMALLEST_SIDE = 600;
  private static final int BLACK = 0x000000;
  private static final int WHITE = 0xffffff;

  /** How pictures of one image are drawn: some pixels as one, or one as a square of several. */
  static final class Frame {
    private final int width;
    private final int height;

    /** The side of the block that becomes one pixel of the picture before it is enlarged. */
    private final int block;

    private final int columns;
    private final int rows;
    private final int enlarged;
    private final Scale scale;

    /** Of an image with this size. */
    Frame(int width, int height, Scale scale) {
      this.width = width;
      this.height = height;
      this.scale = scale;
      int side = Math.max(width, height);
      block = (side + LARGEST_SIDE - 1) / LARGEST_SIDE;
      columns = (width + block - 1) / block;
      rows = (height + block - 1) / block;
      enlarged = Math.max(1, SMALLEST_SIDE / Math.max(columns, rows));
    }

    /** The length of the scale bar: 1, 2 or 5 and zeros, about a quarter of the width. */
    double bar() {
      double quarter = width * size() / 4;
      double power = Math.pow(10, Math.floor(Math.log10(quarter)));
      double factor = quarter / power;
      return power * (factor >= 5 ? 5 : factor >= 2 ? 2 : 1);
    }

    private double size() {
      return scale.calibrated() ? scale.x : 1;
    }

    private int barPixels() {
      return (int) Math.round(bar() / size() / block * enlarged);
    }

    /** Width over height of the picture, in the image's unit. */
    double aspect() {
      return scale.calibrated() ? width * scale.x / (height * scale.y) : (double) width / height;
    }
  }

  private final Frame frame;
  private final float[] values;
  private final int[] colours;

  /** Of these values, a pixel each of the image. */
  WorkflowPicture(Frame frame, float[] values) {
    this.frame = frame;
    this.values = reduced(values, frame);
    colours = new int[this.values.length];
  }

  /** The largest of each block: nothing thin is lost. */
  private static float[] reduced(float[] values, Frame frame) {
    if (frame.block == 1) {
      return values;
    }
    float[] reduced = new float[frame.columns * frame.rows];
    Arrays.fill(reduced, Float.NEGATIVE_INFINITY);
    for (int y = 0; y < frame.height; y++) {
      for (int x = 0; x < frame.width; x++) {
        int to = y / frame.block * frame.columns + x / frame.block;
        reduced[to] = Math.max(reduced[to], values[y * frame.width + x]);
      }
    }
    return reduced;
  }

  /** Black for low and less, white times the brightness for high and more. */
  WorkflowPicture grey(double low, double high, double brightness) {
    for (int i = 0; i < colours.length; i++) {
      double share = Math.max(0, Math.min(1, (values[i] - low) / (high - low)));
      colours[i] = (int) Math.round(255 * brightness * share) * 0x010101;
    }
    return this;
  }

  /** The colour of a table that the value has; index 0 for values of 0. */
  WorkflowPicture colours(IndexColorModel table, DoubleToIntFunction index) {
    for (int i = 0; i < colours.length; i++) {
      int entry = values[i] > 0 ? Math.max(0, Math.min(255, index.applyAsInt(values[i]))) : 0;
      colours[i] = table.getRGB(entry) & WHITE;
    }
    return this;
  }

  /** Draws the border of what is above 0 within it. */
  WorkflowPicture outline(float[] mask, int colour) {
    float[] inside = reduced(mask, frame);
    for (int y = 0; y < frame.rows; y++) {
      for (int x = 0; x < frame.columns; x++) {
        boolean border =
            !isInside(inside, x - 1, y)
                || !isInside(inside, x + 1, y)
                || !isInside(inside, x, y - 1)
                || !isInside(inside, x, y + 1);
        if (border && isInside(inside, x, y)) {
          colours[y * frame.columns + x] = colour;
        }
      }
    }
    return this;
  }

  /** Beyond the border as at it. */
  private boolean isInside(float[] mask, int x, int y) {
    int column = Math.max(0, Math.min(frame.columns - 1, x));
    int row = Math.max(0, Math.min(frame.rows - 1, y));
    return mask[row * frame.columns + column] > 0;
  }

  /** Paints what is above 0. */
  WorkflowPicture cover(float[] mask, int colour) {
    float[] covered = reduced(mask, frame);
    for (int i = 0; i < colours.length; i++) {
      if (covered[i] > 0) {
        colours[i] = colour;
      }
    }
    return this;
  }

  /** The picture as it stands in a page. */
  String dataUri() throws IOException {
    int times = frame.enlarged;
    int width = frame.columns * times;
    int height = frame.rows * times;
    BufferedImage image = new BufferedImage(width, height, BufferedImage.TYPE_INT_RGB);
    for (int y = 0; y < height; y++) {
      for (int x = 0; x < width; x++) {
        image.setRGB(x, y, colours[y / times * frame.columns + x / times]);
      }
    }
    drawBar(image);
    return dataUri(image);
  }

  private void drawBar(BufferedImage image) {
    int thick = Math.max(3, image.getWidth() / 120);
    int right = image.getWidth() - 3 * thick;
    int bottom = image.getHeight() - 3 * thick;
    int left = Math.max(1, right - frame.barPixels());
    fill(image, left - 1, bottom - thick - 1, right + 1, bottom + 1, BLACK);
    fill(image, left, bottom - thick, right, bottom, WHITE);
  }

  private static void fill(BufferedImage image, int x0, int y0, int x1, int y1, int colour) {
    for (int y = Math.max(0, y0); y < Math.min(image.getHeight(), y1); y++) {
      for (int x = Math.max(0, x0); x < Math.min(image.getWidth(), x1); x++) {
        image.setRGB(x, y, colour);
      }
    }
  }

  /** A bar of all colours of a table, dark at the left. */
  static String bar(IndexColorModel table) throws IOException {
    BufferedImage image = new BufferedImage(256, 1, BufferedImage.TYPE_INT_RGB);
    for (int x = 0; x < 256; x++) {
      image.setRGB(x, 0, table.getRGB(x));
    }
    return dataUri(image);
  }

  private static String dataUri(BufferedImage image) throws IOException {
    ByteArrayOutputStream png = new ByteArrayOutputStream();
    ImageIO.setUseCache(false); // no further files
    if (!ImageIO.write(image, "png", png)) {
      throw new IOException("this Java cannot write PNG");
    }
    return "data:image/png;base64," + Base64.getEncoder().encodeToString(png.toByteArray());
  }
}
