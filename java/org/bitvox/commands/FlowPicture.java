// SPDX-License-Identifier: BSD-2-Clause
package org.bitvox.commands;

import ij.ImagePlus;
import java.awt.BasicStroke;
import java.awt.Color;
import java.awt.Graphics2D;
import java.awt.RenderingHints;
import java.awt.geom.Line2D;
import java.awt.image.BufferedImage;
import java.io.IOException;
import java.nio.file.Path;
import org.bitvox.FlowResult;
import org.bitvox.files.PngFiles;

/**
 * Where particles of the whole volume went in the last frames, seen along the axis across a plane,
 * over the speed in that plane at the end: the darker the slower, grey where nothing flows.
 */
final class FlowPicture {
  private static final int PANEL = 800; // pixels of the longer side, about
  private static final int TAIL = 40; // frames
  private static final Color SOLID = new Color(0x8f8f8f);
  private static final Color LINE = new Color(255, 200, 80, 200);

  private final FlowTracks tracks;
  private final FlowResult result;
  private final int zoom;

  FlowPicture(FlowTracks tracks, FlowResult result) {
    this.tracks = tracks;
    this.result = result;
    zoom = Math.max(1, Math.round((float) PANEL / Math.max(tracks.width(), tracks.height())));
  }

  ImagePlus image(String title) {
    return new ImagePlus(title, draw());
  }

  void write(Path path) throws IOException {
    PngFiles.write(this::draw, path);
  }

  private BufferedImage draw() {
    BufferedImage image =
        new BufferedImage(
            tracks.width() * zoom, tracks.height() * zoom, BufferedImage.TYPE_INT_RGB);
    Graphics2D g = image.createGraphics();
    for (int j = 0; j < tracks.height(); j++) {
      for (int i = 0; i < tracks.width(); i++) {
        g.setColor(colour(tracks.speed(i, j)));
        g.fillRect(i * zoom, j * zoom, zoom, zoom);
      }
    }
    g.setRenderingHint(RenderingHints.KEY_ANTIALIASING, RenderingHints.VALUE_ANTIALIAS_ON);
    g.setColor(LINE);
    g.setStroke(new BasicStroke(1.5f));
    int first = Math.max(0, tracks.frames() - TAIL);
    for (int particle = 0; particle < tracks.particles(); particle++) {
      for (int frame = first; frame + 1 < tracks.frames(); frame++) {
        if (!jumps(tracks.way(frame, particle)) && !leaves(frame, particle)) {
          double[] from = tracks.at(frame, particle);
          double[] to = tracks.at(frame + 1, particle);
          g.draw(new Line2D.Double(at(from[0]), at(from[1]), at(to[0]), at(to[1])));
        }
      }
    }
    g.dispose();
    return image;
  }

  private Color colour(float speed) {
    if (speed == 0) {
      return SOLID;
    }
    float part = (float) Math.min(1, speed / result.maxSpeed());
    return new Color(0.05f + 0.1f * part, 0.08f + 0.42f * part, 0.25f + 0.6f * part);
  }

  /** Whether it came through a periodic face, or began anew: faster than anything is. */
  private boolean jumps(double[] way) {
    double steps = (double) result.steps() / tracks.frames() + 1;
    double most = 1.5 * result.mach() / Math.sqrt(3) * steps;
    return Math.sqrt(way[0] * way[0] + way[1] * way[1] + way[2] * way[2]) > most;
  }

  /** Whether it would be beyond the border next if it went on as it came. */
  private boolean leaves(int frame, int particle) {
    if (frame == 0) {
      return false;
    }
    double[] before = tracks.at(frame - 1, particle);
    double[] now = tracks.at(frame, particle);
    double right = 2 * now[0] - before[0];
    double down = 2 * now[1] - before[1];
    return Math.min(right, down) < -0.5
        || right > tracks.width() - 0.5
        || down > tracks.height() - 0.5;
  }

  private double at(double voxel) {
    return (voxel + 0.5) * zoom;
  }
}
