// SPDX-License-Identifier: BSD-2-Clause

import ij.gui.Plot;
import java.awt.Color;
import java.awt.Graphics2D;
import java.awt.image.BufferedImage;
import java.io.IOException;
import java.nio.file.Path;
import java.util.function.DoubleUnaryOperator;
import java.util.stream.IntStream;
import javax.imageio.ImageIO;

/** Curves of a reference, and what was found beside them. */
final class FlowChart {
  static final Color[] COLOURS = {
    new Color(0x1f5fa8), new Color(0xd9681d), new Color(0x1a8f3c), new Color(0x8b3fa8)
  };

  private static final Color REFERENCE = new Color(0x808080);
  private static final int POINTS = 200;

  private final Plot plot;
  private final StringBuilder legend = new StringBuilder();

  FlowChart(String x, String y) {
    plot = new Plot("", x, y);
    plot.setFrameSize(380, 300);
  }

  FlowChart limits(double left, double right, double low, double high) {
    plot.setLimits(left, right, low, high);
    return this;
  }

  /** What should be found, as a line. */
  FlowChart line(String name, double from, double to, DoubleUnaryOperator exact) {
    double[] x =
        IntStream.rangeClosed(0, POINTS)
            .mapToDouble(i -> from + (to - from) * i / POINTS)
            .toArray();
    double[] y =
        IntStream.rangeClosed(0, POINTS).mapToDouble(i -> exact.applyAsDouble(x[i])).toArray();
    return add(name, REFERENCE, 1, "line", x, y);
  }

  /** What should be found, or was, with a shape of ImageJ's: "line", "circle", "x", "cross", ... */
  FlowChart add(String name, Color colour, float wide, String shape, double[] x, double[] y) {
    plot.setColor(colour);
    plot.setLineWidth(wide);
    plot.add(shape, x, y);
    legend.append(name).append('\n');
    return this;
  }

  FlowChart found(String name, int colour, String shape, double[] x, double[] y) {
    return add(name, COLOURS[colour], 1.5f, shape, x, y);
  }

  /** Circles with lines between them. */
  FlowChart joined(String name, int colour, double[] x, double[] y) {
    return found("", colour, "line", x, y).found(name, colour, "circle", x, y);
  }

  /** Where the legend is: "top-left", "bottom-right", ... */
  FlowChart legend(String where) {
    plot.setColor(Color.black);
    plot.setLineWidth(1);
    plot.addLegend(legend.toString(), where);
    return this;
  }

  private BufferedImage image() {
    plot.setColor(Color.black); // of the frame
    plot.setLineWidth(1);
    return plot.getProcessor().getBufferedImage();
  }

  /** Writes charts side by side. */
  static void write(Path file, FlowChart... charts) throws IOException {
    BufferedImage[] images = new BufferedImage[charts.length];
    int width = 0;
    for (int i = 0; i < charts.length; i++) {
      images[i] = charts[i].image();
      width += images[i].getWidth();
    }
    int height = images[0].getHeight();
    BufferedImage all = new BufferedImage(width, height, BufferedImage.TYPE_INT_RGB);
    Graphics2D pen = all.createGraphics();
    int left = 0;
    for (BufferedImage image : images) {
      pen.drawImage(image, left, 0, null);
      left += image.getWidth();
    }
    pen.dispose();
    ImageIO.write(all, "png", file.toFile());
  }
}
