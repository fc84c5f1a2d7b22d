// SPDX-License-Identifier: BSD-2-Clause
package org.bitvox.commands;

import ij.ImagePlus;
import java.awt.BasicStroke;
import java.awt.Color;
import java.awt.Font;
import java.awt.Graphics2D;
import java.awt.RenderingHints;
import java.awt.geom.Ellipse2D;
import java.awt.geom.Line2D;
import java.awt.geom.Path2D;
import java.awt.image.BufferedImage;
import java.io.IOException;
import java.nio.file.Path;
import org.bitvox.Detector;
import org.bitvox.files.PngFiles;

/**
 * The geometry of a radiograph at its first angle, to scale: seen along the axis, and from the
 * side. The beam goes from left to right.
 */
final class RadiographSketch {
  private static final int WIDTH = 760;
  private static final int HEIGHT = 300; // of a view
  private static final int MARGIN = 24;
  private static final int LINE = 18;
  private static final double ROOM_X = WIDTH - 2.0 * MARGIN;
  private static final double ROOM_Y = HEIGHT - 2.0 * MARGIN - LINE;
  private static final Color BEAM = new Color(0xf2c14e);
  private static final Color OBJECT = new Color(0x2f6690);
  private static final Color DETECTOR = new Color(0x3a7d44);

  private final RadiographGeometry geometry;
  private final String unit;
  private final boolean cone;

  RadiographSketch(RadiographGeometry geometry, RadiographSpace space) {
    this.geometry = geometry;
    unit = space.unit;
    cone = geometry.beam == Detector.Beam.CONE;
  }

  ImagePlus image(String title) {
    return new ImagePlus(title, draw());
  }

  void write(Path path) throws IOException {
    PngFiles.write(this::draw, path);
  }

  private BufferedImage draw() {
    BufferedImage picture =
        new BufferedImage(WIDTH, 2 * HEIGHT + 3 * LINE, BufferedImage.TYPE_INT_RGB);
    Graphics2D g = picture.createGraphics();
    g.setRenderingHint(RenderingHints.KEY_ANTIALIASING, RenderingHints.VALUE_ANTIALIAS_ON);
    g.setColor(Color.white);
    g.fillRect(0, 0, picture.getWidth(), picture.getHeight());
    g.setFont(new Font(Font.SANS_SERIF, Font.PLAIN, 13));
    String axis = geometry.axis.name().toLowerCase(java.util.Locale.ROOT);
    View above = new View(g, 0, true);
    View side = new View(g, HEIGHT, false);
    double zoom = Math.min(above.fits(), side.fits());
    above.place(zoom);
    side.place(zoom);
    above.draw("Seen along the axis of rotation, " + axis + "; first angle " + angle());
    side.draw("Seen from the side");
    g.setColor(Color.black);
    int y = 2 * HEIGHT + LINE;
    g.drawString(distances(), MARGIN, y);
    g.drawString(detector(), MARGIN, y + LINE);
    g.dispose();
    return picture;
  }

  private String angle() {
    String first = RadiographGeometry.shortened(geometry.angle) + " degrees";
    return geometry.angles == 1
        ? first
        : first
            + ", "
            + geometry.angles
            + " angles in "
            + RadiographGeometry.shortened(geometry.range)
            + " degrees";
  }

  private String distances() {
    return cone
        ? "Source to axis "
            + length(geometry.sourceObject)
            + ", to detector "
            + length(geometry.sourceDetector)
            + ", magnification "
            + (geometry.sourceObject > 0
                ? RadiographGeometry.shortened(geometry.sourceDetector / geometry.sourceObject)
                : "without bounds")
        : "Parallel beam";
  }

  private String detector() {
    return "Detector "
        + geometry.columns
        + " x "
        + geometry.rows
        + " pixels of "
        + RadiographGeometry.shortened(geometry.pixelWidth)
        + " x "
        + length(geometry.pixelHeight);
  }

  private String length(double value) {
    return RadiographGeometry.shortened(value) + " " + unit;
  }

  /** A plane with the beam to the right, whose origin is the axis. */
  private final class View {
    private final Graphics2D graphics;
    private final boolean above;
    private final double[][] corners; // of the image's box, along the beam and across
    private final double source; // along the beam
    private final double detector;
    private final double low; // the detector's ends
    private final double high;
    private final double[] shown; // from and to along the beam, and across
    private final int top;
    private double zoom;
    private double middleX;
    private double middleY;

