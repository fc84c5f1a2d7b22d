// SPDX-License-Identifier: BSD-2-Clause
package org.bitvox.commands;

import ij.gui.PointRoi;
import ij.gui.Roi;
import java.awt.Point;
import java.util.Arrays;
import java.util.Objects;
import org.bitvox.GreyImage;
import org.bitvox.GreyStack;
import org.bitvox.ProgressListener;
import org.bitvox.calls.InputImage;
import org.bitvox.calls.RoiPixels;

/** The seeds of an image, drawn one after the other; of a preview those in its slice. */
final class SeedSlices {
  private final int width;
  private final int height;
  private final int first; // slice of the image, of which a preview has one
  private final int wholeDepth;
  private final ProgressListener listener;
  private final short[][] slices; // null where nothing was drawn

  SeedSlices(InputImage input, ProgressListener listener) {
    this.listener = listener;
    width = input.width();
    height = input.height();
    first = input.indexOf(0);
    wholeDepth = input.wholeDepth();
    slices = new short[input.depth()][];
  }

  boolean isEmpty() {
    return Arrays.stream(slices).allMatch(Objects::isNull);
  }

  GreyImage image() {
    short[] empty = new short[Math.multiplyExact(width, height)]; // which nothing writes to
    Object[] all = new Object[slices.length];
    for (int z = 0; z < slices.length; z++) {
      all[z] = slices[z] == null ? empty : slices[z];
    }
    return new GreyStack(width, height, slices.length, all);
  }

  /** Returns whether any pixel is in the image. */
  boolean draw(Roi roi, String name, short label) {
    if (roi instanceof PointRoi) { // whose points may lie in slices of their own
      boolean any = false;
      Point[] points = roi.getContainedPoints();
      for (int i = 0; i < points.length; i++) {
        int z = slice(((PointRoi) roi).getPointPosition(i), name);
        any |= setPoint(points[i], z, label);
      }
      return any;
    }
    int z = slice(roi.hasHyperStackPosition() ? roi.getZPosition() : roi.getPosition(), name);
    boolean[] any = new boolean[1];
    RoiPixels.Row row =
        (y, from, to) -> {
          any[0] = true;
          fill(y, from, to, z, label);
        };
    new RoiPixels(width, height, row, listener).add(roi, name);
    return any[0];
  }

  private boolean setPoint(Point point, int z, short label) {
    if (point.x < 0 || point.y < 0 || point.x >= width || point.y >= height) {
      return false;
    }
    fill(point.y, point.x, point.x + 1, z, label);
    return true;
  }

  private void fill(int y, int from, int to, int z, short label) {
    if (z < 0 || z >= slices.length) {
      return; // a slice that the preview is not of
    }
    if (slices[z] == null) {
      slices[z] = new short[Math.multiplyExact(width, height)];
    }
    Arrays.fill(slices[z], y * width + from, y * width + to, label);
  }

  /** From 0, of those that are drawn. */
  private int slice(int position, String name) {
    if (position == 0 && wholeDepth == 1) {
      return 0;
    }
    if (position < 1 || position > wholeDepth) {
      throw new IllegalArgumentException(
          name
              + (position < 1 ? " has no slice" : " is in slice " + position)
              + "; a seed must lie in one of the slices 1 to "
              + wholeDepth
              + ": give it a position");
    }
    return position - 1 - first;
  }
}
