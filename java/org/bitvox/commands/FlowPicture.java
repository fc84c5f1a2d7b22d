// SPDX-License-Identifier: BSD-2-Clause
package org.bitvox.commands;

import ij.ImagePlus;
import java.awt.BasicStroke;
import java.awt.Color;
import java.awt.Font;
import java.awt.Graphics2D;
import java.awt.RenderingHints;
import java.awt.geom.AffineTransform;
import java.awt.geom.Line2D;
import java.awt.image.BufferedImage;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Locale;
import java.util.stream.IntStream;
import org.bitvox.FlowResult;
import org.bitvox.files.PngFiles;

/**
 * Where particles and bodies went in the last frames, seen along the axis across a plane, over the
 * speed in that plane at the end: the darker the slower, grey where it is solid. Particles far from
 * the plane are pale.
 */
final class FlowPicture {
  private static final int PANEL = 800; // pixels of the longer side, about
  private static final int TOP = 28;
  private static final int BOTTOM = 30;
  private static final int MARGIN = 8;
  private static final Color SOLID = new Color(0x8f8f8f);
  private static final int[] SPEEDS = {0x0d1440, 0x2680d9}; // slow to fast
  private static final Color NEAR = new Color(255, 200, 80, 210);
  private static final Color FAR = new Color(255, 200, 80, 45);

  private final FlowTracks tracks;
  private final FlowMotion motion;
  private final FlowPlane plane;
  private final boolean[] solid;
  private final FlowResult result;
  private final FlowUnits units;
  private final int zoom;
  private final int first; // of the frames that are drawn
  private final SpeedScale scale;

  /** Motion is null without bodies; solid has the pixels of the plane. */
  FlowPicture(
      FlowTracks tracks,
      FlowMotion motion,
      FlowPlane plane,
      boolean[] solid,
      FlowResult result,
      FlowUnits units) {
    this.tracks = tracks;
    this.motion = motion;
    this.plane = plane;
    this.solid = solid;
    this.result = result;
    this.units = units;
    zoom = Math.max(1, Math.round((float) PANEL / Math.max(plane.width(), plane.height())));
    first = tracks.firstFrame();
    scale =
        new SpeedScale(
            IntStream.range(0, solid.length)
                .filter(pixel -> !solid[pixel])
                .mapToDouble(pixel -> tracks.speeds()[pixel]),
            SPEEDS);
  }

  ImagePlus image(String title) {
    return new ImagePlus(title, draw());
  }

  void write(Path path) throws IOException {
    PngFiles.write(this::draw, path);
  }

  private BufferedImage draw() {
    Font font = new Font(Font.SANS_SERIF, Font.PLAIN, 14);
    BufferedImage image = new BufferedImage(width(font), height(), BufferedImage.TYPE_INT_RGB);
    Graphics2D g = image.createGraphics();
    g.setRenderingHint(RenderingHints.KEY_ANTIALIASING, RenderingHints.VALUE_ANTIALIAS_ON);
    g.setFont(font);
    g.setColor(Color.white);
    g.fillRect(0, 0, image.getWidth(), image.getHeight());
    g.setColor(Color.black);
    g.drawString(title(), MARGIN, TOP - 9);
    scale.draw(g, MARGIN, height() - BOTTOM + 8, bar());
    g.clipRect(0, TOP, plane.width() * zoom, plane.height() * zoom);
    for (int j = 0; j < plane.height(); j++) {
      for (int i = 0; i < plane.width(); i++) {
        int pixel = j * plane.width() + i;
        g.setColor(solid[pixel] ? SOLID : scale.colour(tracks.speeds()[pixel]));
        g.fillRect(i * zoom, TOP + j * zoom, zoom, zoom);
      }
    }
    g.setStroke(new BasicStroke(1.5f));
    drawTracks(g);
    if (motion != null) {
      drawBodies(g);
    }
    g.dispose();
    return image;
  }

  private int height() {
    return TOP + plane.height() * zoom + BOTTOM;
  }

  private int width(Font font) {
    Graphics2D g = new BufferedImage(1, 1, BufferedImage.TYPE_INT_RGB).createGraphics();
    int words = g.getFontMetrics(font).stringWidth(title());
    int bar = SpeedScale.width(g.getFontMetrics(font), bar());
    g.dispose();
    return Math.max(plane.width() * zoom, Math.max(words, bar) + 2 * MARGIN);
  }

  private String title() {
    long steps = result.steps() - result.steps() * (first + 1) / tracks.frames();
    String words = plane.words() + units.step(result.steps()) + "; ways of the last " + steps;
    return words.substring(0, 1).toUpperCase(Locale.ROOT)
        + (words.substring(1) + " steps")
        + (plane.count() > 1 ? ", pale far from the plane" : "");
  }

  private void drawTracks(Graphics2D g) {
    double near = Math.max(2, plane.count() / 16.0);
    for (int particle = 0; particle < tracks.particles(); particle++) {
      for (int frame = first; frame + 1 < tracks.frames(); frame++) {
        if (tracks.goesOn(frame, particle, result)) {
          double[] from = tracks.at(frame, particle);
          double away = Math.abs(from[plane.across()] - plane.position());
          g.setColor(away <= near ? NEAR : FAR);
          g.draw(line(from, tracks.at(frame + 1, particle)));
        }
      }
    }
  }

  /** Where they are at the end, and how their centres came there. */
  private void drawBodies(Graphics2D g) {
    g.setColor(Color.white);
    int last = motion.frames() - 1;
    AffineTransform toPixels = new AffineTransform(zoom, 0, 0, zoom, zoom / 2.0, TOP + zoom / 2.0);
    for (int body = 0; body < motion.bodies(); body++) {
      g.draw(toPixels.createTransformedShape(motion.seen(last, body, plane)));
      for (int frame = first; frame < last; frame++) {
        double[] from = motion.centre(frame, body);
        double[] to = motion.centre(frame + 1, body);
        boolean jumps =
            Math.abs(to[plane.right()] - from[plane.right()]) > plane.width() / 2.0
                || Math.abs(to[plane.down()] - from[plane.down()]) > plane.height() / 2.0;
        if (!jumps) {
          g.draw(line(from, to));
        }
      }
    }
  }

  private String bar() {
    return units.words(scale.fastest()) + " or more";
  }

  private Line2D line(double[] from, double[] to) {
    return new Line2D.Double(
        at(from[plane.right()]),
        TOP + at(from[plane.down()]),
        at(to[plane.right()]),
        TOP + at(to[plane.down()]));
  }

  private double at(double voxel) {
    return (voxel + 0.5) * zoom;
  }
}