    View(Graphics2D graphics, int top, boolean above) {
      this.graphics = graphics;
      this.top = top;
      this.above = above;
      corners = corners();
      double radius = Math.hypot(geometry.size[0], geometry.size[1]) / 2;
      source = cone ? -geometry.sourceObject : -1.6 * radius;
      detector = cone ? geometry.sourceDetector - geometry.sourceObject : 1.6 * radius;
      double half =
          above
              ? geometry.columns * geometry.pixelWidth / 2
              : geometry.rows * geometry.pixelHeight / 2;
      double offset = above ? geometry.offsetColumns : geometry.offsetRows;
      low = offset - half;
      high = offset + half;
      double left = Math.min(source, -radius);
      double right = Math.max(detector, radius);
      double across = above ? radius : geometry.size[2] / 2;
      double up = Math.max(high, across);
      double down = Math.min(low, -across);
      shown = new double[] {left, right, down, up};
    }

    /** The largest zoom with which it fits. */
    double fits() {
      return Math.min(ROOM_X / (shown[1] - shown[0]), ROOM_Y / (shown[3] - shown[2]));
    }

    /** In the middle of its room, as large as that. */
    void place(double factor) {
      zoom = factor;
      middleX = MARGIN + (ROOM_X - zoom * (shown[1] + shown[0])) / 2;
      middleY = top + MARGIN + LINE + (ROOM_Y - zoom * (shown[3] + shown[2])) / 2;
    }

    /** Seen from the side, a rectangle as wide as the turned box is. */
    private double[][] corners() {
      double turn = Math.toRadians(geometry.angle);
      double[][] box = new double[4][];
      double reach = 0;
      for (int i = 0; i < 4; i++) {
        double u = (i == 0 || i == 3 ? -0.5 : 0.5) * geometry.size[0];
        double d = (i < 2 ? -0.5 : 0.5) * geometry.size[1];
        double along = -u * Math.sin(turn) + d * Math.cos(turn);
        box[i] = new double[] {along, u * Math.cos(turn) + d * Math.sin(turn)};
        reach = Math.max(reach, Math.abs(along));
      }
      if (above) {
        return box;
      }
      double half = geometry.size[2] / 2;
      return new double[][] {{-reach, -half}, {-reach, half}, {reach, half}, {reach, -half}};
    }

    void draw(String title) {
      graphics.setColor(new Color(BEAM.getRed(), BEAM.getGreen(), BEAM.getBlue(), 70));
      graphics.fill(
          cone
              ? shape(new double[][] {{source, 0}, {detector, low}, {detector, high}})
              : shape(
                  new double[][] {
                    {source, low}, {source, high}, {detector, high}, {detector, low}
                  }));
      graphics.setColor(BEAM.darker());
      graphics.setStroke(new BasicStroke(1));
      graphics.draw(line(source, cone ? 0 : low, detector, low));
      graphics.draw(line(source, cone ? 0 : high, detector, high));
      Path2D box = shape(corners);
      graphics.setColor(new Color(OBJECT.getRed(), OBJECT.getGreen(), OBJECT.getBlue(), 90));
      graphics.fill(box);
      graphics.setColor(OBJECT);
      graphics.draw(box);
      dot(0, 0, OBJECT);
      graphics.setStroke(new BasicStroke(4));
      graphics.setColor(DETECTOR);
      graphics.draw(line(detector, low, detector, high));
      if (cone) {
        dot(source, 0, Color.red);
      }
      graphics.setColor(Color.black);
      graphics.drawString(title, MARGIN, above ? LINE : HEIGHT + LINE);
    }

    private void dot(double along, double across, Color colour) {
      graphics.setColor(colour);
      graphics.fill(
          new Ellipse2D.Double(middleX + zoom * along - 4, middleY + zoom * across - 4, 8, 8));
    }

    private Line2D line(double a, double b, double c, double d) {
      return new Line2D.Double(
          middleX + zoom * a, middleY + zoom * b, middleX + zoom * c, middleY + zoom * d);
    }

    private Path2D shape(double[][] points) {
      Path2D path = new Path2D.Double();
      for (int i = 0; i < points.length; i++) {
        double x = middleX + zoom * points[i][0];
        double y = middleY + zoom * points[i][1];
        if (i == 0) {
          path.moveTo(x, y);
        } else {
          path.lineTo(x, y);
        }
      }
      path.closePath();
      return path;
    }
  }
}
