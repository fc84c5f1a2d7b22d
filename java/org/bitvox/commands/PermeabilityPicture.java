// SPDX-License-Identifier: BSD-2-Clause
package org.bitvox.commands;

import ij.ImagePlus;
import java.awt.BasicStroke;
import java.awt.Color;
import java.awt.Font;
import java.awt.Graphics2D;
import java.awt.RenderingHints;
import java.awt.Stroke;
import java.awt.geom.Line2D;
import java.awt.image.BufferedImage;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import org.bitvox.PermeabilityFlow;
import org.bitvox.ProgressListener;
import org.bitvox.files.PngFiles;

/**
 * Streamlines: over the middle slice those of the velocity in it, and beside that those through the
 * whole volume, seen from the side. Coloured by speed.
 */
final class PermeabilityPicture {
  private static final Color SOLID = new Color(0x8f8f8f);
  private static final Color PORE = new Color(0xf3f1ea);
  private static final int[] SPEEDS = {0x2c4fb0, 0x8638a6, 0xd02f56, 0xf2901e}; // slow to fast

  private static final int PANEL = 640; // pixels of the longer side, about
  private static final int LINES = 300; // through the volume
  private static final int APART = 9; // pixels between lines in the slice
  private static final int GAP = 24;
  private static final int TOP = 40;
  private static final int BOTTOM = 64;

  private final PermeabilityField field;
  private final PermeabilityFlow flow;
  private final int across; // the axis of sight
  private final int u; // to the right
  private final int v; // down
  private final int zoom;
  private final ProgressListener listener;
  private SpeedScale scale;

  /** The listener may stop it while it draws. */
  PermeabilityPicture(PermeabilityField field, PermeabilityFlow flow, ProgressListener listener) {
    this.field = field;
    this.flow = flow;
    this.listener = listener;
    across = field.axis() == 2 ? 1 : 2;
    u = 0;
    v = field.axis() == 2 ? 2 : 1;
    zoom = Math.max(1, Math.round((float) PANEL / Math.max(field.size(u), field.size(v))));
  }

  ImagePlus image(String title) {
    return new ImagePlus(title, draw());
  }

  void write(Path path) throws IOException {
    PngFiles.write(this::draw, path);
  }

  private BufferedImage draw() {
    int width = field.size(u) * zoom;
    int height = field.size(v) * zoom;
    BufferedImage image =
        new BufferedImage(2 * width + 3 * GAP, TOP + height + BOTTOM, BufferedImage.TYPE_INT_RGB);
    PermeabilityStreamlines streamlines = new PermeabilityStreamlines(field, listener);
    List<PermeabilityStreamlines.Line> through = streamlines.throughVolume(LINES);
    scale =
        new SpeedScale(
            through.stream().flatMap(line -> line.speeds.stream()).mapToDouble(speed -> speed),
            SPEEDS);
    Graphics2D g = image.createGraphics();
    g.setRenderingHint(RenderingHints.KEY_ANTIALIASING, RenderingHints.VALUE_ANTIALIAS_ON);
    g.setRenderingHint(RenderingHints.KEY_STROKE_CONTROL, RenderingHints.VALUE_STROKE_PURE);
    g.setColor(Color.white);
    g.fillRect(0, 0, image.getWidth(), image.getHeight());
    g.setFont(new Font(Font.SANS_SERIF, Font.PLAIN, 15));

    int layer = field.size(across) / 2;
    char axis = "xyz".charAt(across);
    String arrow = v == field.axis() ? "down" : "to the right";
    panel(g, GAP, place(axis, layer * field.side()) + ", flow " + arrow);
    drawSlice(image, GAP, layer);
    drawLines(g, GAP, streamlines.inPlane(across, layer, (double) APART / zoom), 1.4f, 255);
    int second = width + 2 * GAP;
    panel(g, second, "The whole volume, seen along " + axis);
    drawDepths(image, second);
    drawLines(g, second, through, 1.2f, 150);
    g.setClip(null);
    if (flow.connected() > 0) {
      scale.draw(g, GAP, TOP + height + 22, fastest());
    } else {
      g.setColor(Color.black);
      g.drawString("No pores join the two ends.", GAP, TOP + height + 34);
    }
    g.dispose();
    return image;
  }

  /** As ImageJ counts: slices from 1, and rows from 0. */
  static String place(char axis, int index) {
    return axis == 'z' ? "Slice " + (index + 1) : "Plane " + axis + " = " + index;
  }

  /** A title, and the place below it to draw on. */
  private void panel(Graphics2D g, int left, String title) {
    g.setClip(null);
    g.setColor(Color.black);
    g.drawString(title, left, TOP - 12);
    g.setClip(left, TOP, field.size(u) * zoom, field.size(v) * zoom);
  }

  private void drawSlice(BufferedImage image, int left, int layer) {
    int[] cell = new int[3];
    cell[across] = layer;
    for (cell[v] = 0; cell[v] < field.size(v); cell[v]++) {
      for (cell[u] = 0; cell[u] < field.size(u); cell[u]++) {
        fill(image, left, cell, field.flows(cell) ? PORE : SOLID);
      }
    }
  }

  /** The more pores are behind a pixel, the lighter. */
  private void drawDepths(BufferedImage image, int left) {
    int[] cell = new int[3];
    for (cell[v] = 0; cell[v] < field.size(v); cell[v]++) {
      for (cell[u] = 0; cell[u] < field.size(u); cell[u]++) {
        listener.throwIfStopped();
        int pores = 0;
        for (cell[across] = 0; cell[across] < field.size(across); cell[across]++) {
          pores += field.flows(cell) ? 1 : 0;
        }
        double part = (double) pores / field.size(across);
        fill(image, left, cell, SpeedScale.between(new Color(0xc9c7c2), Color.white, part));
      }
    }
  }

  private void fill(BufferedImage image, int left, int[] cell, Color colour) {
    for (int i = 0; i < zoom * zoom; i++) {
      image.setRGB(
          left + cell[u] * zoom + i % zoom, TOP + cell[v] * zoom + i / zoom, colour.getRGB());
    }
  }

  private void drawLines(
      Graphics2D g, int left, List<PermeabilityStreamlines.Line> lines, float wide, int alpha) {
    Stroke stroke = g.getStroke();
    g.setStroke(new BasicStroke(wide, BasicStroke.CAP_BUTT, BasicStroke.JOIN_ROUND));
    for (PermeabilityStreamlines.Line line : lines) {
      listener.throwIfStopped();
      for (int i = 1; i < line.points.size(); i++) {
        double[] from = line.points.get(i - 1);
        double[] to = line.points.get(i);
        Color colour = scale.colour(line.speeds.get(i));
        g.setColor(new Color(colour.getRed(), colour.getGreen(), colour.getBlue(), alpha));
        g.draw(new Line2D.Double(x(left, from), y(from), x(left, to), y(to)));
      }
    }
    g.setStroke(stroke);
  }

  private double x(int left, double[] point) {
    return left + (point[u] + 0.5) * zoom;
  }

  private double y(double[] point) {
    return TOP + (point[v] + 0.5) * zoom;
  }

  private String fastest() {
    double times = flow.meanVelocity() > 0 ? scale.fastest() / flow.meanVelocity() : 0;
    return String.format(Locale.ROOT, "%.1f x the mean velocity or more", times);
  }
}
