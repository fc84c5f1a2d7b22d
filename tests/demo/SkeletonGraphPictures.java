// SPDX-License-Identifier: BSD-2-Clause

import ij.IJ;
import ij.ImagePlus;
import ij.plugin.ZProjector;
import ij.process.ByteProcessor;
import ij.process.ImageProcessor;
import java.awt.BasicStroke;
import java.awt.Color;
import java.awt.Graphics2D;
import java.awt.geom.CubicCurve2D;
import java.awt.geom.Ellipse2D;
import java.awt.geom.Line2D;
import java.awt.image.BufferedImage;
import java.io.File;
import javax.imageio.ImageIO;

/**
 * The pictures of the manual's page on skeleton graphs. "shape TIFF" draws two letters, a disc and
 * a dot; "kinds PNG SHAPE TAGS..." draws the kinds of voxels over the shape; "side PNG STACK..."
 * has stacks side by side, each seen along z.
 */
public final class SkeletonGraphPictures {
  private static final int ZOOM = 3;
  private static final int GAP = 8;
  private static final Color OBJECT = new Color(0xc8d4e0);
  private static final Color SLAB = new Color(0x14203c);
  private static final Color JUNCTION = new Color(0xd02020);
  private static final Color END = new Color(0x1a9622);

  private SkeletonGraphPictures() {}

  public static void main(String[] args) throws Exception {
    if (args[0].equals("shape")) {
      IJ.saveAsTiff(new ImagePlus("shape", shape()), args[1]);
      return;
    }
    boolean kinds = args[0].equals("kinds");
    int first = kinds ? 3 : 2;
    BufferedImage[] parts = new BufferedImage[args.length - first];
    for (int i = 0; i < parts.length; i++) {
      ImagePlus image = IJ.openImage(args[first + i]);
      parts[i] = kinds ? kinds(IJ.openImage(args[2]), image) : alongZ(image);
    }
    ImageIO.write(sideBySide(parts), "png", new File(args[1]));
  }

  private static ImageProcessor shape() {
    BufferedImage drawn = new BufferedImage(300, 150, BufferedImage.TYPE_BYTE_GRAY);
    Graphics2D pen = drawn.createGraphics();
    pen.setStroke(new BasicStroke(16, BasicStroke.CAP_ROUND, BasicStroke.JOIN_ROUND));
    pen.draw(new CubicCurve2D.Double(20, 130, 50, 5, 90, 5, 120, 130));
    pen.draw(new Line2D.Double(45, 84, 98, 80));
    pen.draw(new Ellipse2D.Double(150, 32, 108, 90));
    pen.setStroke(new BasicStroke(9, BasicStroke.CAP_BUTT, BasicStroke.JOIN_ROUND));
    pen.draw(new Line2D.Double(204, 10, 204, 144));
    pen.fill(new Ellipse2D.Double(268, 8, 26, 26));
    pen.dispose();
    drawn.getRaster().setSample(150, 6, 0, 255);
    ImageProcessor shape = new ByteProcessor(drawn);
    shape.threshold(127);
    return shape;
  }

  /** Larger marks than a pixel for what is no slab. */
  private static BufferedImage kinds(ImagePlus shape, ImagePlus tags) {
    ImageProcessor object = shape.getProcessor();
    ImageProcessor kinds = tags.getProcessor();
    BufferedImage picture =
        new BufferedImage(
            object.getWidth() * 2, object.getHeight() * 2, BufferedImage.TYPE_INT_RGB);
    Graphics2D pen = picture.createGraphics();
    for (int mark = 0; mark < 4; mark++) { // the later over the earlier
      for (int y = 0; y < object.getHeight(); y++) {
        for (int x = 0; x < object.getWidth(); x++) {
          draw(pen, mark, x, y, object.get(x, y) > 0, kinds.get(x, y));
        }
      }
    }
    pen.dispose();
    return picture;
  }

  private static void draw(Graphics2D pen, int mark, int x, int y, boolean inside, int kind) {
    int wide = mark < 2 ? 0 : 2;
    boolean drawn =
        mark == 0 || mark == 1 && kind > 0 || mark == 2 && kind == 70 || mark == 3 && kind == 30;
    if (drawn) {
      pen.setColor(
          mark == 0
              ? inside ? OBJECT : Color.WHITE
              : mark == 1 ? SLAB : mark == 2 ? JUNCTION : END);
      pen.fillRect(2 * x - wide, 2 * y - wide, 2 + 2 * wide, 2 + 2 * wide);
    }
  }

  /** In the colours that the stack is shown with. */
  private static BufferedImage alongZ(ImagePlus stack) {
    ImagePlus seen = ZProjector.run(stack, "max");
    ImageProcessor pixels = seen.getProcessor();
    pixels.setMinAndMax(0, 255);
    pixels.setColorModel(stack.getProcessor().getColorModel());
    return pixels
        .resize(pixels.getWidth() * ZOOM, pixels.getHeight() * ZOOM, false)
        .getBufferedImage();
  }

  private static BufferedImage sideBySide(BufferedImage... parts) {
    int width = parts[0].getWidth();
    BufferedImage all =
        new BufferedImage(
            parts.length * (width + GAP) - GAP, parts[0].getHeight(), BufferedImage.TYPE_INT_RGB);
    Graphics2D pen = all.createGraphics();
    pen.setColor(Color.GRAY);
    pen.fillRect(0, 0, all.getWidth(), all.getHeight());
    for (int i = 0; i < parts.length; i++) {
      pen.drawImage(parts[i], i * (width + GAP), 0, null);
    }
    pen.dispose();
    return all;
  }
}
