// SPDX-License-Identifier: BSD-2-Clause
package org.bitvox.calls;

import java.awt.Rectangle;
import java.util.Arrays;
import org.bitvox.ProgressListener;

/**
 * Fills polygons within a rectangle, row by row. A pixel is in if its centre is, by even and odd,
 * with the rounding of ImageJ's PolygonFiller; unlike there, no step takes longer than the corners
 * are many, as edges wait in the row where they begin and only their crossings are sorted.
 */
final class PolygonPixels {
  /** So much to the right are centres that lie on an edge, as in ImageJ. */
  private static final double SHIFT = 1e-8;

  private final Rectangle clip;
  private final int[] waiting; // the first edge that begins in a row, or -1
  private int edges;
  private int[] next = new int[16]; // edge that begins in the same row, or -1
  private int[] end = new int[16]; // row after the last one
  private double[] at = new double[16]; // x, in the row that is filled
  private double[] slope = new double[16]; // of x, a row

  private double firstX;
  private double firstY;
  private double lastX;
  private double lastY;
  private boolean open;

  PolygonPixels(Rectangle clip) {
    this.clip = clip;
    waiting = new int[clip.height];
    Arrays.fill(waiting, -1);
  }

  /** All corners of one, each moved right and down. */
  void polygon(float[] x, float[] y, int corners, double offset) {
    for (int i = 0; i < corners; i++) {
      if (i == 0) {
        moveTo(x[i] + offset, y[i] + offset);
      } else {
        lineTo(x[i] + offset, y[i] + offset);
      }
    }
    close();
  }

  /** Begins a polygon and closes the one before. */
  void moveTo(double x, double y) {
    close();
    firstX = x;
    firstY = y;
    lastX = x;
    lastY = y;
    open = true;
  }

  void lineTo(double x, double y) {
    edge(lastX, lastY, x, y);
    lastX = x;
    lastY = y;
  }

  void close() {
    if (open) {
      edge(lastX, lastY, firstX, firstY);
      open = false;
    }
  }

  private void edge(double x1, double y1, double x2, double y2) {
    if (y1 > y2) {
      edge(x2, y2, x1, y1);
      return;
    }
    long first = Math.round(y1);
    long last = Math.round(y2);
    long begin = Math.max(first, clip.y);
    if (first == last || begin >= Math.min(last, (long) clip.y + clip.height)) {
      return; // it crosses the centres of no row here
    }
    if (edges == next.length) {
      grow();
    }
    slope[edges] = (x2 - x1) / (y2 - y1);
    at[edges] = x1 + (first - y1 + 0.5) * slope[edges] + SHIFT + slope[edges] * (begin - first);
    end[edges] = (int) last;
    int row = (int) begin - clip.y;
    next[edges] = waiting[row];
    waiting[row] = edges++;
  }

  private void grow() {
    int size = Math.multiplyExact(edges, 2);
    next = Arrays.copyOf(next, size);
    end = Arrays.copyOf(end, size);
    at = Arrays.copyOf(at, size);
    slope = Arrays.copyOf(slope, size);
  }

  /** Hands the pixels on; nothing is left to fill. */
  void fill(RoiPixels.Row row, ProgressListener listener) {
    close();
    int[] active = new int[edges];
    double[] crossings = new double[edges];
    int count = 0;
    for (int y = clip.y; y < clip.y + clip.height; y++) {
      listener.throwIfStopped();
      int kept = 0;
      for (int i = 0; i < count; i++) {
        int edge = active[i];
        if (end[edge] > y) {
          at[edge] += slope[edge];
          active[kept++] = edge;
        }
      }
      count = kept;
      for (int edge = waiting[y - clip.y]; edge >= 0; edge = next[edge]) {
        active[count++] = edge;
      }
      for (int i = 0; i < count; i++) {
        crossings[i] = at[active[i]];
      }
      Arrays.sort(crossings, 0, count);
      for (int i = 0; i + 1 < count; i += 2) {
        int from = column(crossings[i]);
        int to = column(crossings[i + 1]);
        if (from < to) {
          row.add(y, from, to);
        }
      }
    }
    edges = 0;
    Arrays.fill(waiting, -1);
  }

  private int column(double x) {
    return Math.max(clip.x, Math.min(clip.x + clip.width, (int) Math.floor(x + 0.5)));
  }
}
